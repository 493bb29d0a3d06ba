import Testing

@testable import APIClient

/// Bytes and the element of tag 0x30 that they begin with: its content and what follows it, or the error.
private struct DERVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let result: Result<Int, DERError>
    let rest: [UInt8]

    init(_ name: String, _ head: [UInt8], _ count: Int = 0, rest: [UInt8] = []) {
        testDescription = name
        bytes = head + [UInt8](repeating: 7, count: count) + rest
        result = .success(count)
        self.rest = rest
    }

    init(_ name: String, _ head: [UInt8], _ count: Int = 0, error: DERError) {
        testDescription = name
        bytes = head + [UInt8](repeating: 7, count: count)
        result = .failure(error)
        rest = []
    }
}

struct DERReaderTests {
    private static let vectors = [
        DERVector("nothing", [], error: .truncated),
        DERVector("another tag", [0x31, 0], error: .unexpectedTag(0x31)),
        DERVector("a tag alone", [0x30], error: .truncated),
        DERVector("an empty element", [0x30, 0]),
        DERVector("an element", [0x30, 3], 3),
        DERVector("an element with others behind", [0x30, 3], 3, rest: [0x31, 0]),
        DERVector("an element too short by a byte", [0x30, 3], 2, error: .truncated),
        DERVector("an element without content", [0x30, 1], error: .truncated),
        DERVector("the longest short form", [0x30, 0x7F], 127),
        DERVector("the longest short form, a byte missing", [0x30, 0x7F], 126, error: .truncated),
        DERVector("an indefinite length", [0x30, 0x80, 0, 0], error: .invalidLength),
        DERVector("a reserved length", [0x30, 0xFF], 200, error: .invalidLength),
        DERVector("a length in 65 bytes", [0x30, 0xC1, 0x80], 128, error: .invalidLength),
        DERVector("one byte of length, missing", [0x30, 0x81], error: .truncated),
        DERVector("one byte of length, the shortest", [0x30, 0x81, 0x80], 128),
        DERVector("one byte of length, the longest", [0x30, 0x81, 0xFF], 255),
        DERVector("one byte of length, a byte of content missing", [0x30, 0x81, 0x80], 127, error: .truncated),
        DERVector("one byte of length for less", [0x30, 0x81, 0x7F], 127, error: .invalidLength),
        DERVector("one byte of length for nothing", [0x30, 0x81, 0], error: .invalidLength),
        DERVector("two bytes of length, one missing", [0x30, 0x82, 1], error: .truncated),
        DERVector("two bytes of length, the shortest", [0x30, 0x82, 1, 0], 256),
        DERVector("two bytes of length, a byte of content missing", [0x30, 0x82, 1, 0], 255, error: .truncated),
        DERVector("two bytes of length for less", [0x30, 0x82, 0, 0xFF], 255, error: .invalidLength),
        DERVector("three bytes of length, one missing", [0x30, 0x83, 1, 0], error: .truncated),
        DERVector("three bytes of length, the shortest", [0x30, 0x83, 1, 0, 0], 65_536, rest: [0]),
        DERVector("three bytes of length for less", [0x30, 0x83, 0, 0xFF, 0xFF], 65_535, error: .invalidLength),
        DERVector("three bytes of length, the longest", [0x30, 0x83, 0xFF, 0xFF, 0xFF], 9, error: .truncated),
        DERVector("four bytes of length", [0x30, 0x84, 1, 0, 0, 0], 9, error: .invalidLength),
        DERVector("four bytes of length for less", [0x30, 0x84, 0, 0, 0, 1], 1, error: .invalidLength),
        DERVector(
            "a length beyond the range of integers", [0x30, 0x88] + [UInt8](repeating: 0xFF, count: 8), 9,
            error: .invalidLength),
    ]

    @Test("an element is read if its tag and length are right, and no byte beyond it", arguments: vectors)
    private func element(_ vector: DERVector) {
        // The slice has bytes on both sides, which are not its own.
        let all = [0x30] + vector.bytes + [UInt8](repeating: 7, count: 300)
        var reader = DERReader(all[1...].prefix(vector.bytes.count))
        do throws(DERError) {
            let element = try reader.read(0x30)
            #expect(vector.result == .success(element.content.count))
            #expect(element.content.allSatisfy { $0 == 7 })
            #expect(Array(element.bytes) == vector.bytes.dropLast(vector.rest.count))
        } catch {
            #expect(vector.result == .failure(error))
            return
        }
        if vector.rest.isEmpty {
            #expect(throws: Never.self) { try reader.finish() }
        } else {
            #expect(throws: DERError.trailingBytes) { try reader.finish() }
        }
    }

    @Test("elements are read one after the other, and left out if another is next")
    func sequence() throws {
        var reader = DERReader([0x02, 1, 7, 0xA0, 0, 0x30, 2, 5, 0])
        try reader.readIfNext(0xA0)
        #expect(try reader.read(0x02).content == [7])
        try reader.readIfNext(0xA0)
        let last = try reader.read(0x30)
        #expect(last.bytes == [0x30, 2, 5, 0])
        #expect(last.content == [5, 0])
        try reader.readIfNext(0xA0)
        try reader.finish()
    }

    @Test("an error has a sentence")
    func sentences() {
        #expect("\(DERError.truncated)" == "The certificate is truncated.")
        #expect("\(DERError.unexpectedTag(49))" == "The certificate has an unexpected element with tag 49.")
        #expect("\(DERError.invalidLength)" == "The certificate has an element with an invalid length.")
        #expect("\(DERError.trailingBytes)" == "The certificate has bytes after its end.")
    }
}
