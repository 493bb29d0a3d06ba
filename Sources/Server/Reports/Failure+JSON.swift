package import ExactJSON
package import Playback
import ReportValues
import Scenarios

extension Failure {
    /// The failure in parts, and as the text that is shown everywhere. Members without a value are left out.
    package var json: JSON {
        ReportMember.Failure.object([
            (.kind, .string(kind.rawValue)),
            (.step, step.map(JSON.string)),
            (.stub, stub.map(JSON.string)),
            (.path, .string(position.file.path)),
            (.line, .integer(position.line)),
            (.column, .integer(position.column)),
            (.title, .string(title)),
            (.note, note.map(JSON.string)),
            (.difference, difference?.json),
            (.remarks, .array(remarks.map(JSON.string))),
            (.requests, .array(requests.map(\.json))),
            (.repeats, .integer(repeats)),
            (.cause, cause.map(JSON.integer)),
            (.wholeText, .string(text())),
        ])
    }
}

extension Failure.Difference {
    fileprivate var json: JSON {
        ReportMember.Difference.object([
            (.expected, .array(expected.map(\.json))), (.received, .array(received.map(\.json))),
        ])
    }
}

extension Failure.Difference.Line {
    fileprivate var json: JSON {
        ReportMember.Line.object([(.text, .string(text)), (.origin, origin.map(JSON.string))])
    }
}
