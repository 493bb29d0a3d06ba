import ArgumentParser

/// A number of bytes in an option: `16MiB`, `64KiB`, `512B` or `512`.
struct ByteSize: Hashable, Sendable {
    let bytes: Int

    private static let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("B", 1), ("", 1)]

    init(bytes: Int) { self.bytes = bytes }

    /// - Throws: `ValidationError` that says how to write a size.
    init(_ text: String) throws {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count)
        guard let number = Int(digits), let factor = Self.units.first(where: { $0.0 == unit })?.1 else {
            throw ValidationError("give a number of bytes, or one with a unit: 512B, 64KiB, 16MiB or 1GiB")
        }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
        guard !overflow else { throw ValidationError("that is more than a machine can hold; give less, such as 1GiB") }
        self.bytes = bytes
    }
}

extension ByteSize: CustomStringConvertible {
    /// The size in the largest unit that gives a whole number.
    var description: String {
        for (unit, factor) in Self.units.prefix(3).reversed() where bytes > 0 && bytes.isMultiple(of: factor) {
            return "\(bytes / factor)\(unit)"
        }
        return "\(bytes)B"
    }
}
