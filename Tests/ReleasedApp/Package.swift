// swift-tools-version: 6.1
import PackageDescription

// The sample app as its release builds are: without MockServerURLProtocol, which only its debug builds import.
let package = Package(
    name: "released-app",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "mockserver", path: "../..")],
    targets: [
        .executableTarget(
            name: "released-sample-app",
            dependencies: [.product(name: "APIClient", package: "mockserver")],
            path: "SampleApp",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
