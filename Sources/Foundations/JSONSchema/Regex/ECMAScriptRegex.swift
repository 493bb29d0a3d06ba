import RegularExpressions

/// A regular expression of ECMA-262 with the flag `u`, as `pattern` and `patternProperties` use them, translated to
/// PCRE2 (JSON Schema Core, section 6.4).
///
/// What ECMA-262 forbids is an error, as is what PCRE2 cannot say: a lookbehind of variable length, a repetition above
/// 65,535, or a group that a backreference reads after an iteration skipped it.
enum ECMAScriptRegex {
    /// Compiles `source`.
    static func compile(_ source: String) throws(ECMAScriptRegexError) -> RegularExpression {
        let translated = try translate(source)
        do throws(RegularExpressionError) {
            return try RegularExpression(translated)
        } catch {
            throw ECMAScriptRegexError("the engine for regular expressions refuses it: \(error.message)", at: nil)
        }
    }

    /// The same expression in PCRE2's syntax, for the options that `RegularExpression` sets.
    static func translate(_ source: String) throws(ECMAScriptRegexError) -> String {
        var translator = ECMAScriptRegexTranslator(source)
        return try translator.translate()
    }
}
