/// A function extension of RFC 9535 (section 2.4).
enum Function: String, CaseIterable {
    case length, count, match, search, value

    /// The declared type of a parameter or result (RFC 9535, section 2.4.1).
    enum DeclaredType {
        case value, logical, nodes
    }

    var parameters: [DeclaredType] {
        switch self {
        case .length: [.value]
        case .count, .value: [.nodes]
        case .match, .search: [.value, .value]
        }
    }

    var result: DeclaredType {
        switch self {
        case .length, .count, .value: .value
        case .match, .search: .logical
        }
    }
}
