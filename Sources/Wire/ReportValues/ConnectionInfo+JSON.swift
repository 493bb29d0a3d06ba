import ExactJSON
public import HTTPMessage

extension HTTPVersion: Decodable {}

extension ConnectionInfo: Decodable {
    /// The connection, the index of the request on it, and the results of its TLS handshake.
    package var members: ReportMember.Exchange.Members {
        [
            (.connection, .integer(index)), (.exchange, .integer(exchange)), (.stream, stream.map(JSON.integer)),
            (.tls, tls?.json),
        ]
    }

    /// Decodes the members of a request that tell its connection.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ReportMember.Exchange.self)
        self.init(
            index: try container.decode(Int.self, forKey: .connection),
            exchange: try container.decode(Int.self, forKey: .exchange),
            stream: try container.decodeIfPresent(Int.self, forKey: .stream),
            tls: try container.decodeIfPresent(TLSInfo.self, forKey: .tls))
    }

    /// `connection 1 stream 7`
    package var text: String { stream.map { "connection \(index) stream \($0)" } ?? "connection \(index)" }
}

extension TLSInfo: Decodable {
    fileprivate var json: JSON {
        ReportMember.Handshake.object([
            (.version, .string(version)), (.serverName, serverName.map(JSON.string)),
            (.applicationProtocol, applicationProtocol.map(JSON.string)),
            (.clientSubject, clientSubject.map(JSON.string)),
        ])
    }

    /// Decodes the object `tls` of `Scenarios/report.schema.json`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ReportMember.Handshake.self)
        self.init(
            version: try container.decode(String.self, forKey: .version),
            serverName: try container.decodeIfPresent(String.self, forKey: .serverName),
            applicationProtocol: try container.decodeIfPresent(String.self, forKey: .applicationProtocol),
            clientSubject: try container.decodeIfPresent(String.self, forKey: .clientSubject))
    }
}
