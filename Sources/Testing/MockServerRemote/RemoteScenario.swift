public import Foundation
public import ScenarioBuilder

/// A scenario for a remote server to play.
public struct RemoteScenario: Sendable {
    enum Source: Sendable {
        case current
        case named(String)
        /// A file of this machine, looked up by name from a test's source file.
        case file(String, testFile: String)
        case contents(URL)
        case text(String, name: String?)
        case document(ScenarioDocument)
    }

    let source: Source
    let vars: [String: String]
    /// The code that names the scenario: what has no file on this machine is reported there, unless a call is known.
    package let site: CallSite?

    private init(_ source: Source, _ vars: [String: String], _ site: CallSite?) {
        self.source = source
        self.vars = vars
        self.site = site
    }

    /// Whether it is the one that the server plays.
    package var isCurrent: Bool {
        if case .current = source { true } else { false }
    }

    /// The scenario that the server, or the session, plays, from its beginning.
    public static let current = RemoteScenario(.current, [:], nil)

    /// A file of the server's own scenario folder, the one that holds the file with which it was started.
    ///
    /// - Parameters:
    ///   - name: its path in that folder, such as `login.yaml`.
    ///   - vars: values that replace those of the file's `vars`, by name.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    public static func named(
        _ name: String, vars: [String: String] = [:], filePath: String = #filePath, line: Int = #line
    ) -> RemoteScenario {
        RemoteScenario(.named(name), vars, CallSite(file: filePath, line: line, column: 1))
    }

    /// A file of this machine: `name.yaml`, `.yml` or `.json` in a folder `Scenarios` beside the calling file or
    /// further up, as far as the package's. Its text is sent; body files that it names are the server's.
    ///
    /// Failures name it by its path in the package.
    ///
    /// - Parameters:
    ///   - name: its name, with or without the extension.
    ///   - vars: values that replace those of the file's `vars`, by name.
    ///   - testFile: the file from which it is looked up.
    ///   - line: the caller's line; leave it out.
    public static func file(
        _ name: String, vars: [String: String] = [:], from testFile: String = #filePath, line: Int = #line
    ) -> RemoteScenario {
        RemoteScenario(
            .file(name, testFile: testFile), vars, CallSite(file: testFile, line: line, column: 1))
    }

    /// The file of this machine at `url`, whose text is sent; body files that it names are the server's.
    ///
    /// - Parameters:
    ///   - url: where the file is.
    ///   - vars: values that replace those of the file's `vars`, by name.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    public static func contents(
        of url: URL, vars: [String: String] = [:], filePath: String = #filePath, line: Int = #line
    ) -> RemoteScenario {
        RemoteScenario(.contents(url), vars, CallSite(file: filePath, line: line, column: 1))
    }

    /// A scenario in YAML or JSON; body files that it names are the server's.
    ///
    /// ```swift
    /// try await server.play(.text("mockserver: 1\nsteps: [{ request: GET /health }]"))
    /// ```
    ///
    /// - Parameters:
    ///   - text: the scenario.
    ///   - name: how failures name it; a name that ends with `.json` marks JSON. nil for `scenario.yaml` or, if it
    ///     begins with `{`, `scenario.json`.
    ///   - vars: values that replace those of the text's `vars`, by name.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    public static func text(
        _ text: String, shownAs name: String? = nil, vars: [String: String] = [:], filePath: String = #filePath,
        line: Int = #line
    ) -> RemoteScenario {
        RemoteScenario(.text(text, name: name), vars, CallSite(file: filePath, line: line, column: 1))
    }

    /// A scenario that is written in Swift; its failures point at its Swift lines. It can't have closures, and files
    /// that it names are the server's.
    ///
    /// - Parameters:
    ///   - document: the scenario.
    ///   - vars: values that replace those of the document's `vars`, by name.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    public static func document(
        _ document: ScenarioDocument, vars: [String: String] = [:], filePath: String = #filePath, line: Int = #line
    ) -> RemoteScenario {
        RemoteScenario(.document(document), vars, CallSite(file: filePath, line: line, column: 1))
    }
}
