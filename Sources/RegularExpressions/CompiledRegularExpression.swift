import CPCRE2

/// PCRE2's compiled code and the limits of its matches.
///
/// The pointer is written once, here, and only read afterwards: PCRE2 lets any number of threads match with one
/// `pcre2_code` as long as each has match data and a match context of its own (pcre2api, "Multithreading"). That is why
/// `nonisolated(unsafe)` is sound. There is no JIT: its matches know no limit but their stack's size, it needs
/// writable and executable memory, and compiling costs more than the short texts of a test win back.
///
/// PCRE2's own limits count backtracking points, and one of them may stand for a run over the whole text. So each item of
/// an expression calls out before it is matched (`PCRE2_AUTO_CALLOUT`), and how far the match has come since is counted.
final class CompiledRegularExpression: Sendable {
    private nonisolated(unsafe) let code: OpaquePointer
    let groupCount: Int

    /// Backtracking points a match may try, should they not be counted as steps.
    private static let matchLimit: UInt32 = 500_000
    /// Backtracking points a match may hold at a time.
    private static let depthLimit: UInt32 = 250_000
    /// KiB of backtracking memory a match may hold. Touching it first is what costs most: some 2 ms a MiB.
    private static let heapLimit: UInt32 = 4 * 1024
    /// Bytes of source, so that compiling is bounded too.
    private static let sourceLimit = 64 * 1024

    init(_ source: String) throws(RegularExpressionError) {
        guard let context = pcre2_compile_context_create_8(nil) else {
            throw RegularExpressionError(message: "there is no memory to compile it", offset: 0)
        }
        defer { pcre2_compile_context_free_8(context) }
        pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
        pcre2_set_max_pattern_length_8(context, Self.sourceLimit)
        let options = PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY | PCRE2_AUTO_CALLOUT
        var number: Int32 = 0
        var offset = 0
        var text = source
        let compiled = text.withUTF8 { bytes in
            withPointer(bytes) { pcre2_compile_8($0, bytes.count, options, &number, &offset, context) }
        }
        guard let compiled else {
            let read = source.utf8.prefix(offset)
            let scalars = read.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
            throw RegularExpressionError(message: Self.message(number), offset: scalars)
        }
        code = compiled
        var count: UInt32 = 0
        pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
        groupCount = Int(count)
    }

    deinit {
        pcre2_code_free_8(code)
    }

    /// - Parameter steps: how many the match may take; those that it took are taken off.
    func match(_ text: UnsafeBufferPointer<UInt8>, wholly: Bool, steps: inout Int) -> RegularExpression.Outcome {
        guard let data = pcre2_match_data_create_from_pattern_8(code, nil) else { return .limitExceeded }
        defer { pcre2_match_data_free_8(data) }
        guard let limits = pcre2_match_context_create_8(nil) else { return .limitExceeded }
        defer { pcre2_match_context_free_8(limits) }
        pcre2_set_match_limit_8(limits, Self.matchLimit)
        pcre2_set_depth_limit_8(limits, Self.depthLimit)
        pcre2_set_heap_limit_8(limits, Self.heapLimit)
        let options = wholly ? PCRE2_ANCHORED | PCRE2_ENDANCHORED : 0
        // The text is read once to see that it is UTF-8.
        var meter = StepMeter(left: steps - text.count / StepMeter.bytesPerStep)
        let result = withUnsafeMutablePointer(to: &meter) { meter in
            pcre2_set_callout_8(limits, countStep, meter)
            return withPointer(text) { pcre2_match_8(code, $0, text.count, 0, options, data, limits) }
        }
        steps = max(0, meter.left)
        switch result {
        case 1...:
            return .matched(groups: groups(data))
        case PCRE2_ERROR_NOMATCH:
            return .notMatched
        case PCRE2_ERROR_UTF8_ERR21...PCRE2_ERROR_UTF8_ERR1:
            return .invalidUTF8
        default:
            // Too many steps, the match, depth and heap limits, memory, and an expression that recurses for ever. What
            // was used of memory is not counted, so nothing is left.
            steps = 0
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

/// Counts the work of a match.
private struct StepMeter {
    /// How many bytes a step reads at most.
    static let bytesPerStep = 64

    var left: Int
    /// How far into the text the match had come.
    var position = 0
}

/// What PCRE2 calls before each item of an expression; a negative answer ends the match.
private func countStep(
    _ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ meter: UnsafeMutableRawPointer?
) -> Int32 {
    guard let block, let meter = meter?.assumingMemoryBound(to: StepMeter.self) else { return 0 }
    let position = block.pointee.current_position
    let advance = position - meter.pointee.position
    meter.pointee.left -= advance > 0 ? 1 + advance / StepMeter.bytesPerStep : 1
    meter.pointee.position = position
    return meter.pointee.left < 0 ? PCRE2_ERROR_CALLOUT : 0
}

/// Calls `body` with a pointer that is not nil even for no bytes, as older PCRE2 wants it.
private func withPointer<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafePointer<UInt8>) -> Result
) -> Result {
    if let base = bytes.baseAddress { return body(base) }
    return withUnsafePointer(to: 0 as UInt8, body)
}
