// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A separate package, so that builds of the product do not pay for it.
let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "mockserver", path: "../..")],
    targets: [
        .target(
            name: "CTLSClient", path: "CTLSClient",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .executableTarget(
            name: "StartServeStop",
            dependencies: [
                "CTLSClient",
                .product(name: "MockServerKit", package: "mockserver"),
                // Only to have it built, with this package's settings.
                .product(name: "mockserver", package: "mockserver"),
            ],
            path: "StartServeStop", swiftSettings: settings),
        .executableTarget(
            name: "StartStop", dependencies: [.product(name: "MockServerKit", package: "mockserver")],
            path: "StartStop", swiftSettings: settings),
        .executableTarget(
            name: "LoadScenario", dependencies: [.product(name: "MockServerKit", package: "mockserver")],
            path: "LoadScenario", swiftSettings: settings),
        .executableTarget(
            name: "Sessions", dependencies: [.product(name: "MockServerKit", package: "mockserver")],
            path: "Sessions", swiftSettings: settings),
        .testTarget(
            name: "HarnessCost",
            dependencies: [
                .product(name: "MockServerTesting", package: "mockserver"),
                .product(name: "MockServerURLProtocol", package: "mockserver"),
                .product(name: "MockServerXCTest", package: "mockserver"),
            ],
            path: "HarnessCost", exclude: ["Scenarios"], swiftSettings: settings),
    ]
)
