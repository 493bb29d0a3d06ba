/// The guides with what README.md has no room for. `ReadmeTests` compiles, plays and runs what they show, in the same way as
/// what README.md shows; the tests of the guides check all other ones.
package enum TourGuides {
    /// Their paths from the package's folder.
    package static let paths = [
        "RunAndReport", "WriteAScenario", "WireAndFaults", "TLS", "Sessions", "WhatItCosts",
    ].map { "Sources/Guides/Guides.docc/\($0).md" }
}
