import CNGHTTP2

/// nghttp2's HPACK decoder: the fields of a server's HEADERS frames, of one connection in order.
final class FieldDecoder {
    private var inflater: OpaquePointer?

    init() { nghttp2_hd_inflate_new(&inflater) }

    deinit { nghttp2_hd_inflate_del(inflater) }

    /// The fields of a header block as `name: value`; nil if it is malformed.
    func fields(_ block: ArraySlice<UInt8>) -> [String]? {
        var rest = Array(block)
        var fields: [String] = []
        while true {
            var field = nghttp2_nv()
            var flags: Int32 = 0
            let count = nghttp2_hd_inflate_hd2(inflater, &field, &flags, rest, rest.count, 1)
            guard count >= 0 else { return nil }
            rest.removeFirst(count)
            if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
                fields.append("\(text(field.name, field.namelen)): \(text(field.value, field.valuelen))")
            }
            if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 {
                nghttp2_hd_inflate_end_headers(inflater)
                return fields
            }
            if rest.isEmpty, count == 0 { return nil }
        }
    }

    private func text(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
