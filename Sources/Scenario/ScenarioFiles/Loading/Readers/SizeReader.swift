import Scenarios

/// Sizes and rates as scenarios write them: `16B`, `64KiB`, `5MB`, `1KiB/s`.
enum SizeReader {
    /// The units and the bytes of each.
    private static let units: [(name: String, bytes: Int)] = [
        ("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("KB", 1_000), ("MB", 1_000_000),
        ("GB", 1_000_000_000),
    ]

    /// The number of bytes; nil for other text and for more than 1 TB.
    static func bytes(in text: some StringProtocol) -> Int? {
        var reader = ScalarReader(Array(text.unicodeScalars))
        let whole = reader.take(while: \.isASCIIDigit)
        var fraction = ""
        if reader.take(".") {
            fraction = reader.take(while: \.isASCIIDigit)
            guard !fraction.isEmpty else { return nil }
        }
        let name = reader.text(reader.index..<reader.scalars.count)
        guard let unit = units.first(where: { $0.name == name }), !whole.isEmpty, whole.utf8.count <= 12,
            let count = Int(whole), count <= 1_000_000_000_000 / unit.bytes
        else { return nil }
        let digits = fraction.prefix(6)
        let scale = digits.reduce(1) { scale, _ in scale * 10 }
        return count * unit.bytes + (Int(digits) ?? 0) * unit.bytes / scale
    }

    /// The size that was meant by another spelling of a unit: `5mb`, `16 bytes`. Nil if that can't be told.
    static func meant(by text: some StringProtocol) -> String? {
        var reader = ScalarReader(Array(text.unicodeScalars))
        let number = reader.take { $0.isASCIIDigit || $0 == "." }
        let word = reader.text(reader.index..<reader.scalars.count).lowercased().filter { $0 != " " }
        let spelled = [
            "byte": "B", "bytes": "B", "k": "KB", "m": "MB", "g": "GB", "ki": "KiB", "mi": "MiB", "gi": "GiB",
        ]
        guard !number.isEmpty, let unit = spelled[word] ?? units.first(where: { $0.name.lowercased() == word })?.name,
            bytes(in: number + unit) != nil
        else { return nil }
        return number + unit
    }
}

extension LoadingContext {
    /// A number of bytes with its unit, at least one byte.
    func size(_ node: Node, _ what: String) -> Int? {
        guard let text = string(node) else { return nil }
        if let bytes = SizeReader.bytes(in: text), bytes > 0 { return bytes }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        let meant = SizeReader.meant(by: text).flatMap { SizeReader.bytes(in: $0) == 0 ? nil : $0 }
        return refuse(
            isNumber && Int(text) != 0
                ? "a unit is needed: write \(text)B or \(text)KiB"
                : meant.map { "\(what) is a size with its unit: write \($0)" }
                    ?? "\(what) is a size of at least 1B, like 16B or 64KiB",
            at: node.position)
    }

    /// A number of bytes per second, at least one.
    func rate(_ node: Node, _ what: String) -> Int? {
        guard let text = string(node) else { return nil }
        let hasUnit = text.hasSuffix("/s")
        if hasUnit, let bytes = SizeReader.bytes(in: text.dropLast(2)), bytes > 0 { return bytes }
        let size = hasUnit ? String(text.dropLast(2)) : text
        let meant = SizeReader.meant(by: size).flatMap { SizeReader.bytes(in: $0) == 0 ? nil : $0 }
        return refuse(
            meant.map { "\(what) is bytes per second: write \($0)/s" }
                ?? "\(what) is a rate of at least 1B/s, like 1KiB/s",
            at: node.position)
    }
}
