import APIClient
import ClientTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A service of several hosts") struct DomainServiceTests {
    private let main = RecordingTransport(answeredBy: Responder.data(Data(#"{"result":"main"}"#.utf8)))
    private let archive = RecordingTransport(answeredBy: Responder.data(Data(#"{"result":"archive"}"#.utf8)))
    private let name = APIRequest(.get, "/name", expecting: .result(of: String.self))

    private func service() throws -> DomainService {
        let client = try RESTClient(baseURL: "https://api.example.com/v1", transport: main)
        let tokens = TokenStore(Tokens(access: "at-1", refresh: "rt-1"), refreshingThrough: client)
        let archive = try RESTClient(baseURL: "https://archive.example.com", transport: archive)
        return DomainService(client.authorized(by: tokens), domains: ["archive": archive])
    }

    @Test("sends each request to the host of its domain, and tokens to that of their client alone")
    func hosts() async throws {
        let service = try service()
        #expect(try await service.send(name) == "main")
        #expect(try await service.send(name.inDomain("archive")) == "archive")
        #expect(main.requests.map { $0.url?.absoluteString } == ["https://api.example.com/v1/name"])
        #expect(archive.requests.map { $0.url?.absoluteString } == ["https://archive.example.com/name"])
        #expect(main.requests.map { $0.value(forHTTPHeaderField: "Authorization") } == ["Bearer at-1"])
        #expect(archive.requests.map { $0.value(forHTTPHeaderField: "Authorization") } == [nil])
    }

    @Test("sends nothing to a domain without a client")
    func unknownDomain() async throws {
        await #expect(throws: RESTError.unsupported("the domain images has no client")) {
            try await service().send(name.inDomain("images"))
        }
        #expect(main.requests.isEmpty && archive.requests.isEmpty)
    }

    @Test("a repository has sources on several hosts")
    func repository() async throws {
        let order = PlacedOrder(id: "a", item: "Lamp", quantity: 2)
        let (open, archived) = (NetworkingDouble(), NetworkingDouble())
        open.answer(APIEndpoint.Order.open("a").expecting(.raw), with: RESTResponse(status: 404))
        archived.answer(APIEndpoint.Order.archived("a").inDomain("archive"), with: order)
        let orders = Repository(
            service: DomainService(open, domains: ["archive": archived]), asking: .eachTime(APIEndpoint.Order.open),
            .once { APIEndpoint.Order.archived($0).inDomain("archive") })
        #expect(try await orders.value("a") == order)
        #expect(open.received.count == 1 && archived.received.count == 1)
    }

    @Test("the domain is a part of a request, which keeps it")
    func requests() throws {
        let request = name.inDomain("archive")
        #expect(request != name && request == name.inDomain("archive"))
        #expect(Set([request, name, name.inDomain("archive")]).count == 2)
        #expect(request.expecting(.raw).domain == "archive")
        #expect(
            name.differences(from: request).map(\.description) == ["domain: expected archive, received none"])
    }

    @Test("a client of one host sends requests of every domain")
    func oneHost() async throws {
        let client = try RESTClient(baseURL: "https://api.example.com/v1", transport: main)
        #expect(try await client.send(name.inDomain("archive")) == "main")
        #expect(try await (client as any Networking).value(for: name.inDomain("archive")) == "main")
        #expect(main.requests.map { $0.url?.path } == ["/v1/name", "/v1/name"])
    }
}
