import TestTraits
import Testing

/// Fails the test of this task for a server that was released unasked; false if no Swift Testing test runs here. Called
/// by `MockRuntime`, which can't import a test framework.
@_cdecl("mockserver_record_issue")
func recordUnaskedVerdict(_ text: UnsafePointer<CChar>) -> Bool {
    guard let test = Test.current else { return false }
    Issue.record(failure: String(cString: text), at: test.sourceLocation)
    return true
}
