import Foundation
import TestSupport
import Testing

/// The public calls of the harnesses that wait, and the guide's table of what ends them.
@Suite("The table of waits") struct WaitingTableTests {
    private static let guide = "Sources/Guides/Guides.docc/Waiting.md"
    /// The modules that tests import. What a client library waits for is its own.
    private static let modules = [
        "MockServerKit", "MockServerStubs", "MockServerHarness", "MockServerTesting", "MockServerXCTest",
        "MockServerURLProtocol", "MockServerRemote", "MockServerRemoteTesting", "MockServerRemoteXCTest", "MockRuntime",
        "Playback", "Reports", "Scenarios", "ScenarioFiles", "ScenarioBuilder", "BuiltScenarios", "HTTPMessage",
    ]

    @Test("has each public call that waits, and no other")
    func complete() throws {
        let table = Self.rows(of: try Package.text(of: Self.guide))
        var found: Set<String> = []
        for module in Self.modules {
            for file in Package.files(below: Checkout.path(of: module) ?? module, named: "swift") {
                for name in Self.waits(in: Self.current(try Package.text(of: file))) {
                    found.insert("\(module == "MockServerStubs" ? "MockServerKit" : module) \(name)")
                }
            }
        }
        #expect(found.count > 40)
        #expect(found.subtracting(table.keys).sorted() == [], "add a row to \(Self.guide)")
        #expect(Set(table.keys).subtracting(found).sorted() == [], "there is no such call any more")
        #expect(table.filter { $0.value.contains("") }.keys.sorted() == [], "a bound or a text is missing")
    }

    @Test("states the time that each call waits unless it is told another")
    func defaults() throws {
        let table = Self.rows(of: try Package.text(of: Self.guide))
        var count = 0
        for module in Self.modules {
            for file in Package.files(below: Checkout.path(of: module) ?? module, named: "swift") {
                for (name, bound) in Self.defaults(in: Self.current(try Package.text(of: file))) {
                    count += 1
                    let row = table["\(module) \(name)"] ?? []
                    // Each second cell is the text. A time may be followed by another one.
                    let bounds = row.indices.filter { $0.isMultiple(of: 2) }.map { row[$0].prefix { $0 != "," } }
                    #expect(bounds.contains { $0 == bound }, "\(file): \(name) waits \(bound), not \(bounds)")
                }
            }
        }
        #expect(count > 15)
    }

    @Test("leaves out what is deprecated, whatever else its attributes say")
    func deprecated() {
        let text = """
            public func one() async {
            @available(*, deprecated, renamed: "one()")
            @available(*, noasync, message: "await one() instead")
            public func two(timeout: Duration = .seconds(5)) {
            public func three() {
            """
        #expect(Self.waits(in: Self.current(text)) == ["one"])
        #expect(Self.defaults(in: Self.current(text)).isEmpty)
    }

    /// The text without its deprecated declarations, each from that attribute to the line that names it.
    private static func current(_ text: String) -> String {
        var isDeprecated = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let line = line.drop { $0 == " " }
            if line.hasPrefix("@available(*, deprecated") { isDeprecated = true }
            guard isDeprecated else { return true }
            if line.hasPrefix("public ") { isDeprecated = false }
            return false
        }.joined(separator: "\n")
    }

    @Test("reads the default of a timeout, also on another line")
    func readsDefaults() {
        let text = """
            public func one(a: Int, timeout: Duration = .seconds(5)) async -> Int {
            public func two(
                a: Int = 1, timeout: Duration = .seconds(300)
            ) async {
            public init(timeout: Duration = .seconds(30)) async {
            func three(timeout: Duration = .seconds(1)) async {
            public func four() { five(timeout: .seconds(3)) }
            func six(timeout: Duration = .seconds(1)) async {
            """
        #expect(Self.defaults(in: text).map { "\($0) \($1)" } == ["one 5 s", "two 5 minutes", "init 30 s"])
    }

    /// The names of public functions and initializers with a default timeout, and that in words.
    private static func defaults(in text: String) -> [(name: String, bound: String)] {
        let call = /public (?:convenience )?(?:func )?(\w+)\([^{}]*?timeout: Duration = \.seconds\((\d+)\)/
        return text.matches(of: call).map { match in
            let seconds = Int(match.output.2) ?? 0
            let isMinutes = seconds >= 120 && seconds.isMultiple(of: 60)
            return (String(match.output.1), isMinutes ? "\(seconds / 60) minutes" : "\(seconds) s")
        }
    }

    @Test("finds each form in which a call may wait")
    func forms() {
        let text = """
            public func one(
                a: Int = 1, _ body: () async -> Void
            ) async throws -> Int {
            public func two(_ body: () async throws -> Void) {
            func three() async {
            public var four: Int {
                get async throws { 4 }
            }
            public var five: Int { 5 }
            open override func six() async throws {
            @available(*, noasync, message: "await seven() instead")
            @discardableResult
            public func seven() -> Int {
            public init(a: Int) async {
            package func eight() async {
            """
        #expect(Self.waits(in: text) == ["one", "four", "six", "seven", "init"])
    }

    /// The names of the public functions, initializers and properties that suspend or block their caller.
    static func waits(in text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.drop { $0 == " " }
        }
        var names: [String] = []
        var isBlocking = false
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("@available(*, noasync") { isBlocking = true }
            guard line.hasPrefix("public ") || line.hasPrefix("open ") else { continue }
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
            defer { isBlocking = false }
            guard let kind = words.firstIndex(where: ["func", "init", "var"].contains) else { continue }
            let name = words[kind] == "init" ? "init" : words[kind + 1]
            if words[kind] == "var" {
                if lines[index...].prefix(2).contains(where: { $0.contains("get async") }) { names.append(name) }
                continue
            }
            // Behind the parameters, which closures that wait may be among.
            var depth = 0
            var behind = ""
            scan: for character in lines[index...].joined(separator: " ") {
                switch character {
                case "(": depth += 1
                case ")": depth -= 1
                case "{" where depth == 0: break scan
                default: if depth == 0 { behind.append(character) }
                }
            }
            if isBlocking || behind.split(separator: " ").contains("async") { names.append(name) }
        }
        return names
    }

    /// The cells behind each call of the tables, by the module's name and the call's.
    private static func rows(of guide: String) -> [String: [String]] {
        var module = ""
        var rows: [String: [String]] = [:]
        for line in guide.split(separator: "\n") {
            if line.hasPrefix("### ") { module = String(line.dropFirst(4).prefix { $0 != "," }) }
            guard line.hasPrefix("| `") else { continue }
            let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
            // Every second part is code; of it the member's own name, without parameters.
            for (index, code) in cells[0].components(separatedBy: "`").enumerated() where !index.isMultiple(of: 2) {
                let name = code.prefix { $0 != "(" }.split(separator: ".").last.map(String.init) ?? ""
                // A type, or a trait by which a call is known.
                guard name.first?.isLowercase == true, !code.hasPrefix(".") else { continue }
                let cells = Array((cells.dropFirst() + ["", ""]).prefix(2))
                rows["\(module) \(name)", default: []] += cells
            }
        }
        return rows
    }
}
