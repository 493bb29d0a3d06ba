package import Dispatch
package import Scenarios

/// Where closures make responses.
package enum ResponderScope {
    /// Whether this is called by a closure that makes a response. It must not wait for that response.
    @TaskLocal package static var isActive = false

    /// The queue for one decision about a request of the scenario. A closure has a queue, and so a thread, of its own:
    /// it may block as long as it likes without keeping others waiting.
    package static func queue(_ scenario: Scenario) -> DispatchQueue {
        scenario.hasResponders ? DispatchQueue(label: "mockserver.respond") : .global()
    }
}
