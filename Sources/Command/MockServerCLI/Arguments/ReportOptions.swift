import ArgumentParser
import MockServerKit

/// The reports that a run writes, and their paths.
struct ReportOptions: ParsableArguments {
    /// One `--report`.
    struct Destination: Hashable, Sendable {
        let format: ReportFormat
        let path: String

        /// Parses `junit=results.xml`; the path may contain further `=`.
        init(_ text: String) throws {
            let formats = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw ValidationError("give a format and a path, such as junit=results.xml; the formats are \(formats)")
            }
            guard let format = ReportFormat(rawValue: parts[0]) else {
                throw ValidationError("there is no format \"\(parts[0])\"; the formats are \(formats)")
            }
            guard !parts[1].isEmpty, parts[1] != "-" else {
                let ending = ["junit": "xml", "text": "txt"][format.rawValue] ?? format.rawValue
                throw ValidationError(
                    "name a file, such as \(format.rawValue)=report.\(ending): a report can't go to standard output, which "
                        + "is for the verdict")
            }
            (self.format, path) = (format, parts[1])
        }

        fileprivate var file: AtomicFile { AtomicFile(option: "--report \(format.rawValue)", path: path) }
    }

    @Option(
        help: ArgumentHelp(
            "Write a report when the run ends: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")). May be repeated.",
            valueName: "format=path"),
        completion: .list(ReportFormat.allCases.map { "\($0.rawValue)=" }),
        transform: { try Destination($0) })
    var report: [Destination] = []

    func validate() throws {
        var paths: Set<String> = []
        for destination in report where !paths.insert(destination.path).inserted {
            throw ValidationError("--report \(destination.path): two reports can't be one file; give each its own.")
        }
    }

    /// Whether any of them shows responses.
    var showResponses: Bool { report.contains { $0.format.showsResponses } }

    /// The size of the journal in bytes. Smaller if no report shows it: queries to the running server ask for the
    /// latest requests, and it still holds some thousands of them.
    var journalLimit: Int { (showResponses ? 4 : 2) << 20 }

    var files: [AtomicFile] { report.map(\.file) }

    /// Checks that each report can be written.
    ///
    /// - Throws: `CommandFailure` that names those that can't be written.
    func check() throws(CommandFailure) {
        try each { destination throws(CommandFailure) in try destination.file.check() }
    }

    /// Removes reports of an earlier run, which would mislead if this run does not finish.
    func removeOld() {
        for destination in report { destination.file.remove() }
    }

    /// Writes the reports, with `status` as the command's exit status.
    ///
    /// - Throws: `CommandFailure` that names those that can't be written.
    func write(_ report: RunReport, _ status: ExitStatus) throws(CommandFailure) {
        var report = report
        report.exitStatus = Int(status.rawValue)
        try each { destination throws(CommandFailure) in
            try destination.file.publish(report.bytes(as: destination.format))
        }
    }

    /// - Throws: all errors of `body`, as one.
    private func each(_ body: (Destination) throws(CommandFailure) -> Void) throws(CommandFailure) {
        var problems: [String] = []
        for destination in report {
            do throws(CommandFailure) { try body(destination) } catch { problems.append(error.description) }
        }
        if !problems.isEmpty { throw CommandFailure(.cannotCreate, problems.joined(separator: "\n")) }
    }
}
