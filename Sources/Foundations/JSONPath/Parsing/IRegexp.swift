package import RegularExpressions

/// A regular expression in the syntax of I-Regexp (RFC 9485), translated for the engine.
package struct IRegexp: Sendable {
    /// The longest source in bytes.
    static let sourceLimit = 4096

    /// What became of a source.
    package enum Compiled: Sendable {
        case regularExpression(RegularExpression)
        /// The source is not an I-Regexp: tests with it are false (RFC 9535, section 2.4.6).
        case invalid(message: String)
        /// The source is an I-Regexp that is longer or repeats more than the engine can do.
        case tooLarge
    }

    /// The source as written.
    package let source: String
    /// The source as the engine knows it.
    package let compiled: Compiled

    /// Translates and compiles `source`.
    init(_ source: String) {
        self.source = source
        compiled = Self.compile(source)
    }

    private static func compile(_ source: String) -> Compiled {
        guard source.utf8.count <= sourceLimit else { return .tooLarge }
        var translator = IRegexpTranslator(source)
        do throws(IRegexpError) {
            let translated = try translator.translate()
            // What is valid and not compiled exceeds a limit: a number of repetitions, or the nesting.
            guard let regex = try? RegularExpression(translated) else { return .tooLarge }
            return .regularExpression(regex)
        } catch {
            return .invalid(message: error.message)
        }
    }
}
