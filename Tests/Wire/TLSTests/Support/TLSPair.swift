import Testing

@testable import TLS

/// A client and a session, connected in memory.
struct TLSPair {
    let client: Client
    let session: TLSSession
    /// The number of bytes that reach the session at a time.
    var pieceSize = Int.max
    /// All plaintext that the session gave.
    private(set) var received: [UInt8] = []

    init(
        _ context: TLSContext, fault: InjectedTLSFault? = nil, localAddress: String? = nil,
        _ options: Client.Options = .init()
    ) throws {
        client = try Client(options)
        session = try TLSSession(context, fault: fault, localAddress: localAddress)
    }

    /// Moves bytes in both directions until neither side has any.
    mutating func run() {
        while true {
            client.advance()
            let forth = client.takeOutput()
            session.receive(forth, pieceSize: pieceSize)
            session.takePlaintext(into: &received)
            var back: [UInt8] = []
            session.takeOutput(into: &back)
            client.receive(back)
            if forth.isEmpty, back.isEmpty { break }
        }
    }

    /// The facts of a handshake that must have succeeded.
    var facts: NegotiatedTLSParameters {
        get throws { try #require(session.facts, "\(session.state), client: \(client.failure)") }
    }

    /// The failure of a session that must have failed.
    var failure: TLSError {
        get throws {
            guard case .failed(let failure) = session.state else {
                Issue.record("the session has not failed: \(session.state)")
                throw NotFailed()
            }
            return failure
        }
    }

    private struct NotFailed: Error {}
}

extension TLSSession {
    func receive(_ bytes: [UInt8], pieceSize: Int = .max) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(pieceSize)
            rest = rest.dropFirst(piece.count)
            piece.withUnsafeBytes { receive($0) }
        }
    }

    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { write($0) }
    }
}

/// A context whose certificates the process-wide authority makes.
func makeContext(
    protocols: [String] = ["h2", "http/1.1"], minimumVersion: TLSVersion = .tls12,
    clients: TLSConfiguration.ClientCertificates = .notAsked, names: [String] = [],
    wildcardDomains: [String] = []
) throws -> TLSContext {
    try TLSContext(
        TLSConfiguration(
            certificates: .madeBy(.processWide(), names: names), wildcardDomains: wildcardDomains, protocols: protocols,
            minimumVersion: minimumVersion, clientCertificates: clients))
}

extension TLSSession {
    /// Appends the plaintext that has come since the last call.
    func takePlaintext(into buffer: inout [UInt8]) { takePlaintext { buffer += $0 } }

    /// Appends the bytes that the socket must send.
    func takeOutput(into buffer: inout [UInt8]) { takeOutput { buffer += $0 } }
}
