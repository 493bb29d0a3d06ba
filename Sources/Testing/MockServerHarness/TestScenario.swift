public import Foundation
public import MockServerKit
import MockServerStubs
import ScenarioBuilder

/// The scenario that a test plays: a file, looked for or given, or a value.
///
/// ```swift
/// override var scenario: TestScenario { .named("token-refresh", vars: ["refreshToken": "rt-7"]) }
/// ```
public struct TestScenario: Sendable {
    /// The position of the code that names the scenario: what has no file of its own is reported there.
    package let filePath: String
    package let line: Int
    private let isInPackage: Bool
    /// The title of a server without a scenario, for tests that stub inline; nil for one that plays a scenario.
    private var stubsName: String?
    private let making: @Sendable () throws -> Scenario

    /// - Parameter isInPackage: whether positions have paths in the package, else from the working directory.
    private init(
        _ filePath: String, _ line: Int, isInPackage: Bool, _ making: @escaping @Sendable () throws -> Scenario
    ) {
        self.filePath = filePath
        self.line = line
        self.isInPackage = isInPackage
        self.making = making
    }

    /// The file `name.yaml`, `.yml` or `.json` in a folder `Scenarios` beside the calling file or further up, as far as
    /// the package's.
    ///
    /// - Parameters:
    ///   - name: the file's name, with or without its extension.
    ///   - vars: values that replace those of the scenario's `vars`, by name.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    public static func named(
        _ name: String, vars: [String: String] = [:], filePath: String = #filePath, line: Int = #line
    ) -> Self {
        TestScenario(filePath, line, isInPackage: true) {
            let lookup = ScenarioLookup(from: filePath)
            return try lookup.scenario(path: lookup.existingPath(of: name), vars: vars)
        }
    }

    /// The file at `url`.
    ///
    /// - Parameters:
    ///   - url: where the file is.
    ///   - vars: values that replace those of the scenario's `vars`, by name.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    public static func contents(
        of url: URL, vars: [String: String] = [:], filePath: String = #filePath, line: Int = #line
    ) -> Self {
        TestScenario(filePath, line, isInPackage: true) {
            try ScenarioLookup(from: filePath).scenario(path: url.path, vars: vars)
        }
    }

    /// A scenario made in Swift. It is made when a test starts its server, each time anew.
    ///
    /// - Parameters:
    ///   - scenario: makes the scenario.
    ///   - vars: values that replace those of the scenario's `vars`, by name.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    public static func value(
        _ scenario: @autoclosure @escaping @Sendable () throws -> Scenario, vars: [String: String] = [:],
        filePath: String = #filePath, line: Int = #line
    ) -> Self {
        TestScenario(filePath, line, isInPackage: false) { try scenario().replacing(vars: vars) }
    }

    /// No scenario: the test stubs inline, by `server.stub(…)`.
    ///
    /// - Parameters:
    ///   - name: the title in reports.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    public static func stubs(
        for name: String = "stubs", filePath: String = #filePath, line: Int = #line
    ) -> Self {
        var scenario = TestScenario(filePath, line, isInPackage: true) {
            Scenario(emptyNamed: name, at: CallSite(file: filePath, line: line, column: 1))
        }
        scenario.stubsName = name
        return scenario
    }

    /// Reads or makes the scenario.
    ///
    /// - Throws: `ScenarioNotFound`, `ScenarioError`, or what making it throws.
    package func make() throws -> Scenario {
        let scenario = try making()
        if let error = scenario.loadError { throw error }
        return scenario
    }

    /// Starts a server that plays `scenario`, which this has made.
    ///
    /// - Throws: `ServerStartError`.
    package func start(_ scenario: Scenario, _ options: MockServer.Options) throws(ServerStartError) -> MockServer {
        guard let stubsName else { return try MockServer(scenario, options: options) }
        return try MockServer(
            stubsFor: stubsName, options: options, at: CallSite(file: filePath, line: line, column: 1))
    }

    /// The whole path of the file with a position, which editors need; nil if there is no such file, as for a scenario
    /// that a test states as text.
    package func file(at position: Position) -> String? {
        let folder =
            isInPackage || position.file.isSwift
            ? ScenarioLookup(from: filePath).package : URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let path = URL(fileURLWithPath: position.path, relativeTo: folder).path
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}

extension ScenarioLookup {
    /// The path of the first file for the scenario `name`.
    fileprivate func existingPath(of name: String) throws(ScenarioNotFound) -> String {
        do {
            return try path(of: name)
        } catch {
            throw ScenarioNotFound(missing: error)
        }
    }

    /// The scenario in the file at `path`, whose positions have the path in the package.
    fileprivate func scenario(path: String, vars: [String: String]) throws(ScenarioError) -> Scenario {
        try Scenario(contentsOf: path, shownAs: shownPath(of: path), options: LoadOptions(variables: vars))
    }
}
