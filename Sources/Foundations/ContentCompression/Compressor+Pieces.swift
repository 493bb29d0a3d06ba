import CZlib

extension Compressor {
    /// The pieces of a stream in a format. Each compressed piece can be decompressed as soon as it and those before it
    /// are there; the last one ends the format.
    package static func compress(pieces: [[UInt8]], as format: CompressionFormat) -> [[UInt8]] {
        withStream(in: format) { stream in
            pieces.indices.map { deflate(pieces[$0], isLast: $0 == pieces.count - 1, stream) }
        }
    }

    private static func deflate(
        _ piece: [UInt8], isLast: Bool, _ stream: UnsafeMutablePointer<z_stream>
    ) -> [UInt8] {
        piece.withUnsafeBufferPointer { bytes in
            var output = ZlibOutput(capacity: Int(deflateBound(stream, UInt(bytes.count))) + 16)
            var input = ZlibInput(bytes)
            while true {
                input.refill(stream)
                let flush = isLast ? Z_FINISH : Z_SYNC_FLUSH
                let status = output.fill(stream, atMost: .max) {
                    CZlib.deflate($0, input.isLast ? flush : Z_NO_FLUSH)
                }
                // A flush is complete when zlib leaves room in its output (zlib.h, deflate).
                let isDone = isLast ? status == Z_STREAM_END : stream.pointee.avail_out > 0
                if input.isLast, stream.pointee.avail_in == 0, isDone || status < 0 && status != Z_BUF_ERROR {
                    return output.bytes
                }
            }
        }
    }
}
