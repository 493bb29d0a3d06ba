import Dispatch
import Libc
public import Scenarios

extension Scenario {
    /// The largest scenario file, in bytes.
    public static let fileLimit = 64 << 20

    /// Reads a scenario file and its diagnostics. A pipe is read to its end, however long that takes. `shownPath` is
    /// the path shown to people if it is not `path`.
    ///
    /// - Throws: `missing` or `unreadable`; errors inside the file are in the result.
    public static func load(
        path: String, shownAs shownPath: String? = nil, options: LoadOptions = LoadOptions()
    ) throws(ScenarioError) -> LoadedScenario {
        var options = options
        options.folder = options.folder ?? ScenarioFileAccess(ofFile: path).path
        return load(
            bytes: try contents(of: path, takesPipes: options.takesPipes), path: shownPath ?? path, options: options)
    }

    /// Reads a file of a folder with other files; nil if it is not a scenario to play.
    ///
    /// - Throws: `missing` or `unreadable`; errors inside the file are in the result.
    package static func loadIfPlayable(path: String, options: LoadOptions) throws(ScenarioError) -> LoadedScenario? {
        var options = options
        options.folder = options.folder ?? ScenarioFileAccess(ofFile: path).path
        let document = Document.read(path: path, bytes: try contents(of: path, takesPipes: false))
        return document.isPlayable ? load(consume document, options: options) : nil
    }

    /// Reads a scenario from standard input, to its end.
    ///
    /// - Throws: `unreadable`; errors inside the text are in the result.
    package static func loadStandardInput(options: LoadOptions) throws(ScenarioError) -> LoadedScenario {
        let bytes = try bytesOfStandardInput()
        let format = Document.Format(ofText: bytes)
        return load(Document.read(path: "<stdin>", bytes: bytes, format: format), options: options)
    }

    /// The bytes of standard input, to its end.
    ///
    /// - Throws: `unreadable`.
    package static func bytesOfStandardInput() throws(ScenarioError) -> [UInt8] {
        let path = "<stdin>"
        switch SystemCall.readAll(STDIN_FILENO, expecting: 0, limit: fileLimit) {
        case .success(let bytes) where bytes.count > fileLimit: throw tooLarge(path)
        case .success(let bytes): return bytes
        case .failure(let error): throw .unreadable(path: path, reason: "it can't be read: \(error.message)")
        }
    }

    /// The folder that contains a scenario file; empty for the working directory.
    package static func folder(ofFile path: String) -> String { ScenarioFileAccess(ofFile: path).path }

    /// Reads a scenario file of a folder; neither its path nor links may lead outside.
    ///
    /// - Throws: `missing` or `unreadable`; errors inside the file are in the result.
    public static func load(
        file: String, inFolder folder: String, options: LoadOptions = LoadOptions()
    ) throws(ScenarioError) -> LoadedScenario {
        let (path, bytes) = try contents(ofFile: file, inFolder: folder)
        var options = options
        options.folder = options.folder ?? ScenarioFileAccess(ofFile: path).path
        return load(bytes: bytes, path: path, options: options)
    }

    /// The text of a scenario file of a folder, and its path for people; neither its path nor links may lead outside.
    ///
    /// - Throws: `unreadable`.
    package static func contents(
        ofFile file: String, inFolder folder: String
    ) throws(ScenarioError) -> (path: String, bytes: [UInt8]) {
        let scenarios = ScenarioFileAccess(path: folder)
        let path = scenarios.display(file)
        do {
            return (path, try scenarios.contents(of: file, limit: fileLimit))
        } catch {
            throw .unreadable(path: path, reason: "it \(error.reason)")
        }
    }

    /// The bytes of a scenario file.
    ///
    /// - Throws: `missing` or `unreadable`.
    package static func bytes(ofFile path: String) throws(ScenarioError) -> [UInt8] { try contents(of: path) }

    /// Reads a scenario in memory; `path` is shown to people. Its folder is that of the options, or of a `path` with a
    /// slash; without one it can't name files.
    public static func load(
        bytes: [UInt8], path: String, options: LoadOptions = LoadOptions()
    ) -> LoadedScenario {
        var options = options
        if options.folder == nil, path.utf8.contains(UInt8(ascii: "/")) {
            options.folder = ScenarioFileAccess(ofFile: path).path
        }
        return load(Document.read(path: path, bytes: bytes), options: options)
    }

    /// Reads the scenario in a document. Its folder is that of the options; without one it can't name files.
    package static func load(_ source: consuming Document, options: LoadOptions) -> LoadedScenario {
        var document = source
        let opened = OpenedFiles()
        let folder = options.folder.map { folder in
            var access = ScenarioFileAccess(path: folder)
            access.opened = opened
            return access
        }
        let state = LoadingContext(file: document.file, folder: folder, options: options)
        var scenario: Scenario?
        // Other schemas refer to one in a stub, and so need its nodes.
        if options.isCheckOnly, document.isComplete, !document.file.mayHaveSchema {
            state.separateStubs = document.takeStubs()
        }
        // Nothing is known behind a syntax error; a key that seems to be missing may stand there.
        if document.isComplete, let root = document.root, let reader = ScenarioReader(root, state: state) {
            scenario = reader.scenario()
            scenario?.includedFiles = state.documents.map(\.file)
            state.warnOfSecrets(in: document.file)
            for document in state.documents { state.warnOfSecrets(in: document.file) }
        }
        var diagnostics = Diagnostics(document.diagnostics)
        for included in state.documents { diagnostics.append(included.diagnostics) }
        // The value of a notation error is not the intended one, so other errors at its position only follow from it.
        let misread = Set(diagnostics.found.map(\.position))
        diagnostics.append(state.diagnostics, exceptAt: misread)
        // After another error, such as a misspelled key, the scenario may only seem empty.
        let awaitsStubs = options.awaitsStubs && document.root?.entries?.contains { $0.name == "stubs" } ?? false
        if let scenario, scenario.isEmpty, !awaitsStubs, !diagnostics.hasErrors {
            diagnostics.error(
                at: scenario.position,
                "there is nothing to play and nothing to check: write steps, stubs or expect, like "
                    + "steps: [{request: GET /me}]")
        }
        let allowed = AllowedWarnings(file: document.file, documents: [document] + state.documents)
        diagnostics = allowed.applied(to: diagnostics)
        let loaded = LoadedScenario(
            scenario: diagnostics.hasErrors || options.isCheckOnly ? nil : scenario, diagnostics: diagnostics.sorted,
            source: document.file,
            openedFiles: opened.all, variableProblems: state.variableProblems)
        if options.isCheckOnly { freeLater(document, scenario) }
        return loaded
    }

    /// Frees a large file's document and scenario on a queue. Freeing takes a twentieth of the time of `validate`, which does
    /// not wait for it.
    private static func freeLater(_ document: consuming Document, _ scenario: consuming Scenario?) {
        // For a small one a thread costs more than it saves.
        guard document.file.bytes.count >= 1 << 16 else { return }
        let held = (document, scenario)
        DispatchQueue(label: "mockserver.free", qos: .utility).async { withExtendedLifetime(held) {} }
    }

    /// Reads a scenario file. `shownPath` is the path shown to people if it is not the one it is read from.
    ///
    ///     let scenario = try Scenario(contentsOf: "Scenarios/token-refresh.yaml")
    ///
    /// - Throws: that there is no such file, that it can't be read, or all its errors.
    public init(
        contentsOf path: String, shownAs shownPath: String? = nil, options: LoadOptions = LoadOptions()
    ) throws(ScenarioError) {
        self = try Self.load(path: path, shownAs: shownPath, options: options).get()
    }

    /// Reads a scenario from a text in YAML or, if `path` ends in `.json`, in JSON.
    ///
    /// - Throws: all its errors.
    public init(
        yaml: String, path: String = "scenario.yaml", options: LoadOptions = LoadOptions()
    ) throws(ScenarioError) {
        self = try Self.load(bytes: Array(yaml.utf8), path: path, options: options).get()
    }

    private static func contents(of path: String, takesPipes: Bool = true) throws(ScenarioError) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw .unreadable(path: path, reason: "the path holds a NUL") }
        let descriptor = SystemCall.openForReading(path)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT || code == ENOTDIR { throw .missing(path: path) }
            throw .unreadable(path: path, reason: "it can't be opened: \(SystemCall.text(of: code))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .unreadable(path: path, reason: SystemCall.text(of: errno))
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(path: path, reason: "it is a folder") }
        guard takesPipes || status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path: path, reason: "it is not a regular file")
        }
        guard Int(status.st_size) <= fileLimit else { throw tooLarge(path) }
        switch SystemCall.readAll(descriptor, expecting: Int(status.st_size), limit: fileLimit) {
        case .success(let bytes):
            guard bytes.count <= fileLimit else { throw tooLarge(path) }
            return bytes
        case .failure(let error):
            throw .unreadable(path: path, reason: "it can't be read: \(error.message)")
        }
    }

    private static func tooLarge(_ path: String) -> ScenarioError {
        .unreadable(path: path, reason: "a scenario has at most \(fileLimit >> 20) MiB; body files can be larger")
    }
}

extension SourceFile {
    /// Whether the key `json_schema` may be anywhere in the file.
    fileprivate var mayHaveSchema: Bool {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            var offset = 0
            while let mark = memchr(base + offset, Int32(UInt8(ascii: "_")), bytes.count - offset) {
                let index = UnsafeRawPointer(mark) - base
                if index >= 4, bytes[(index - 4)...].starts(with: "json_schema".utf8) { return true }
                offset = index + 1
            }
            return false
        }
    }
}

extension Document {
    /// Whether this is a scenario, and not only a part of others that include it.
    fileprivate var isPlayable: Bool {
        guard isScenario else { return false }
        let names = root?.entries?.map(\.name) ?? []
        let parts = KeyTable.included.known.filter { $0 != "stubs" }
        return !isComplete || names.contains { !parts.contains($0) && !$0.hasPrefix("x-") }
    }
}

extension Scenario {
    /// Whether there are neither responses nor expectations.
    fileprivate var isEmpty: Bool { steps.isEmpty && stubs.isEmpty && expectations.isEmpty }
}

extension LoadedScenario {
    /// Returns the scenario that was loaded.
    ///
    /// - Throws: the errors and warnings if there is no scenario.
    public func get() throws(ScenarioError) -> Scenario {
        guard let scenario else { throw .invalid(diagnostics) }
        return scenario
    }
}
