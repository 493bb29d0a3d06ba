import ExactJSON
import HTTPMessage
import Scenarios
import TextCoding

/// A body as the redactor reads it.
enum BodyContent {
    case json(JSON)
    /// `name=value` pairs.
    case form
    case parts([Part])
    /// It can't be parsed as what it has to be.
    case opaque

    /// A part of a multipart body: its name, and where its content stands.
    struct Part {
        let name: [UInt8]
        let content: Range<Int>
    }

    /// A body of a message with these fields, where parts of it are redacted; `json` is what it is as JSON where that is
    /// known.
    init(_ body: [UInt8], _ fields: Fields, _ redaction: Redaction, json: JSON? = nil) {
        let codings = fields.values(named: "content-encoding")
        guard codings.allSatisfy({ $0.isEmpty || $0.equalsIgnoringASCIICase("identity") }) else {
            self = .opaque
            return
        }
        if !redaction.jsonPaths.isEmpty, let value = json ?? (try? JSON(parsing: body)) {
            self = .json(value)
            return
        }
        let type = fields.first(named: "content-type") ?? []
        if type.prefix(10).equalsIgnoringASCIICase("multipart/") || body.starts(with: "--".utf8) {
            self = Self.parts(of: body).map { .parts($0) } ?? .opaque
            return
        }
        let isForm = type.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }
            .equalsIgnoringASCIICase("application/x-www-form-urlencoded")
        // What JSON is called a form by mistake must not pass as one.
        self = redaction.jsonPaths.isEmpty || isForm && body.allSatisfy(Self.standsInForms) ? .form : .opaque
    }

    /// Whether a form has this byte as it stands, without percent-encoding.
    private static func standsInForms(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "*-._~+%&=!$'(),/:;@?".utf8.contains(byte)
        }
    }

    /// The parts of a multipart body (RFC 2046, section 5.1.1), whose first line is its delimiter; nil where it is not whole.
    private static func parts(of body: [UInt8]) -> [Part]? {
        let lineEnd = Array("\r\n".utf8)
        guard body.starts(with: "--".utf8), let end = firstStart(of: lineEnd, in: body[...]) else { return nil }
        let delimiter = lineEnd + body[..<end]
        var parts: [Part] = []
        var start = end
        while true {
            if body[start...].starts(with: "--".utf8) { return parts }
            guard body[start...].starts(with: lineEnd),
                let next = firstStart(of: delimiter, in: body[start...].dropFirst(lineEnd.count)),
                let head = firstStart(of: lineEnd + lineEnd, in: body[start..<next]),
                let name = name(in: body[start..<head])
            else { return nil }
            parts.append(Part(name: name, content: min(head + 4, next)..<next))
            start = next + delimiter.count
        }
    }

    /// The `name` of a part's Content-Disposition (RFC 7578, section 4.2); empty for a part without one, nil where it can't
    /// be read.
    private static func name(in head: ArraySlice<UInt8>) -> [UInt8]? {
        for line in head.split(separator: 0x0A) where line.prefix(20).equalsIgnoringASCIICase("content-disposition:") {
            for piece in line.dropFirst(20).split(separator: UInt8(ascii: ";")).dropFirst() {
                let piece = piece.drop { $0 == 0x20 || $0 == 0x09 }
                guard piece.prefix(5).equalsIgnoringASCIICase("name=") else { continue }
                var value = piece.dropFirst(5)
                while let byte = value.last, byte == 0x20 || byte == 0x0D { value = value.dropLast() }
                guard value.first == UInt8(ascii: "\"") else { return Array(value) }
                guard value.count > 1, value.last == UInt8(ascii: "\"") else { return nil }
                let text = value.dropFirst().dropLast()
                // What is escaped in a name, browsers write in percent-encoding (WHATWG HTML, multipart/form-data).
                return text.contains(UInt8(ascii: "\\")) ? nil : Percent.decode(text).bytes
            }
        }
        return []
    }

    private static func firstStart(of bytes: [UInt8], in slice: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first, slice.count >= bytes.count else { return nil }
        var index = slice.startIndex
        let last = slice.endIndex - bytes.count
        while index <= last {
            if slice[index] == first, slice[index...].starts(with: bytes) { return index }
            index += 1
        }
        return nil
    }
}
