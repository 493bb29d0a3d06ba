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

    /// The scenario that the server plays, from its beginning.
    public static let current = RemoteScenario(source: .current, vars: [:])

    /// A file of the server's own scenario folder, the one that holds the file with which it was started.
    ///
    /// - Parameters:
    ///   - name: its path in that folder, such as `login.yaml`.
    ///   - vars: values that replace those of the file's `vars`, by name.
    public static func named(_ name: String, vars: [String: String] = [:]) -> RemoteScenario {
        RemoteScenario(source: .named(name), vars: vars)
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
    public static func file(
        _ name: String, vars: [String: String] = [:], from testFile: String = #filePath
    ) -> RemoteScenario {
        RemoteScenario(source: .file(name, testFile: testFile), vars: vars)
    }

    /// The file of this machine at `url`, whose text is sent; body files that it names are the server's.
    ///
    /// - Parameter vars: values that replace those of the file's `vars`, by name.
    public static func contents(of url: URL, vars: [String: String] = [:]) -> RemoteScenario {
        RemoteScenario(source: .contents(url), vars: vars)
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
    public static func text(
        _ text: String, shownAs name: String? = nil, vars: [String: String] = [:]
    ) -> RemoteScenario {
        RemoteScenario(source: .text(text, name: name), vars: vars)
    }

    /// A scenario that is written in Swift; its failures point at its Swift lines. It can't have closures, and files
    /// that it names are the server's.
    ///
    /// - Parameter vars: values that replace those of the document's `vars`, by name.
    public static func document(_ document: ScenarioDocument, vars: [String: String] = [:]) -> RemoteScenario {
        RemoteScenario(source: .document(document), vars: vars)
    }
}
