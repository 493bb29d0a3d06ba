import ExactJSON

/// What all parts of one evaluation share.
struct Evaluation {
    let root: JSON
    /// The steps that are left.
    private(set) var steps: Int
    /// Whether a test was taken as false because its regular expression needs too many steps or is too large.
    var hasUndecidedTest = false
    /// The last regular expression from the document. A filter mostly uses the same one for each node.
    var lastExpression: IRegexp?

    /// The number of bytes of text that are read in a step.
    private static let bytesPerStep = 64
    /// The number of names and indices of a singular query that are followed in a step.
    static let namesPerStep = 4

    init(root: JSON, steps: Int) {
        self.root = root
        self.steps = steps
    }

    mutating func count(_ taken: Int = 1) throws(JSONPathLimitExceeded) {
        steps -= taken
        if steps < 0 {
            steps = 0
            throw JSONPathLimitExceeded()
        }
    }

    /// Counts the reading of a text.
    mutating func count(reading text: String) throws(JSONPathLimitExceeded) {
        try count(1 + text.utf8.count / Self.bytesPerStep)
    }
}
