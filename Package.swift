// swift-tools-version: 6.1
import PackageDescription

/// Whether event loops on Linux use a Dispatch source for each descriptor, as on Darwin, instead of one for each event
/// loop. Then tests on Linux run the code for Darwin: `DISPATCH_SOURCE_PER_DESCRIPTOR=1 swift test --scratch-path
/// .build-sources`.
let usesSourcePerDescriptor = Context.environment["DISPATCH_SOURCE_PER_DESCRIPTOR"] == "1"

/// The settings of every Swift target: language mode 6 and the stricter features that this package complies with.
let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (usesSourcePerDescriptor ? [.define("DISPATCH_SOURCE_PER_DESCRIPTOR")] : [])

/// The modules that `MockServerKit` re-exports. Importing targets list them too, because an incremental build only
/// follows listed dependencies.
let exported: [Target.Dependency] = [
    "HTTPMessage", "MockRuntime", "MockServerKit", "Playback", "ReportValues", "Reports", "ScenarioFiles",
    "ScenarioWords", "Scenarios",
]

/// The modules by which tests write scenarios in Swift, which the harnesses re-export.
let built: [Target.Dependency] = ["BuiltScenarios", "MockServerStubs", "ScenarioBuilder"]

/// The folders of `Sources` and `Tests`: a target imports nothing of a floor behind its own, which `.ci/check-imports` holds.
let floors: KeyValuePairs = [
    "System": [
        "Libc", "CPlatform", "CNGHTTP2", "COpenSSL", "CYAML", "CPCRE2", "CZlib",
    ],
    "Foundations": [
        "CTexts", "Locking", "ProcessSpawn", "Bytes", "TextCoding", "ContentCompression", "ExactJSON",
        "RegularExpressions", "JSONPath", "JSONSchema", "SeededRandom", "TestSupport",
    ],
    "Wire": [
        "HTTPMessage", "ReportValues", "HTTPWire", "HTTP2", "TLS", "Sockets", "HTTPWireVectors", "RequestFixtures",
        "SocketClient",
    ],
    "Scenario": [
        "ScenarioWords", "Scenarios", "ScenarioFiles", "ScenarioBuilder", "BuiltScenarios", "FormatPage",
    ],
    "Server": [
        "Playback", "MockRuntime", "Reports", "MockServerKit", "MockServerStubs",
    ],
    "Testing": [
        "MockServerHarness", "MockServerXCTest", "TestTraits", "MockServerTesting", "MockServerURLProtocol",
        "MockServerRemote", "MockServerRemoteXCTest", "MockServerRemoteTesting",
    ],
    "Command": [
        "MockServerCLI"
    ],
    "Clients": [
        "APIClient", "APIClientCombine", "SampleApp", "ClientTestSupport",
    ],
]

/// The path of a target in a folder, on the floor of the target that it belongs to.
func path(_ name: String, in folder: String = "Sources", with owner: String? = nil) -> String {
    let floor = floors.first { $0.value.contains(owner ?? name) }
    return "\(folder)/\(floor?.key ?? "")/\(name)"
}

let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

/// A product of OpenCombine, for the platforms without Combine. Without the trait it is neither fetched nor built.
func openCombine(_ product: String) -> Target.Dependency {
    .product(
        name: product, package: "OpenCombine",
        condition: .when(platforms: [.linux, .android, .windows], traits: ["Combine"]))
}

/// A library target with the package's settings.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: path(name), swiftSettings: settings)
}

/// The tests of the target with the same name.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name)] + dependencies,
        path: path("\(name)Tests", in: "Tests", with: name),
        exclude: resources,
        swiftSettings: settings
    )
}

/// Code that tests of several targets share.
func support(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: path(name, in: "Tests"), swiftSettings: settings)
}

/// A system C library, found by pkg-config.
func system(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(name: name, path: path(name), pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
    name: "mockserver",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16)],
    products: [
        .executable(name: "mockserver", targets: ["MockServerCLI"]),
        .library(name: "MockServerKit", targets: ["MockServerKit", "MockServerStubs"]),
        .library(name: "MockServerXCTest", targets: ["MockServerXCTest"]),
        .library(name: "MockServerTesting", targets: ["MockServerTesting"]),
        .library(name: "MockServerURLProtocol", targets: ["MockServerURLProtocol"]),
        .library(name: "MockServerRemote", targets: ["MockServerRemote"]),
        .library(name: "MockServerRemoteXCTest", targets: ["MockServerRemoteXCTest"]),
        .library(name: "MockServerRemoteTesting", targets: ["MockServerRemoteTesting"]),
        .library(name: "APIClient", targets: ["APIClient"]),
        .library(name: "APIClientCombine", targets: ["APIClientCombine"]),
    ],
    traits: [
        .trait(name: "Combine", description: "APIClientCombine where Combine is missing, by OpenCombine.")
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", .upToNextMinor(from: "0.14.0")),
    ],
    targets: [
        system("CPCRE2", "libpcre2-8", apt: "libpcre2-dev", brew: "pcre2"),
        system("CNGHTTP2", "libnghttp2", apt: "libnghttp2-dev", brew: "libnghttp2"),
        system("CYAML", "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
        system("COpenSSL", "openssl", apt: "libssl-dev", brew: "openssl@3"),
        system("CZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
        module("Libc"),
        .target(name: "CPlatform", path: path("CPlatform")),
        .target(name: "CTexts", path: path("CTexts"), exclude: ["Metaschemas"]),
        module("Locking", ["CPlatform"]),
        module("ProcessSpawn", ["Libc", "Locking"]),
        module("Bytes"),
        module("TextCoding"),
        module("ContentCompression", ["CZlib"]),
        module("ExactJSON", ["TextCoding"]),
        module("RegularExpressions", ["CPCRE2"]),
        module("JSONPath", ["ExactJSON", "RegularExpressions", "TextCoding"]),
        module("JSONSchema", ["CTexts", "ExactJSON", "RegularExpressions", "TextCoding"]),
        module("HTTPMessage", ["Bytes", "TextCoding", httpTypes]),
        module("ReportValues", ["ExactJSON", "HTTPMessage", "TextCoding"]),
        module("HTTPWire", ["Bytes", "HTTPMessage", "TextCoding"]),
        module("TLS", ["COpenSSL", "Libc", "Locking", "TextCoding"]),
        module("HTTP2", ["Bytes", "HTTPMessage", "TextCoding", "CNGHTTP2"]),
        module("Sockets", ["Bytes", "CPlatform", "Libc", "Locking"]),
        module("ScenarioWords"),
        module(
            "Scenarios",
            [
                "ContentCompression", "HTTPMessage", "ExactJSON", "JSONPath", "JSONSchema", "Libc", "Locking",
                "RegularExpressions", "ScenarioWords", "TextCoding",
            ]),
        module(
            "ScenarioFiles",
            [
                "Scenarios", "HTTPMessage", "ContentCompression", "ExactJSON", "JSONPath", "JSONSchema", "Libc",
                "RegularExpressions", "TextCoding", "CYAML",
            ]),
        module("ScenarioBuilder", ["ExactJSON", "HTTPMessage", "ScenarioWords", "TextCoding", httpTypes]),
        module("BuiltScenarios", ["Libc", "Locking", "ScenarioBuilder", "ScenarioFiles", "Scenarios", "HTTPMessage"]),
        module(
            "Playback", ["Bytes", "ReportValues", "Scenarios", "HTTPMessage", "ExactJSON", "JSONPath", "TextCoding"]),
        module(
            "MockRuntime",
            [
                "Bytes", "CPlatform", "Playback", "Scenarios", "HTTPMessage", "HTTPWire", "ExactJSON",
                "ContentCompression", "TextCoding",
                "Libc", "Locking", httpTypes,
            ]),
        module(
            "Reports",
            [
                "MockRuntime", "Playback", "ReportValues", "ScenarioFiles", "Scenarios", "HTTPMessage", "ExactJSON",
                "TextCoding", httpTypes,
            ]),
        module(
            "MockServerKit",
            [
                "Bytes", "CPlatform", "MockRuntime", "Playback", "ReportValues", "Reports", "ScenarioFiles",
                "Scenarios", "HTTPMessage",
                "HTTPWire", "HTTP2",
                "TLS", "Sockets",
                "ExactJSON", "TextCoding", "Locking", "CTexts",
            ]),
        module(
            "MockServerStubs",
            [
                "BuiltScenarios", "HTTPMessage", "Locking", "MockServerKit", "ScenarioBuilder", "ScenarioWords",
                "Scenarios", httpTypes,
            ]),
        module("MockServerHarness", exported + built),
        module("MockServerXCTest", exported + built + ["Locking", "MockServerHarness"]),
        module("TestTraits"),
        module("MockServerTesting", exported + built + ["Locking", "MockServerHarness", "TestTraits"]),
        module(
            "MockServerURLProtocol",
            [
                "BuiltScenarios", "ContentCompression", "HTTPMessage", "HTTPWire", "Locking", "MockRuntime", "Playback",
                "Reports",
                "ScenarioFiles", "Scenarios", "TextCoding",
            ]),
        .executableTarget(
            name: "MockServerCLI",
            dependencies: exported + [
                "CPlatform", "CTexts", "ExactJSON", "Libc", "Locking", "ProcessSpawn", "Sockets", "TextCoding",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: path("MockServerCLI"),
            swiftSettings: settings),
        module("APIClient"),
        module("APIClientCombine", ["APIClient", openCombine("OpenCombine"), openCombine("OpenCombineDispatch")]),
        module("MockServerRemote", ["HTTPMessage", "Locking", "ProcessSpawn", "ReportValues", "ScenarioBuilder"]),
        module("MockServerRemoteXCTest", ["MockServerRemote"]),
        module("MockServerRemoteTesting", ["MockServerRemote", "TestTraits"]),
        .executableTarget(
            name: "SampleApp", dependencies: ["APIClient", "MockServerURLProtocol"], path: path("SampleApp"),
            swiftSettings: settings),
        support(
            "ClientTestSupport",
            exported + ["APIClient", "MockServerTesting", "MockServerURLProtocol", "MockServerXCTest"]),
        support("FormatPage"),
        support("HTTPWireVectors"),
        support("RequestFixtures", ["HTTPMessage"]),
        support("SeededRandom"),
        support("SocketClient", ["Locking"]),
        support("TestSupport", ["ProcessSpawn"]),
        tests("Locking"),
        tests("ProcessSpawn"),
        tests("Bytes", ["SeededRandom"]),
        tests("TextCoding"),
        tests("ContentCompression", ["SeededRandom"]),
        tests("ExactJSON", ["SeededRandom"]),
        tests("RegularExpressions"),
        tests("JSONPath", ["ExactJSON", "RegularExpressions", "SeededRandom", "TextCoding"]),
        tests("JSONSchema", ["ExactJSON", "RegularExpressions", "SeededRandom"]),
        tests("HTTPMessage"),
        tests("ReportValues", ["ExactJSON", "HTTPMessage"]),
        tests("HTTPWire", ["HTTPMessage", "HTTPWireVectors", "SeededRandom"]),
        tests("TLS", ["COpenSSL", "SeededRandom"]),
        tests("HTTP2", ["HTTPMessage", "CNGHTTP2", "SeededRandom"]),
        tests("Sockets", ["CPlatform", "Locking", "SeededRandom"]),
        tests(
            "Scenarios",
            [
                "ScenarioFiles", "ContentCompression", "ExactJSON", "HTTPMessage", "JSONPath", "RegularExpressions",
                "RequestFixtures",
                "SeededRandom", "TextCoding",
            ]),
        tests(
            "ScenarioFiles",
            [
                "Scenarios", "CPlatform", "ExactJSON", "FormatPage", "HTTPMessage", "JSONSchema", "Playback",
                "RegularExpressions", "RequestFixtures", "SeededRandom", "TextCoding",
            ],
            resources: ["Corpus", "Formatting/Fixtures"]),
        tests(
            "BuiltScenarios",
            [
                "FormatPage", "HTTPMessage", "Locking", "MockServerKit", "ScenarioBuilder", "ScenarioFiles",
                "Scenarios", "Sockets", "TestSupport", httpTypes,
            ]),
        tests("MockServerStubs", ["BuiltScenarios", "MockServerKit", "ScenarioBuilder", httpTypes]),
        tests(
            "Playback",
            [
                "CPlatform", "ScenarioFiles", "Scenarios", "ContentCompression", "HTTPMessage", "SeededRandom",
                "TextCoding",
            ]),
        tests(
            "MockRuntime",
            [
                "CPlatform", "ContentCompression", "HTTPWire", "Playback", "ScenarioFiles", "Scenarios", "HTTPMessage",
                "ExactJSON",
                "Locking",
                "SeededRandom", "TextCoding", httpTypes,
            ]),
        tests(
            "Reports",
            [
                "MockRuntime", "Playback", "ReportValues", "ScenarioFiles", "Scenarios", "HTTPMessage", "ExactJSON",
                "Locking", "TestSupport", "TextCoding",
            ],
            resources: ["Schemas", "validate.py", "read-har.js", "check-page.py"]),
        tests(
            "MockServerKit",
            [
                "CNGHTTP2", "COpenSSL", "ContentCompression", "ExactJSON", "FormatPage", "HTTPMessage", "MockRuntime",
                "Playback",
                "ScenarioFiles", "Scenarios", "HTTPWireVectors", "Locking", "SeededRandom", "Sockets", "TLS",
                "TestSupport",
            ]),
        tests(
            "MockServerCLI",
            exported + [
                "ExactJSON", "Locking", "ProcessSpawn", "Sockets",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        tests(
            "MockServerRemote",
            exported + [
                "APIClient", "Locking", "MockServerCLI", "MockServerRemoteTesting", "MockServerRemoteXCTest",
                "MockServerTesting", "ScenarioBuilder", "TestSupport", httpTypes,
            ],
            resources: ["Scenarios"]),
        tests("MockServerHarness", exported + ["ScenarioBuilder"]),
        tests(
            "MockServerXCTest",
            exported + ["APIClient", "Locking", "MockServerHarness", "MockServerURLProtocol", "TestSupport"],
            resources: ["Scenarios"]),
        tests(
            "MockServerTesting",
            exported + [
                "APIClient", "Locking", "MockServerHarness", "MockServerURLProtocol", "SocketClient", "TestSupport",
            ],
            resources: ["Scenarios"]),
        tests("MockServerURLProtocol", exported + ["Locking", "TestSupport", httpTypes]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: exported + [
                "ExactJSON", "FormatPage", "Locking", "MockServerCLI", "APIClient", "SampleApp", "MockServerRemote",
                "MockServerRemoteTesting", "TestSupport",
            ],
            path: "Tests/EndToEnd",
            exclude: [
                "allocations", "checker", "clients", "fixtures", "golden", "html", "http2", "metrics", "openapi",
                "peers", "races",
                "schema", "sessions",
            ],
            swiftSettings: settings),
        tests(
            "APIClient",
            exported + [
                "ClientTestSupport", "MockServerHarness", "MockServerTesting", "MockServerURLProtocol",
                "MockServerXCTest", "TestSupport",
            ],
            resources: ["Scenarios"]),
        tests(
            "APIClientCombine",
            exported + [
                "APIClient", "ClientTestSupport", "MockServerHarness", "MockServerTesting", "MockServerURLProtocol",
                "MockServerXCTest",
            ]),
        // The snippets of the guides in Sources/Guides and of the other documentation catalogues.
        .testTarget(
            name: "GuideTests",
            dependencies: exported + built + [
                "APIClient", "APIClientCombine", "ClientTestSupport", "FormatPage", "Locking", "MockServerCLI",
                "MockServerRemote", "MockServerRemoteTesting", "MockServerRemoteXCTest", "MockServerTesting",
                "MockServerURLProtocol", "MockServerXCTest", "SampleApp", "TestSupport",
            ],
            exclude: ["Scenarios"],
            swiftSettings: settings),
    ]
)

// CI builds only the tests of these targets if it runs a part of them: `TEST_TARGETS="SocketsTests" swift test …`.
if let wanted = Context.environment["TEST_TARGETS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.isTest && !wanted.contains($0.name) }
}
