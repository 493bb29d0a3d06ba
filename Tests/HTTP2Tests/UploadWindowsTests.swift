import Testing

@testable import HTTP2

/// Whose windows are opened: each row is a sequence of what happens to a connection's requests, with the credits that
/// clients get for it.
@Suite("Windows of uploads") struct UploadWindowsTests {
    enum Step: Sendable {
        case begin(Int, size: Int)
        case received(Int, on: Int, credit: Int)
        case end(Int, credits: [Int: Int] = [:])
        case waiting([Int])
        case reserved(Int)
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
        Row("a request that was not added gets all back", .received(7, on: 1, credit: 7), .end(1), .reserved(0)),
        Row(
            "requests that fit together are admitted", .begin(1, size: 60), .begin(3, size: 40), .waiting([]),
            .received(5, on: 3, credit: 5), .reserved(100)),
        Row(
            "one that does not fit waits, and its twin one byte smaller does not", .begin(1, size: 60),
            .begin(3, size: 41), .waiting([3]), .received(9, on: 3, credit: 0), .received(8, on: 1, credit: 8)),
        Row("the first is admitted whatever its size", .begin(1, size: 1000), .waiting([]), .reserved(1000)),
        Row(
            "the next is admitted, and gets what it is owed, when one ends", .begin(1, size: 100), .begin(3, size: 100),
            .received(5, on: 3, credit: 0), .received(6, on: 3, credit: 0), .end(1, credits: [3: 11]), .waiting([]),
            .received(4, on: 3, credit: 4), .end(3), .reserved(0)),
        Row(
            "a smaller one does not overtake", .begin(1, size: 60), .begin(3, size: 50), .begin(5, size: 1),
            .waiting([3, 5]), .end(1), .waiting([]), .reserved(51)),
        Row(
            "one that ends while it waits gets its own, and lets others through", .begin(1, size: 60),
            .begin(3, size: 50), .begin(5, size: 40), .received(2, on: 3, credit: 0), .received(3, on: 5, credit: 0),
            .end(3, credits: [3: 2, 5: 3]), .waiting([]), .reserved(100)),
        Row(
            "several are admitted at once", .begin(1, size: 100), .begin(3, size: 30), .begin(5, size: 30),
            .begin(7, size: 50), .received(1, on: 5, credit: 0), .end(1, credits: [5: 1]), .waiting([7])),
        Row(
            "a second end has no effect", .begin(1, size: 100), .begin(3, size: 100), .begin(5, size: 100), .end(1),
            .end(1), .waiting([5]), .reserved(100)),
        Row(
            "one of no size is admitted like others", .begin(1, size: 100), .begin(3, size: 0), .waiting([]), .end(3),
            .reserved(100)),
    ]

    @Test("are opened in the order of arrival, as far as contents fit", arguments: rows)
    func row(_ row: Row) {
        var windows = UploadWindows(capacity: Self.capacity)
        for step in row.steps {
            switch step {
            case .begin(let stream, let size): windows.begin(stream, size: size)
            case .received(let count, let stream, let credit):
                let given = windows.received(count, on: stream)
                #expect(given == credit)
            case .end(let stream, let credits):
                let given = windows.end(stream)
                #expect(Dictionary(uniqueKeysWithValues: given.map { ($0.stream, $0.count) }) == credits)
            case .waiting(let streams):
                let waiting = [1, 3, 5, 7].filter { windows.waits($0) }
                #expect(waiting == streams)
            case .reserved(let count):
                let reserved = windows.reserved
                #expect(reserved == count)
            }
        }
    }
}
