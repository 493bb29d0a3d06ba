/// The connection of each step's last request, for the steps that request matchers refer to.
package struct StepConnections: Sendable {
    private var numbers: [Int: Int] = [:]

    package init() {}

    /// The connection's number in its server; nil for a step that took no request. The subscript is an index in
    /// `Scenario.steps`.
    package subscript(step: Int) -> Int? {
        get { numbers[step] }
        set { numbers[step] = newValue }
    }
}
