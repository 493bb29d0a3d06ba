// swift-tools-version: 6.1
import PackageDescription

/// What every Swift target is built with: language mode 6 and the stricter features that hold in this package.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

/// A library target with the package's settings.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests that mirror a target.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name)] + dependencies,
        exclude: resources,
        swiftSettings: settings
    )
}

let package = Package(
    name: "mockserver",
    products: [],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0")
    ],
    targets: [
        .systemLibrary(
            name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

        room("TextCoding"),
        tests("TextCoding"),
        room("ExactJSON"),
        tests("ExactJSON"),
        room("Patterns", ["CPCRE2"]),
        tests("Patterns"),

        room("HTTPMessage", [httpTypes]),
        tests("HTTPMessage"),

        room("Scenarios", ["HTTPMessage", "ExactJSON", "Patterns", "TextCoding", "CYAML"]),
        tests("Scenarios", ["ExactJSON", "HTTPMessage", "TextCoding"]),
    ]
)
