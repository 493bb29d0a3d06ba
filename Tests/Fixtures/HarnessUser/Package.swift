// swift-tools-version: 6.1
import PackageDescription

// A package that depends on this one as a user's would. Its tests fail on purpose: `.ci/harness-failures` compares what
// `swift test` prints with `expected.txt`.
let package = Package(
    name: "harness-user",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "mockserver", path: "../../..")],
    targets: [
        .target(name: "Client", path: "Client"),
        .testTarget(
            name: "XCTestUse",
            dependencies: ["Client", .product(name: "MockServerXCTest", package: "mockserver")], path: "XCTestUse"),
        .testTarget(
            name: "SwiftTestingUse",
            dependencies: ["Client", .product(name: "MockServerTesting", package: "mockserver")],
            path: "SwiftTestingUse"),
        .target(
            name: "SharedServer", dependencies: [.product(name: "MockServerKit", package: "mockserver")],
            path: "SharedServer"),
        .testTarget(
            name: "RemoteXCTestUse",
            dependencies: ["Client", "SharedServer", .product(name: "MockServerRemoteXCTest", package: "mockserver")],
            path: "RemoteXCTestUse"),
        .testTarget(
            name: "RemoteTestingUse",
            dependencies: ["Client", "SharedServer", .product(name: "MockServerRemoteTesting", package: "mockserver")],
            path: "RemoteTestingUse"),
    ]
)
