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
            var text = text()
            text.withUTF8 { Self.write(UnsafeRawBufferPointer($0), to: descriptor) }
        }
    }

    /// Returns when everything printed so far is written.
    func flush() { queue.sync {} }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                // A descriptor that is shared with a shell or a test runner may be in non-blocking mode.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if count == 0 || errno != EINTR {
                return
            }
        }
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
