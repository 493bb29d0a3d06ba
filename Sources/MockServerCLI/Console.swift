import Dispatch
import Locking
import MockServerKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The output of text for people: a terminal, a file or a pipe. Writes whole lines, in order, on a serial queue, so
/// that nobody who prints waits for a slow reader. After a pipe's reader has left, text is silently dropped.
struct Console: Sendable {
    let style: TextStyle
    /// Whether a person watches.
    let isTerminal: Bool
    private let descriptor: Int32
    /// Whether lines are broken between words on a terminal: not those of a file that somebody asked for.
    private let breaksLines: Bool
    private let queue = DispatchQueue(label: "mockserver.console")
    /// The errno of the first write that failed, unless the reader had left.
    private let failure = Locked<Int32?>(nil)

    /// - Parameter style: nil for a style that suits the descriptor and the environment.
    init(_ descriptor: Int32, style: TextStyle? = nil, breaksLines: Bool = false) {
        self.descriptor = descriptor
        self.breaksLines = breaksLines
        isTerminal = isatty(descriptor) == 1
        self.style = style ?? Self.style(isTerminal: isTerminal, environment: Environment.value(of:))
    }

    static var standardOutput: Console { Console(STDOUT_FILENO) }
    static var standardError: Console { Console(STDERR_FILENO, breaksLines: true) }
    /// Standard output for sentences, whose lines are broken between words on a terminal.
    static var sentences: Console { Console(STDOUT_FILENO, breaksLines: true) }

    /// Colors on a terminal, unless `NO_COLOR` has a value (no-color.org) or the terminal has no colors.
    static func style(isTerminal: Bool, environment: (String) -> String?) -> TextStyle {
        guard isTerminal, environment("NO_COLOR") ?? "" == "" else { return .plain }
        switch environment("TERM") {
        case nil, "", "dumb": return .plain
        default: return .color
        }
    }

    /// Writes the text and a line break, asynchronously.
    func print(_ text: String) { perform { text + "\n" } }

    /// Makes text on the console's queue and writes it without a line break.
    func perform(_ text: @escaping @Sendable () -> String) {
        queue.async { [descriptor, failure, mayBreak = isTerminal && breaksLines] in
            var text = text()
            // Asked each time, since a window may be resized.
            if mayBreak, let columns = Self.columns(of: descriptor) {
                text = TerminalText.broken(text, columns: columns)
            }
            // A reader that has left is not an error.
            guard let code = Descriptor(descriptor).write(text.utf8), code != EPIPE else { return }
            failure.withLock { $0 = $0 ?? code }
        }
    }

    /// The number of columns of a terminal; nil if it does not tell.
    private static func columns(of terminal: Int32) -> Int? {
        #if canImport(Darwin)
        let request: UInt = 0x4008_7468
        #else
        let request = UInt(TIOCGWINSZ)
        #endif
        var size = winsize()
        guard ioctl(terminal, request, &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Returns when everything printed so far is written.
    func flush() { queue.sync {} }

    /// Whether something that was printed could not be written, unless the reader had left; known after `flush`.
    var hasLostText: Bool { failure.withLock { $0 != nil } }

    /// Returns when everything printed so far is written. For output that is what the user asked for.
    ///
    /// - Throws: `CommandFailure` if some of it can't be written.
    func finish() throws(CommandFailure) {
        flush()
        if let code = failure.withLock({ $0 }) { throw Self.failure(descriptor, code) }
    }

    /// Why output is lost.
    static func failure(_ descriptor: Int32, _ code: Int32) -> CommandFailure {
        let name = descriptor == STDERR_FILENO ? "standard error" : "standard output"
        return CommandFailure(.cannotCreate, "\(name) can't be written: \(String(cString: strerror(code)))")
    }
}
