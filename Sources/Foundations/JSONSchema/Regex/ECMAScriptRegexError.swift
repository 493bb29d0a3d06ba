/// Why a text is not a regular expression of ECMA-262 with the flag `u`, or cannot be translated.
struct ECMAScriptRegexError: Error, Hashable {
    let message: String
    /// The position in the source, in Unicode scalars from 0; nil if the error concerns the whole.
    let offset: Int?

    init(_ message: String, at offset: Int?) {
        self.message = message
        self.offset = offset
    }
}
