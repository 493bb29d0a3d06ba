import Foundation
import Locking
import Playback

/// Whether anyone has asked for a server's verdict. If nobody has, the server says so at its end: else a test that
/// forgets to ask would pass.
final class Judgement: Sendable {
    private let state = Locked(false)
    private let warn: @Sendable (String) -> Void

    /// - Parameter warn: takes the warning; nil for standard error.
    init(_ warn: (@Sendable (String) -> Void)?) {
        self.warn = warn ?? { FileHandle.standardError.write(Data($0.utf8)) }
    }

    /// Notes that someone has asked.
    func make() { state.withLock { $0 = true } }

    /// The server has come to its end; warns once.
    func end(_ verdict: @autoclosure () -> Verdict) {
        let isMade = state.withLock { isMade in
            defer { isMade = true }
            return isMade
        }
        guard !isMade else { return }
        let title = "mockserver: nobody has asked an InProcessMockServer for its verdict: call verify()"
        warn("\(title)\n\(verdict().text())\n")
    }
}
