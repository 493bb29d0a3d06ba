/// How a process ended.
package enum ProcessEnd: Hashable, Sendable {
    /// By itself, with that exit status.
    case exited(Int32)
    /// By that signal.
    case killed(Int32)

    /// Decodes the status that `waitpid` gives, like `WIFEXITED` and similar macros, which Swift can't import.
    package init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .killed(signal)
    }

    /// The status that shells give it: 128+n if signal n ended it.
    package var status: Int32 {
        switch self {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        }
    }
}
