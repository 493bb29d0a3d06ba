/// Numbers of bytes in sentences.
package enum ByteCount {
    /// `16 MiB`, `4 KiB`, `1000 bytes`: in the largest unit in which both this and `other` are whole numbers.
    package static func text(_ count: Int, beside other: Int? = nil) -> String {
        for (unit, size) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        where count >= size && count.isMultiple(of: size) && (other ?? 0).isMultiple(of: size) {
            return "\(count / size) \(unit)"
        }
        return count == 1 ? "1 byte" : "\(count) bytes"
    }
}
