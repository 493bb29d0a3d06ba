import JSONPath
import Scenarios

/// JSONPath queries in scalars and keys.
extension LoadingContext {
    /// What a warning about a query is.
    enum QueryWarnings {
        case reported
        /// Errors, where a query that selects less than is meant does harm.
        case refused
    }

    /// The query in a text in which no expression may stand; what is wrong is reported at its character.
    func query(_ text: PositionedText, warnings: QueryWarnings = .reported) -> JSONPathQuery? {
        guard let source = constant(text, "a JSONPath") else { return nil }
        // A literal `{{` is written longer than it is.
        let isVerbatim = text.string == source
        func position(at offset: Int) -> Position { isVerbatim ? text.position(at: offset) : text.start }
        let query: JSONPathQuery
        do {
            query = try JSONPathQuery(source)
        } catch {
            return refuse(error.message, at: position(at: error.offset))
        }
        for warning in query.warnings {
            switch warnings {
            case .reported: self.warning(.jsonPath, warning.message, at: position(at: warning.offset))
            case .refused: error(warning.message, at: position(at: warning.offset))
            }
        }
        return query
    }
}
