/// On which connection each step took its last request, as far as request matchers ask.
package struct StepConnections: Sendable {
    private var numbers: [Int: Int] = [:]

    package init() {}

    /// The connection's number in its server; nil for a step that took no request. Steps are named by their index in
    /// `Scenario.steps`.
    package subscript(step: Int) -> Int? {
        get { numbers[step] }
        set { numbers[step] = newValue }
    }
}
