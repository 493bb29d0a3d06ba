import MockRuntime
import Playback
import Scenarios

/// What a run says about the lines of a file of its scenario.
struct SourceMarks {
    /// In order of weight: of several that concern a line, the last one counts.
    enum Mark: Int, Comparable {
        /// What the line states came true.
        case passed
        /// No request reached it.
        case unreached
        /// A failure points at it.
        case failed

        static func < (a: Mark, b: Mark) -> Bool { a.rawValue < b.rawValue }
    }

    let file: SourceFile
    private(set) var marks: [Int: Mark] = [:]
    /// The indices of the failures that point at each line.
    private(set) var failures: [Int: [Int]] = [:]

    /// The marks of each file that the scenario was read from, its own file first.
    static func all(_ run: HTMLRun) -> [SourceMarks] {
        let scenario = run.report.scenario
        var files = [SourceMarks(file: scenario.source)]
        var indices = [scenario.source.path: 0]
        func index(_ file: SourceFile) -> Int {
            if let index = indices[file.path] { return index }
            indices[file.path] = files.count
            files.append(SourceMarks(file: file))
            return files.count - 1
        }
        for (number, failure) in run.failures.enumerated() {
            let position = failure.position
            files[index(position.file)].add(failure: number, at: position.line)
        }
        let parts = parts(run)
        let starts = Set(parts.map { Line(path: $0.position.path, number: $0.position.line) })
        for part in parts {
            files[index(part.position.file)].add(part) { starts.contains(Line(path: part.position.path, number: $0)) }
        }
        return files
    }

    private struct Line: Hashable {
        let path: String
        let number: Int
    }

    // MARK: - Parts of the scenario

    /// A step, a stub or a check, and what became of it.
    private struct Part {
        let position: Position
        /// The mark of its first line, and of its other ones; nil for none.
        let first: Mark?
        let rest: Mark?
    }

    private static func parts(_ run: HTMLRun) -> [Part] {
        let (scenario, failures) = (run.report.scenario, run.failures)
        var parts: [Part] = []
        for (step, count) in zip(scenario.steps, run.report.stepCounts) {
            let lower = step.rule.times.lower
            let rest: Mark? = count > 0 ? .passed : lower > 0 ? .unreached : nil
            parts.append(Part(position: step.rule.position, first: count < lower ? .unreached : rest, rest: rest))
        }
        var taken: Set<String> = []
        for entry in run.journal {
            switch entry.timeline.outcome {
            case .stub(let id), .stubBeforeStep(let id, _): taken.insert(id)
            case .step, .failed, .preflight, .refusedPreflight: break
            }
        }
        for stub in scenario.stubs {
            let isViolated = failures.contains { $0.kind == .never && $0.rule == stub.id }
            let mark: Mark? = taken.contains(stub.id) != stub.never && !isViolated ? .passed : nil
            parts.append(Part(position: stub.position, first: mark, rest: mark))
        }
        // A check that failed may be among the failures that were only counted.
        let isCertain = run.report.verdict.omittedFailures == 0 && !run.report.verdict.isCutShort
        for expectation in scenario.expectations {
            let positions = [expectation.position, expectation.maxInFlight?.position]
            let failed = failures.contains { positions.contains($0.position) }
            let mark: Mark? = failed || !isCertain ? nil : .passed
            parts.append(Part(position: expectation.position, first: mark, rest: mark))
        }
        return parts
    }

    // MARK: - Marking

    private mutating func add(failure: Int, at line: Int) {
        failures[line, default: []].append(failure)
        mark(line, .failed)
    }

    /// Marks the part's lines: all that are indented at least as far as the part, until another one begins.
    private mutating func add(_ part: Part, beginsOther: (Int) -> Bool) {
        let position = part.position
        guard position.line <= file.lineCount else { return }
        mark(position.line, part.first)
        guard part.rest != nil else { return }
        var line = position.line + 1
        while line <= file.lineCount, !beginsOther(line) {
            let bytes = file.lineBytes(line)
            let content = bytes.drop { $0 == 0x20 || $0 == 0x09 }
            if !isBlank(content) {
                guard bytes.count - content.count >= position.column - 1 else { return }
                mark(line, part.rest)
            }
            line += 1
        }
    }

    private mutating func mark(_ line: Int, _ mark: Mark?) {
        guard let mark else { return }
        marks[line] = max(marks[line] ?? mark, mark)
    }

    /// Whether a line says nothing: it is empty or a comment.
    private func isBlank(_ content: ArraySlice<UInt8>) -> Bool {
        guard let first = content.first else { return true }
        return file.isSwift ? content.starts(with: "//".utf8) : first == UInt8(ascii: "#")
    }
}
