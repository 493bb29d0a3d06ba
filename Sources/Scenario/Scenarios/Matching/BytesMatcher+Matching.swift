import TextCoding

extension BytesMatcher {
    /// Whether a body has exactly these bytes.
    func match(_ body: [UInt8], in scope: EvaluationContext, context: inout MatchContext) -> MatchResult {
        switch self {
        case .constant(let bytes): return MatchResult(body == bytes)
        case .base64(let template):
            do throws(EvaluationError) {
                return MatchResult(body == (try Self.bytes(of: template, in: scope)))
            } catch {
                return context.meet(error)
            }
        case .file(let file):
            do throws(FileBodyError) {
                return MatchResult(try file.firstDifference(from: body) == nil)
            } catch {
                return context.giveUp(error.description)
            }
        }
    }

    /// The reason why a body differs; nil if it does not.
    func mismatch(_ body: [UInt8], at position: Position, in scope: EvaluationContext) -> Mismatch? {
        var context = MatchContext()
        switch match(body, in: scope, context: &context) {
        case .matches: return nil
        case .undetermined: return Mismatch(.body, blockedBy: context, at: position)
        case .differs: break
        }
        let variables = if case .base64(let template) = self { template.variables } else { [] as [Int] }
        let size = if case .file(let file) = self { file.size } else { (try? bytes(in: scope))?.count ?? 0 }
        let offset = (try? firstDifference(from: body, in: scope)) ?? 0
        let lengths =
            body.count == size
            ? "" : ": it has \(EnglishText.count(body.count, "byte")) instead of \(size)"
        let problem = "differs at offset \(offset)\(lengths)"
        if size <= Self.comparedAsText, body.count <= Self.comparedAsText, let wanted = try? bytes(in: scope),
            let mismatch = Self.mismatch(lines: wanted, body, problem, variables, at: position)
        {
            return mismatch
        }
        // A captured secret is not found in hexadecimal, so values of variables are not shown.
        var expected =
            variables.isEmpty || offset >= size
            ? Self.excerpt((try? slice(from: offset, in: scope)) ?? [], isEnd: offset >= size)
            : Mismatch.ComparedValue("bytes that variables made")
        expected.variables = variables
        return Mismatch(
            subject: .body, problem: problem, expected: [expected],
            received: [Self.excerpt(Array(body[offset...].prefix(Self.shownBytes)), isEnd: offset >= body.count)],
            position: position)
    }

    /// The differing lines of two texts; nil if either is not text.
    private static func mismatch(
        lines wanted: [UInt8], _ body: [UInt8], _ problem: String, _ variables: [Int], at position: Position
    ) -> Mismatch? {
        guard isText(wanted), isText(body), !wanted.isEmpty, !body.isEmpty else { return nil }
        if let words = LineDifference.lineBreaks(wanted, body) {
            return Mismatch(subject: .body, problem: "differs: \(words)", position: position)
        }
        let difference = LineDifference(wanted, body)
        var expected = difference.expected.lines.map { Mismatch.ComparedValue(Excerpt.text($0)).of(.text) }
        let received = difference.received.lines.map { Mismatch.ComparedValue(received: $0).of(.text) }
        if let first = expected.indices.first { expected[first].variables = variables }
        var mismatch = Mismatch(
            subject: .body, problem: problem, expected: expected, received: received, position: position)
        mismatch.omitted = (difference.expected.omitted, difference.received.omitted)
        return mismatch
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        UTF8Text.firstInvalid(in: bytes) == nil
            && !bytes.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    }

    /// The most bytes that are compared line by line, if they are text.
    private static let comparedAsText = 1 << 20
    /// The most bytes at a difference that are shown in hexadecimal.
    private static let shownBytes = 16

    private static func excerpt(_ bytes: [UInt8], isEnd: Bool) -> Mismatch.ComparedValue {
        Mismatch.ComparedValue(isEnd ? "the end" : bytes.map { Hex.upperPair($0) }.joined(separator: " "))
    }

    private static func bytes(of template: Template, in scope: EvaluationContext) throws(EvaluationError) -> [UInt8] {
        guard let bytes = Base64.decode(try template.text(in: scope), ignoresSpace: true) else {
            throw EvaluationError(.invalid("this is not base64"), position: template.position)
        }
        return bytes
    }

    /// All bytes, of a file of any size.
    private func bytes(in scope: EvaluationContext) throws -> [UInt8] {
        switch self {
        case .constant(let bytes): bytes
        case .base64(let template): try Self.bytes(of: template, in: scope)
        case .file(let file): try file.read(at: 0, upTo: file.size)
        }
    }

    private func slice(from offset: Int, in scope: EvaluationContext) throws -> [UInt8] {
        if case .file(let file) = self { return try file.read(at: offset, upTo: Self.shownBytes) }
        return Array(try bytes(in: scope).dropFirst(offset).prefix(Self.shownBytes))
    }

    private func firstDifference(from body: [UInt8], in scope: EvaluationContext) throws -> Int {
        if case .file(let file) = self { return try file.firstDifference(from: body, readsPrefix: true) ?? 0 }
        let bytes = try bytes(in: scope)
        return zip(bytes, body).prefix { $0 == $1 }.count
    }
}

extension FileBody {
    private static let pieceSize = 64 << 10

    /// The offset of the first byte that differs from `body`; nil if all bytes are equal. If the lengths differ, it is
    /// read only with `readsPrefix`; otherwise 0 stands for any offset.
    fileprivate func firstDifference(from body: [UInt8], readsPrefix: Bool = false) throws(FileBodyError) -> Int? {
        guard readsPrefix || body.count == size else { return 0 }
        let common = min(body.count, size)
        var offset = 0
        while offset < common {
            let piece = try read(at: offset, upTo: min(Self.pieceSize, common - offset))
            if !body[offset...].starts(with: piece) {
                return offset + zip(piece, body[offset...]).prefix { $0 == $1 }.count
            }
            offset += piece.count
        }
        return body.count == size ? nil : common
    }
}
