/// The failures that a text leaves out, because its reader has them already.
package struct ToldFailures {
    let contains: (Failure) -> Bool
    /// What the text says of so many of them.
    let remark: (Int) -> String

    /// Nothing is left out.
    package static var nothing: ToldFailures { ToldFailures(contains: { _ in false }, remark: { _ in "" }) }

    /// Those that a test has shown.
    package static func shown(_ contains: @escaping (Failure) -> Bool) -> ToldFailures {
        ToldFailures(contains: contains) { count in
            count == 1
                ? "the test that asked for the verdict shows the failure"
                : "the test that asked for the verdict shows \(count) failures"
        }
    }

    /// Those that an earlier verdict on the same run has told.
    package static func above(_ contains: @escaping (Failure) -> Bool) -> ToldFailures {
        ToldFailures(contains: contains) { count in
            count == 1 ? "its other failure is told above" : "its other \(count) failures are told above"
        }
    }
}
