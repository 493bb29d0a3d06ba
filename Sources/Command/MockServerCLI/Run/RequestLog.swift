import Locking
import MockServerKit

/// Prints each request as it happens. The server's threads only queue it; lines are made on the console's queue.
final class RequestLog: Sendable {
    private struct Pending {
        var entries: [(content: RequestLogLine.Content, time: TimeOfDay)] = []
        var omitted = 0
    }

    /// The most unprinted requests. With this many the reader is stuck, and further ones are only counted.
    private static let limit = 10_000

    private let console: Console
    private let pending = Locked(Pending())
    /// Used only on the console's queue.
    private let table: Locked<RequestTable>

    init(_ console: Console) {
        self.console = console
        table = Locked(RequestTable(showsProgress: console.isTerminal))
    }

    func add(_ report: RequestReport) { add(.report(report)) }

    /// Adds a request. A client that only checks whether the port is open sends no byte and gets no line.
    func add(_ request: UnfinishedRequest) {
        if request.hasBytes { add(.unfinished(request)) }
    }

    private func add(_ content: RequestLogLine.Content) {
        let time = TimeOfDay.now
        let isFirst = pending.withLock { pending in
            guard pending.entries.count < Self.limit else {
                pending.omitted += 1
                return false
            }
            pending.entries.append((content, time))
            return pending.entries.count == 1
        }
        // All entries that gather until it runs are printed by one job and one write.
        if isFirst { console.perform { self.takeLines() } }
    }

    private func takeLines() -> String {
        let taken = pending.withLock { pending in
            defer { pending = Pending() }
            return pending
        }
        return table.withLock { table in
            var text = ""
            for (content, time) in taken.entries {
                text += table.line(RequestLogLine(content, time: time.description), style: console.style) + "\n"
            }
            if taken.omitted > 0 { text += "… and \(taken.omitted) requests that nobody read in time\n" }
            return text
        }
    }
}
