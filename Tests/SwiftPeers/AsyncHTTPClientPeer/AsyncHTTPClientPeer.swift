import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOSSL

/// Reads a profile with AsyncHTTPClient, at `MOCKSERVER_URL`; if its token has expired, gets another and asks again.
/// Prints the protocol of each response, a line each. Trusts only `MOCKSERVER_CA_FILE` if that is set.
@main
struct AsyncHTTPClientPeer {
    private struct Envelope<Result: Decodable>: Decodable {
        let result: Result
    }

    private struct Token: Decodable {
        let accessToken: String
    }

    private struct Profile: Decodable {
        let name: String
    }

    private let url: String
    private let client: HTTPClient

    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let url = environment["MOCKSERVER_URL"] else { throw Complaint("MOCKSERVER_URL is not set") }
        var configuration = HTTPClient.Configuration()
        switch CommandLine.arguments.dropFirst() {
        case ["http1"]: configuration.httpVersion = .http1Only
        case ["automatic"]: configuration.httpVersion = .automatic
        default: throw Complaint("usage: async-http-client-peer http1|automatic")
        }
        if let file = environment["MOCKSERVER_CA_FILE"] {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(file)
            configuration.tlsConfiguration = tls
        }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            try await AsyncHTTPClientPeer(url: url, client: client).play()
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }

    private func play() async throws {
        var response = try await profile("tok-1")
        if response.status == .unauthorized {
            let refresh = ByteBuffer(string: #"{"refreshToken": "rt-1"}"#)
            let renewed = try await ask(
                "/auth/refresh", .POST, headers: ["Content-Type": "application/json"], body: .bytes(refresh))
            response = try await profile(try read(Token.self, renewed).accessToken)
        }
        guard response.status == .ok, try !read(Profile.self, response).name.isEmpty else {
            throw Complaint("no profile: \(response.status)")
        }
    }

    private func profile(_ token: String) async throws -> (status: HTTPResponseStatus, body: ByteBuffer) {
        try await ask("/me", .GET, headers: ["Authorization": "Bearer \(token)"])
    }

    private func ask(
        _ path: String, _ method: HTTPMethod, headers: HTTPHeaders, body: HTTPClientRequest.Body? = nil
    ) async throws -> (status: HTTPResponseStatus, body: ByteBuffer) {
        var request = HTTPClientRequest(url: url + path)
        request.method = method
        request.headers = headers
        request.body = body
        let response = try await client.execute(request, timeout: .seconds(20))
        print(response.version)
        return (response.status, try await response.body.collect(upTo: 1 << 20))
    }

    private func read<Result: Decodable>(
        _ type: Result.Type, _ response: (status: HTTPResponseStatus, body: ByteBuffer)
    ) throws -> Result {
        try JSONDecoder().decode(Envelope<Result>.self, from: response.body).result
    }
}

/// Why it can't continue.
struct Complaint: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
