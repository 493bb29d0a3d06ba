import Testing

@testable import HTTP2

/// Whose windows are opened: each row is a sequence of what happens to a connection's requests, with the credits that
/// clients get for it.
@Suite("Windows of uploads") struct UploadWindowsTests {
    enum Step: Sendable {
        case begin(Int)
        case received(Int, on: Int, credit: Int)
        case end(Int, credits: [Int: Int] = [:])
        case waiting([Int])
        case granted(Int)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]

        init(_ description: String, _ steps: Step...) {
            testDescription = description
            self.steps = steps
        }
    }

    /// The capacity of each row.
    private static let capacity = 100

    static let rows = [
        Row("a request that was not added gets all back", .received(700, on: 1, credit: 700), .end(1), .granted(0)),
        Row(
            "the first gets all back, whatever its size", .begin(1), .received(1000, on: 1, credit: 1000), .waiting([]),
            .granted(0)),
        Row(
            "later ones get back what fits together", .begin(1), .begin(3), .begin(5), .received(60, on: 3, credit: 60),
            .received(40, on: 5, credit: 40), .waiting([]), .granted(100)),
        Row(
            "one that has a byte too much waits, with all that comes then", .begin(1), .begin(3),
            .received(60, on: 3, credit: 60), .received(41, on: 3, credit: 0), .received(1, on: 3, credit: 0),
            .waiting([3]), .received(9, on: 1, credit: 9)),
        Row(
            "the next is the first when that ends, and its memory is another's", .begin(1), .begin(3), .begin(5),
            .received(100, on: 3, credit: 100), .received(70, on: 5, credit: 0), .received(50, on: 3, credit: 0),
            .end(1, credits: [3: 50, 5: 70]), .granted(70), .waiting([]), .received(1000, on: 3, credit: 1000)),
        Row(
            "a smaller one does not overtake one that waits", .begin(1), .begin(3), .begin(5), .begin(7),
            .received(90, on: 3, credit: 90), .received(20, on: 5, credit: 0), .received(1, on: 7, credit: 0),
            .waiting([5, 7]), .end(3, credits: [5: 20, 7: 1]), .granted(21)),
        Row(
            "what does not fit waits on, and so do those behind it", .begin(1), .begin(3), .begin(5), .begin(7),
            .received(90, on: 3, credit: 90), .received(20, on: 5, credit: 0), .received(90, on: 7, credit: 0),
            .end(3, credits: [5: 20]), .waiting([7]), .end(1, credits: [7: 90]), .waiting([]), .end(5)),
        Row(
            "one that ends while it waits gets its own, and lets others through", .begin(1), .begin(3), .begin(5),
            .received(101, on: 3, credit: 0), .received(3, on: 5, credit: 0), .end(3, credits: [3: 101, 5: 3]),
            .waiting([]), .granted(3)),
        Row(
            "a second end has no effect", .begin(1), .begin(3), .begin(5), .received(100, on: 5, credit: 100),
            .received(1, on: 3, credit: 0), .end(1, credits: [3: 1]), .end(1), .granted(100), .end(5), .granted(0)),
        Row("nothing that came is owed nothing", .begin(1), .begin(3), .received(0, on: 3, credit: 0), .waiting([])),
    ]

    @Test("are opened in the order of arrival, as far as contents fit", arguments: rows)
    func row(_ row: Row) {
        var windows = UploadWindows(capacity: Self.capacity)
        for step in row.steps {
            switch step {
            case .begin(let stream): windows.begin(stream)
            case .received(let count, let stream, let credit):
                let given = windows.received(count, on: stream)
                #expect(given == credit)
            case .end(let stream, let credits):
                let given = windows.end(stream)
                #expect(Dictionary(uniqueKeysWithValues: given.map { ($0.stream, $0.count) }) == credits)
            case .waiting(let streams):
                let waiting = [1, 3, 5, 7].filter { windows.waits($0) }
                #expect(waiting == streams)
            case .granted(let count):
                let granted = windows.granted
                #expect(granted == count)
            }
        }
    }
}
