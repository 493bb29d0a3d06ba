import ArgumentParser
import MockServerKit

/// The TLS options.
struct TLSArguments: ParsableArguments {
    enum ClientCertificate: String, ExpressibleByArgument, CaseIterable {
        case request, require

        // The parser would derive these from the runtime's metadata at every start.
        static var allValueStrings: [String] { allCases.map { $0.rawValue } }
        static var allValueDescriptions: [String: String] { [:] }
    }

    @Flag(
        help: """
            Speak TLS alone, with certificates made on demand; a command finds whom to trust in MOCKSERVER_CA_FILE. The \
            next options turn it on, too.
            """)
    var tls = false

    @Option(
        name: .customLong("tls-ca"),
        help: ArgumentHelp(
            "Sign certificates by the authority in this folder, which mockserver ca makes.", valueName: "folder"),
        completion: .directory)
    var authorityFolder: String?

    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp(
            "Show a certificate of your own, in PEM: the server's first, then those that lead to its authority.",
            valueName: "file"),
        completion: .file())
    var certificate: String?

    @Option(
        name: .customLong("tls-key"), help: ArgumentHelp("Its private key, in PEM.", valueName: "file"),
        completion: .file())
    var key: String?

    @Option(
        name: .customLong("write-ca"),
        help: ArgumentHelp(
            "Write the PEM that clients must trust to this file, before --ready-file; removed at the end.",
            valueName: "path"),
        completion: .file())
    var authorityPath: String?

    @Option(
        name: .customLong("client-ca"),
        help: ArgumentHelp(
            "Ask clients for a certificate that leads to an authority of this file, in PEM.", valueName: "file"),
        completion: .file())
    var clientAuthorities: String?

    @Option(
        help: ArgumentHelp(
            "Whether clients may come without one: request, or require, which is the default.", valueName: "how"))
    var clientCertificate: ClientCertificate?

    @Option(
        name: .customLong("tls-minimum"),
        help: ArgumentHelp("The oldest version taken: 1.2 or 1.3. (default: 1.2)", valueName: "version"),
        completion: .list(["1.2", "1.3"]),
        transform: TLSArguments.version)
    var minimumVersion: MockServer.TLSOptions.Version?

    @Option(
        name: .customLong("tls-fault"),
        help: ArgumentHelp(
            """
            Have this go wrong, on the first <n> connections or on all: handshake_refused, handshake_stalled, \
            expired_certificate, wrong_host, self_signed or no_close_notify.
            """, valueName: "kind[:n]"),
        completion: .list(MockServer.TLSFault.Kind.allCases.map(\.rawValue)),
        transform: TLSArguments.fault)
    var fault: MockServer.TLSFault?

    func validate() throws {
        if certificate != nil, key == nil {
            throw ValidationError("--tls-certificate needs --tls-key, its private key's file; it may be the same file.")
        }
        if key != nil, certificate == nil {
            throw ValidationError("--tls-key needs --tls-certificate, the file of the certificate that it belongs to.")
        }
        if certificate != nil, authorityFolder != nil {
            throw ValidationError(
                "--tls-certificate and --tls-ca contradict each other: leave --tls-ca out to show your own certificate, or "
                    + "--tls-certificate and --tls-key to have one made.")
        }
        if clientCertificate != nil, clientAuthorities == nil {
            throw ValidationError(
                "--client-certificate needs --client-ca, the file of the authorities whose certificates are trusted.")
        }
        if let fault, fault.kind.isOfCertificate, certificate != nil {
            throw ValidationError(
                "--tls-fault \(fault.kind.rawValue) needs a certificate that is made here: leave --tls-certificate and "
                    + "--tls-key out, or leave --tls-fault out and give a certificate that has the fault itself.")
        }
    }

    /// Whether TLS is enabled.
    var isOn: Bool {
        tls || authorityFolder != nil || certificate != nil || authorityPath != nil || clientAuthorities != nil
            || minimumVersion != nil || fault != nil
    }

    /// The server's TLS options; nil without TLS.
    ///
    /// - Throws: `CommandFailure` if the folder has no usable authority.
    func serverOptions() throws(CommandFailure) -> MockServer.TLSOptions? {
        guard isOn else { return nil }
        var options = MockServer.TLSOptions()
        if let authorityFolder {
            options.certificates = .signed(by: try Self.authority(in: authorityFolder))
        } else if let certificate, let key {
            options.certificates = .own(certificate: .file(certificate), key: .file(key))
        }
        if let clientAuthorities {
            switch clientCertificate ?? .require {
            case .request: options.clientCertificates = .requested(.file(clientAuthorities))
            case .require: options.clientCertificates = .required(.file(clientAuthorities))
            }
        }
        if let minimumVersion { options.minimumVersion = minimumVersion }
        options.fault = fault
        return options
    }

    /// The file that the authority's certificate is written to.
    var authorityFile: AtomicFile? {
        authorityPath.map { AtomicFile(option: "--write-ca", path: $0) }
    }

    /// Advice for a person who starts a client by hand; nil if none is needed.
    var advice: String? {
        if let authorityPath { return "Clients must trust \(authorityPath)." }
        if let authorityFolder {
            return
                "Clients must trust \(authorityFolder)/\(MockServer.PersistentCertificateAuthority.certificateFile): "
                + "mockserver ca --out \(authorityFolder) says how."
        }
        guard isOn, certificate == nil else { return nil }
        return
            "Clients must trust this run's authority: --write-ca writes its certificate, --tls-ca takes one that lasts."
    }

    /// The failure of a server that could not set up TLS, in terms of the options that name its files.
    func failure(_ error: ServerStartError) -> CommandFailure {
        let text = "\(error)"
        if case .unreadableFile(let path) = error.reason {
            return CommandFailure(.missingFile, "\(files.first { $0.path == path }?.option ?? "--tls") \(text)")
        }
        let named = files.filter { text.contains($0.path) }.map { "\($0.option) \($0.path)" }
        return CommandFailure(
            .badCertificate, "\(named.isEmpty ? "--tls" : named.joined(separator: " ")): \(text)")
    }

    private var files: [(option: String, path: String)] {
        [("--tls-certificate", certificate), ("--tls-key", key), ("--client-ca", clientAuthorities)]
            .compactMap { option, path in path.map { (option, $0) } }
    }

    private static func authority(in folder: String) throws(CommandFailure) -> MockServer.PersistentCertificateAuthority
    {
        do {
            return try MockServer.PersistentCertificateAuthority(folder: folder)
        } catch {
            throw CommandFailure(
                error.reason == .unreadable ? .missingFile : .badCertificate,
                "--tls-ca \(folder): \(error.clause); mockserver ca --out \(folder) makes an authority, or says what to do"
            )
        }
    }

    /// - Throws: an error without a message: the parser words that of an enumeration.
    static func clientCertificate(_ text: String) throws -> ClientCertificate {
        guard let certificate = ClientCertificate(rawValue: text) else { throw ValidationError("") }
        return certificate
    }

    static func version(_ text: String) throws -> MockServer.TLSOptions.Version {
        guard let version = MockServer.TLSOptions.Version(rawValue: text) else {
            throw ValidationError("give 1.2 or 1.3; older versions are not supported")
        }
        return version
    }

    static func fault(_ text: String) throws -> MockServer.TLSFault {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let kind = MockServer.TLSFault.Kind(rawValue: parts[0]) else {
            let kinds = MockServer.TLSFault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("give one of \(kinds)")
        }
        guard parts.count == 2 else { return MockServer.TLSFault(kind) }
        guard let connections = Int(parts[1]), connections > 0 else {
            throw ValidationError("give how many connections have it, from 1 on: \(kind.rawValue):1")
        }
        return MockServer.TLSFault(kind, connections: connections)
    }
}
