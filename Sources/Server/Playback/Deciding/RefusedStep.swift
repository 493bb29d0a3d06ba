/// A step that a refused request was for.
struct RefusedStep: Sendable {
    let step: Int
    /// How many requests it could still take; nil if any number, or if that is not known.
    let room: Int?
}

/// An incomplete step that another step waits for, and how many requests it lacks.
struct LackingStep: Sendable {
    let step: Int
    let count: Int

    /// The most such steps with which a failure is explained.
    static let limit = 1_000
}
