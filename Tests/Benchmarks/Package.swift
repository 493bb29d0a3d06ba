// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the builds of the product do not pay for it.
let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "mockserver", path: "../..")],
    targets: [
        .executableTarget(
            name: "StartServeStop",
            dependencies: [
                .product(name: "MockServerKit", package: "mockserver"),
                // Only so that it is built, and as this package is.
                .product(name: "mockserver", package: "mockserver"),
            ],
            path: "StartServeStop",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
