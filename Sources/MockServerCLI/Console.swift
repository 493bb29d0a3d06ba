import Dispatch
import MockServerKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where text for people goes: a terminal, a file or a pipe. Whole lines, in order, written on one serial queue, so that
/// nobody who prints waits for a slow reader. Once a pipe's reader has left, text is dropped without a word.
struct Console: Sendable {
    let style: TextStyle
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "mockserver.console")

    /// - Parameter style: nil for what suits the descriptor and the environment.
    init(_ descriptor: Int32, style: TextStyle? = nil) {
        self.descriptor = descriptor
        self.style = style ?? Self.style(isTerminal: isatty(descriptor) == 1, environment: Environment.value(of:))
    }

    static var standardOutput: Console { Console(STDOUT_FILENO) }
    static var standardError: Console { Console(STDERR_FILENO) }

    /// Colours on a terminal, unless `NO_COLOR` has a value (no-color.org) or the terminal has none.
    static func style(isTerminal: Bool, environment: (String) -> String?) -> TextStyle {
        guard isTerminal, environment("NO_COLOR") ?? "" == "" else { return .plain }
        switch environment("TERM") {
        case nil, "", "dumb": return .plain
        default: return .colour
        }
    }

    /// Writes the text and a line's end, some time soon.
    func print(_ text: String) { perform { text + "\n" } }

    /// Makes text on the console's queue and writes it as it is.
    func perform(_ text: @escaping @Sendable () -> String) {
        queue.async { [descriptor] in
            // A reader that has left is told by nobody.
            _ = Descriptor(descriptor).write(text().utf8)
        }
    }

    /// Returns when everything printed so far is written.
    func flush() { queue.sync {} }
}
