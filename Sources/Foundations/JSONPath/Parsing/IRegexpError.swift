/// Why a text is not an I-Regexp: a sentence for the user.
struct IRegexpError: Error {
    let message: String
}
