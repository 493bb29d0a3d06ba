import CPCRE2

/// PCRE2's compiled code and the limits of its matches.
///
/// The pointer is written once, here, and only read afterwards: PCRE2 lets any number of threads match with one
/// `pcre2_code` as long as each has its own match data and match context (pcre2api, "Multithreading"). So
/// `nonisolated(unsafe)` is sound. JIT is not used: its matches have no limit but the size of their stack, it needs
/// writable and executable memory, and its compilation costs more than the short texts of a test save.
///
/// PCRE2's own limits count backtracking points, and a single one may stand for a run over the whole text. So PCRE2
/// calls out before each item of an expression (`PCRE2_AUTO_CALLOUT`), and the distance since the last callout is
/// counted.
final class CompiledRegularExpression: Sendable {
    private nonisolated(unsafe) let code: OpaquePointer
    let groupCount: Int

    /// The most backtracking points that a match may try, if they are not counted as steps.
    private static let matchLimit: UInt32 = 500_000
    /// The most backtracking points that a match may hold at a time.
    private static let depthLimit: UInt32 = 250_000
    /// The most backtracking memory of a match, in KiB. Its first use is what costs most: some 2 ms per MiB.
    private static let heapLimit: UInt32 = 4 * 1024
    /// The longest source in bytes, which also limits compiling.
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

    /// - Parameter steps: the most steps that the match may take; reduced by those that it took.
    func match(_ text: UnsafeBufferPointer<UInt8>, wholly: Bool, steps: inout Int) -> RegularExpression.Outcome {
        guard let data = pcre2_match_data_create_from_pattern_8(code, nil) else { return .limitExceeded }
        defer { pcre2_match_data_free_8(data) }
        guard let limits = pcre2_match_context_create_8(nil) else { return .limitExceeded }
        defer { pcre2_match_context_free_8(limits) }
        pcre2_set_match_limit_8(limits, Self.matchLimit)
        pcre2_set_depth_limit_8(limits, Self.depthLimit)
        pcre2_set_heap_limit_8(limits, Self.heapLimit)
        let options = wholly ? PCRE2_ANCHORED | PCRE2_ENDANCHORED : 0
        // The text is read once to check that it is UTF-8.
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
            // Too many steps, the match, depth and heap limits, memory, or an expression that recurses forever. The
            // memory used is not counted, so no steps are left.
            steps = 0
            return .limitExceeded
        }
    }

    private func groups(_ data: OpaquePointer) -> [Range<Int>?] {
        guard let offsets = pcre2_get_ovector_pointer_8(data) else { return [] }
        return (0..<Int(pcre2_get_ovector_count_8(data))).map { group in
            let (start, end) = (offsets[2 * group], offsets[2 * group + 1])
            // PCRE2_UNSET is -1 in Swift, where `size_t` is `Int`. After `\K` in a look-around, a match may end before
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
    /// The most bytes that one step may read.
    static let bytesPerStep = 64

    var left: Int
    /// The offset that the match has reached in the text.
    var position = 0
}

/// The callout of PCRE2 before each item of an expression; a negative result ends the match.
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

/// Calls `body` with a pointer that is not nil even if there are no bytes, as older PCRE2 requires.
private func withPointer<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafePointer<UInt8>) -> Result
) -> Result {
    if let base = bytes.baseAddress { return body(base) }
    return withUnsafePointer(to: 0 as UInt8, body)
}
