import CPCRE2

/// PCRE2's compiled code and the limits of its matches.
///
/// Both pointers are written once, here, and only read afterwards: PCRE2 lets any number of threads match with one
/// `pcre2_code` and one match context as long as each has match data of its own (pcre2api, "Multithreading"). That is
/// why `nonisolated(unsafe)` is sound. There is no JIT: its matches know no limit but their stack's size, it needs
/// writable and executable memory, and compiling costs more than the short texts of a test win back.
final class CompiledPattern: Sendable {
    private nonisolated(unsafe) let code: OpaquePointer
    private nonisolated(unsafe) let limits: OpaquePointer?
    let groupCount: Int

    /// Backtracking points a match may try: some ten milliseconds' worth.
    private static let matchLimit: UInt32 = 500_000
    /// Backtracking points a match may hold at a time.
    private static let depthLimit: UInt32 = 250_000
    /// KiB of backtracking memory a match may hold.
    private static let heapLimit: UInt32 = 32 * 1024
    /// Bytes of source, so that compiling is bounded too.
    private static let sourceLimit = 64 * 1024

    init(_ source: String) throws(PatternError) {
        guard let context = pcre2_compile_context_create_8(nil) else {
            throw PatternError(message: "there is no memory to compile it", offset: 0)
        }
        defer { pcre2_compile_context_free_8(context) }
        pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
        pcre2_set_max_pattern_length_8(context, Self.sourceLimit)
        let options = PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY
        var number: Int32 = 0
        var offset = 0
        var text = source
        let compiled = text.withUTF8 { bytes in
            withPointer(bytes) { pcre2_compile_8($0, bytes.count, options, &number, &offset, context) }
        }
        guard let compiled else {
            let read = source.utf8.prefix(offset)
            let scalars = read.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
            throw PatternError(message: Self.message(number), offset: scalars)
        }
        code = compiled
        limits = pcre2_match_context_create_8(nil)
        pcre2_set_match_limit_8(limits, Self.matchLimit)
        pcre2_set_depth_limit_8(limits, Self.depthLimit)
        pcre2_set_heap_limit_8(limits, Self.heapLimit)
        var count: UInt32 = 0
        pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
        groupCount = Int(count)
    }

    deinit {
        pcre2_match_context_free_8(limits)
        pcre2_code_free_8(code)
    }

    func match(_ text: UnsafeBufferPointer<UInt8>, wholly: Bool) -> Pattern.Outcome {
        guard limits != nil, let data = pcre2_match_data_create_from_pattern_8(code, nil) else { return .limitExceeded }
        defer { pcre2_match_data_free_8(data) }
        let options = wholly ? PCRE2_ANCHORED | PCRE2_ENDANCHORED : 0
        let result = withPointer(text) { pcre2_match_8(code, $0, text.count, 0, options, data, limits) }
        switch result {
        case 1...:
            return .matched(groups: groups(data))
        case PCRE2_ERROR_NOMATCH:
            return .notMatched
        case PCRE2_ERROR_UTF8_ERR21...PCRE2_ERROR_UTF8_ERR1:
            return .invalidUTF8
        default:
            // The match, depth and heap limits, memory, and a pattern that recurses for ever.
            return .limitExceeded
        }
    }

    private func groups(_ data: OpaquePointer) -> [Range<Int>?] {
        guard let offsets = pcre2_get_ovector_pointer_8(data) else { return [] }
        return (0..<Int(pcre2_get_ovector_count_8(data))).map { group in
            let (start, end) = (offsets[2 * group], offsets[2 * group + 1])
            // PCRE2_UNSET is -1 in Swift, where `size_t` is `Int`. Behind `\K` in a look-around a match may end before
            // it starts.
            return start < 0 || end < start ? nil : start..<end
        }
    }

    private static func message(_ number: Int32) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
            let length = pcre2_get_error_message_8(number, buffer.baseAddress, buffer.count)
            return length < 0 ? "error \(number)" : String(decoding: buffer.prefix(Int(length)), as: UTF8.self)
        }
    }
}

/// Calls `body` with a pointer that is not nil even for no bytes, as older PCRE2 wants it.
private func withPointer<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafePointer<UInt8>) -> Result
) -> Result {
    if let base = bytes.baseAddress { return body(base) }
    return withUnsafePointer(to: 0 as UInt8, body)
}
