import Dispatch
import Libc
import Locking
import MockServerKit

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
    private let progress = Locked(Progress())

    /// What came of the printed texts.
    private struct Progress {
        /// The errno of the first write that failed, unless the reader had left.
        var failure: Int32?
        /// The number of texts that are not written yet.
        var waiting = 0
        /// The number of pieces that were written.
        var pieces = 0
    }

    /// How long the end of a run waits for a reader that takes nothing.
    static let readerTimeout = Duration.seconds(3)
    /// With this many texts that wait, nobody reads.
    private static let mostWaiting = 10_000
    /// The size of a piece. A pipe has room for it as soon as its reader has read as much.
    private static let pieceSize = 4_096

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
        progress.withLock { $0.waiting += 1 }
        queue.async { [descriptor, progress, mayBreak = isTerminal && breaksLines] in
            var text = text()
            // Asked each time, since a window may be resized.
            if mayBreak, let columns = Self.columns(of: descriptor) {
                text = TerminalText.broken(text, columns: columns)
            }
            let code = Self.write(text, to: descriptor) { progress.withLock { $0.pieces += 1 } }
            progress.withLock {
                $0.waiting -= 1
                // A reader that has left is not an error.
                if let code, code != EPIPE { $0.failure = $0.failure ?? code }
            }
        }
    }

    /// Writes the text in pieces, so that one who waits sees whether it goes on. Returns the errno that ended it.
    private static func write(_ text: String, to descriptor: Int32, _ hasWritten: () -> Void) -> Int32? {
        var rest = text.utf8[...]
        while !rest.isEmpty {
            if let code = Descriptor(descriptor).write(rest.prefix(pieceSize)) { return code }
            rest = rest.dropFirst(pieceSize)
            hasWritten()
        }
        return nil
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

    /// Waits until everything printed so far is written, for output that must not keep the command from its end.
    ///
    /// - Parameter timeout: how long its reader may take nothing of it. Then the rest counts as lost.
    /// - Returns: whether it is written.
    @discardableResult
    func flush(timeout: Duration) -> Bool {
        let isWritten = DispatchSemaphore(value: 0)
        queue.async { isWritten.signal() }
        let nanoseconds = Int(timeout.wholeNanoseconds)
        var pieces = progress.withLock { $0.pieces }
        while isWritten.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .timedOut {
            let now = progress.withLock { $0.pieces }
            guard now > pieces else {
                progress.withLock { $0.failure = $0.failure ?? ETIMEDOUT }
                return false
            }
            pieces = now
        }
        return true
    }

    /// Whether so much waits that nobody can be reading.
    var isStuck: Bool { progress.withLock { $0.waiting >= Self.mostWaiting } }

    /// Whether text can be written at once.
    var isWritable: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLOUT) != 0
    }

    /// Whether something that was printed could not be written, unless the reader had left; known after `flush`.
    var hasLostText: Bool { progress.withLock { $0.failure != nil } }

    /// Returns when everything printed so far is written. For output that is what the user asked for.
    ///
    /// - Throws: `CommandFailure` if some of it can't be written.
    func finish() throws(CommandFailure) {
        flush()
        if let code = progress.withLock({ $0.failure }) { throw Self.failure(descriptor, code) }
    }

    var name: String { Self.name(of: descriptor) }

    private static func name(of descriptor: Int32) -> String {
        descriptor == STDERR_FILENO ? "standard error" : "standard output"
    }

    /// Why output is lost.
    static func failure(_ descriptor: Int32, _ code: Int32) -> CommandFailure {
        CommandFailure(.cannotCreate, "\(name(of: descriptor)) can't be written: \(String(cString: strerror(code)))")
    }
}
