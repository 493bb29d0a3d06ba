// swift-tools-version: 6.1
import PackageDescription

// The sample app as its release builds are: without MockServerURLProtocol, which only builds with the trait link.
let package = Package(
    name: "released-app",
    platforms: [.macOS(.v13)],
    traits: ["Mocks"],
    dependencies: [.package(name: "mockserver", path: "../..")],
    targets: [
        .executableTarget(
            name: "released-sample-app",
            dependencies: [
                .product(name: "APIClient", package: "mockserver"),
                .product(
                    name: "MockServerURLProtocol", package: "mockserver", condition: .when(traits: ["Mocks"])),
            ],
            path: "SampleApp",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
