package import Scenarios

/// A scenario that is written call by call, while a server plays it: the stubs of `MockServerStubs`, which builds on this
/// module. It is loaded once somebody uses it, and not at each call.
package protocol UnloadedScenario: AnyObject, Sendable {
    /// Calls `play` with what has been written, if that has changed since the last call, while nobody else can change it or
    /// load it. Without a scenario the run goes on; errors are its failures.
    func load(_ play: (Scenario?, _ errors: [(Position, String)]) -> Void)
}
