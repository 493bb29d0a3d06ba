import MockServerKit
import ProcessSpawn

/// The exit status of the command: the numbers of sysexits.h, those of shells, and a child's own status.
struct ExitStatus: RawRepresentable, Hashable, Sendable {
    let rawValue: Int32

    /// Everything passed.
    static let success = ExitStatus(rawValue: 0)
    /// The run failed.
    static let failure = ExitStatus(rawValue: 1)
    /// What was asked can't be decided.
    static let undecided = ExitStatus(rawValue: 2)
    /// `EX_USAGE`: the arguments are invalid.
    static let usage = ExitStatus(rawValue: 64)
    /// `EX_DATAERR`: the scenario has errors.
    static let badScenario = ExitStatus(rawValue: 65)
    /// `EX_DATAERR` as well: TLS can't use a certificate or a key.
    static let badCertificate = ExitStatus(rawValue: 65)
    /// `EX_NOINPUT`: a file can't be read.
    static let missingFile = ExitStatus(rawValue: 66)
    /// `EX_UNAVAILABLE`: the address can't be bound.
    static let unavailable = ExitStatus(rawValue: 69)
    /// `EX_CANTCREAT`: a file can't be written.
    static let cannotCreate = ExitStatus(rawValue: 73)
    static let notExecutable = ExitStatus(rawValue: 126)
    static let notFound = ExitStatus(rawValue: 127)

    /// 128+n, as in shells.
    static func killed(by signal: Int32) -> ExitStatus { ExitStatus(rawValue: 128 + signal) }

    /// The status of a run: the child's own if it failed, else the verdict's.
    init(passed: Bool, command: ProcessEnd? = nil) {
        switch command {
        case .exited(0), nil: self = passed ? .success : .failure
        case .some(let end): self.init(rawValue: end.status)
        }
    }

    init(_ judgement: ArchiveExplanation.Judgement) {
        switch judgement {
        case .passed: self = .success
        case .failed: self = .failure
        case .undecided: self = .undecided
        }
    }

    init(rawValue: Int32) { self.rawValue = rawValue }
}

/// Why the command ends without a verdict, in words for the user.
struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    let status: ExitStatus
    let description: String

    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
