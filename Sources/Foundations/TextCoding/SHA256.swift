/// SHA-256 (FIPS 180-4) for templates and matchers. It protects no secrets and is not hardened against timing attacks.
package struct SHA256: Sendable {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// The bytes after the last whole block.
    private var rest: [UInt8] = []
    private var length: UInt64 = 0

    static let blockSize = 64

    /// A hash without bytes.
    package init() {}

    /// Adds bytes.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        length &+= UInt64(bytes.count)
        rest.append(contentsOf: bytes)
        let whole = rest.count / Self.blockSize * Self.blockSize
        guard whole > 0 else { return }
        Self.compress(rest[..<whole], &state)
        rest.removeFirst(whole)
    }

    /// The 32 bytes of the hash of all bytes added.
    package func finalized() -> [UInt8] {
        var state = state
        var last = rest
        last.append(0x80)
        let filled = last.count % Self.blockSize
        last.append(contentsOf: repeatElement(0, count: (filled <= 56 ? 56 : 120) - filled))
        for shift in stride(from: 56, through: 0, by: -8) {
            last.append(UInt8(truncatingIfNeeded: (length &* 8) >> UInt64(shift)))
        }
        Self.compress(last[...], &state)
        return state.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    /// The 32 bytes of the hash of `bytes`.
    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalized()
    }

    /// The 32 bytes of HMAC-SHA-256 (RFC 2104).
    package static func authenticate(_ message: some Collection<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        var key = key.count > blockSize ? hash(key) : Array(key)
        key.append(contentsOf: repeatElement(0, count: blockSize - key.count))
        var inner = SHA256()
        inner.update(key.map { $0 ^ 0x36 })
        inner.update(message)
        var outer = SHA256()
        outer.update(key.map { $0 ^ 0x5C })
        outer.update(inner.finalized())
        return outer.finalized()
    }

    /// Processes whole blocks.
    private static func compress(_ blocks: ArraySlice<UInt8>, _ state: inout [UInt32]) {
        blocks.withUnsafeBufferPointer { bytes in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                for start in stride(from: 0, to: bytes.count, by: blockSize) {
                    compress(bytes, start, schedule: schedule, state: &state)
                }
            }
        }
    }

    private static func compress(
        _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, schedule w: UnsafeMutableBufferPointer<UInt32>,
        state: inout [UInt32]
    ) {
        func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }
        for step in 0..<16 {
            let at = start + step * 4
            w[step] =
                UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
                | UInt32(bytes[at + 3])
        }
        for step in 16..<64 {
            let s0 = rotate(w[step - 15], 7) ^ rotate(w[step - 15], 18) ^ w[step - 15] &>> 3
            let s1 = rotate(w[step - 2], 17) ^ rotate(w[step - 2], 19) ^ w[step - 2] &>> 10
            w[step] = w[step - 16] &+ s0 &+ w[step - 7] &+ s1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for step in 0..<64 {
            let s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ s1 &+ choice &+ constants[step] &+ w[step]
            let s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ s0 &+ majority)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
