import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Prints the mutations of the sources that are named on the command line, as JSON: a list for each path.
@main
struct FindMutations {
    static func main() throws {
        var found: [String: [Mutation]] = [:]
        for path in CommandLine.arguments.dropFirst() {
            let source = Parser.parse(source: try String(contentsOfFile: path, encoding: .utf8))
            // Without the operators' precedences, an expression would be a list of operands.
            let folded = OperatorTable.standardOperators.foldAll(source) { _ in }
            let finder = MutationFinder()
            finder.walk(folded)
            found[path] = finder.mutations
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        FileHandle.standardOutput.write(try encoder.encode(found))
    }
}
