import MockServerKit

/// The table of requests in the log, whose columns grow with their contents.
struct RequestTable: Sendable {
    private static let widestTarget = 48

    private var number = 3
    private var method = 6
    private var target = 24
    private var progress = 0
    private let showsProgress: Bool

    /// - Parameter showsProgress: whether each line has how many steps are complete.
    init(showsProgress: Bool = false) { self.showsProgress = showsProgress }

    /// `14:03:07.123  #4   POST    /auth/refresh             501  exhausted at token-refresh.yaml:12:5`, or with progress
    /// `14:03:07.123  #4   1/3 steps  POST    /auth/refresh             501  exhausted at token-refresh.yaml:12:5`.
    mutating func line(_ line: RequestLogLine, style: TextStyle) -> String {
        let request = line.request
        number = max(number, line.number.count)
        method = max(method, min(request.method.count, Self.widestTarget))
        target = max(target, min(request.target.count, Self.widestTarget))
        var start = "\(line.time)  \(line.number.padded(to: number))"
        if showsProgress {
            progress = max(progress, line.progress.count)
            if progress > 0 { start += "  " + line.progress.padded(to: progress) }
        }
        let columns = [
            style.dim(start), request.method.padded(to: method),
            request.target.padded(to: target), line.paintedResponse(style), line.outcome(style),
        ]
        return columns.joined(separator: "  ")
    }
}
