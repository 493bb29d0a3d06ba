// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A separate package, so that packages that depend on the product do not fetch the peers of its tests.
let package = Package(
    name: "swift-peers",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "mockserver", path: "../.."),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    ],
    targets: [
        .executableTarget(
            name: "async-http-client-peer",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "AsyncHTTPClientPeer", swiftSettings: settings),
        .executableTarget(
            name: "url-session-peer",
            dependencies: [.product(name: "APIClient", package: "mockserver")],
            path: "URLSessionPeer", swiftSettings: settings),
        .testTarget(
            name: "LibraryPeerTests",
            dependencies: [
                .product(name: "APIClient", package: "mockserver"),
                // Empty without the trait; `run` checks what then is said of its use.
                .product(name: "APIClientCombine", package: "mockserver"),
                .product(name: "MockServerKit", package: "mockserver"),
                .product(name: "MockServerXCTest", package: "mockserver"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "LibraryPeerTests", swiftSettings: settings),
    ]
)
