import ClientTestSupport
import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Endpoint where Kind == EndpointKinds.Private, Response == Profile {
    static var profile: Self { Endpoint(APIEndpoint.User.current()) }
}

@Suite("The request of an endpoint") struct EndpointTests {
    @Test("has the host of its environment")
    func hosts() throws {
        let endpoint = PublicEndpoint<[String]>("/items", queryItems: [URLQueryItem(name: "q", value: "a+b")])
        let testServer = EndpointHost.testServer(try #require(URL(string: "http://127.0.0.1:8080")))
        for host in [EndpointHost.production, .staging, testServer] {
            #expect(try endpoint.makeRequest(host: host).url == host.expectedURL(path: "/items?q=a%2Bb"))
        }
        #expect(try EndpointHost.staging.expectedURL(path: "/a").absoluteString == "https://staging.example.com/v1/a")
        #expect(throws: URLError.self) { try EndpointHost("").expectedURL(path: "") }
        #expect(testServer == EndpointHost(rawValue: "http://127.0.0.1:8080"))
    }

    @Test("has the host of its build if it names none")
    func defaultHost() throws {
        #expect(EndpointHost.host(isDebugBuild: true) == .staging)
        #expect(EndpointHost.host(isDebugBuild: false) == .production)
        #if DEBUG
        #expect(EndpointHost.default == .staging)
        #else
        #expect(EndpointHost.default == .production)
        #endif
        let items = PublicEndpoint<[String]>("/items")
        #expect(try items.makeRequest() == items.makeRequest(host: .default))
        let token = AccessToken("at-1")
        #expect(
            try PrivateEndpoint.profile.makeRequest(with: token)
                == PrivateEndpoint.profile.makeRequest(with: token, host: .default))
    }

    @Test("accepts JSON, and has a token if the endpoint is private")
    func headers() throws {
        let open = try PublicEndpoint<[String]>("/items").makeRequest(host: .staging)
        #expect(open.allHTTPHeaderFields == ["Accept": "application/json"])
        #expect(open.httpMethod == "GET")
        #expect(open.timeoutInterval == 30)
        let closed = try PrivateEndpoint.profile.makeRequest(with: AccessToken("at-1"), host: .staging)
        #expect(closed.allHTTPHeaderFields == ["Accept": "application/json", "Authorization": "Bearer at-1"])
        #expect(closed.url?.path == "/v1/me")
        let stub = try StubEndpoint<[String]>("/items").makeRequest(with: .data(Data()), host: .staging)
        #expect(stub == open)
    }

    @Test("sends what the endpoint's request value says")
    func method() throws {
        let create = try APIEndpoint.Order.create(OrderDraft(item: "Lamp", quantity: 1), key: "k-1")
        let sent = try PrivateEndpoint(create).makeRequest(with: AccessToken("at-1"), host: .production)
        #expect(sent.httpMethod == "POST")
        #expect(sent.httpBody == create.body?.bytes)
        #expect(sent.value(forHTTPHeaderField: "Idempotency-Key") == "k-1")
        #expect(PrivateEndpoint(create).request == create)
    }

    @Test("can't be made from a host or a path that is not valid, which the error names")
    func invalid() {
        let endpoint = PublicEndpoint<[String]>("/a/../b")
        let path = #expect(throws: InvalidEndpointError.self) { try endpoint.makeRequest(host: .staging) }
        let reason = #"Bad URL: the path /a/../b has a segment "." or ".."."#
        #expect(
            path?.description == "The endpoint /a/../b can't be called at https://staging.example.com/v1. \(reason)")
        #expect(path?.localizedDescription == path?.description)
        #expect(path?.path == "/a/../b")
        let host = #expect(throws: InvalidEndpointError.self) {
            try PrivateEndpoint.profile.makeRequest(with: AccessToken("at-1"), host: EndpointHost("ftp://h"))
        }
        #expect(host?.host.rawValue == "ftp://h")
        #expect(
            host?.reason == .badURL(#"the base URL "ftp://h" must be http:// or https://, a host and at most a path"#))
    }

    @Test("has the path and the query items of its endpoint")
    func parts() {
        let items = [URLQueryItem(name: "q", value: "1")]
        let endpoint = PublicEndpoint<Void>("/items", queryItems: items, expecting: .noContent)
        #expect(endpoint.path == "/items")
        #expect(endpoint.queryItems == items)
        #expect(endpoint == PublicEndpoint(APIRequest(.get, "/items", query: items, expecting: .noContent)))
        #expect(endpoint != PublicEndpoint("/items", expecting: .noContent))
        #expect(PublicEndpoint<[String]>("/items", queryItems: items).queryItems == items)
        #expect(PublicEndpoint<[String]>("/items").queryItems.isEmpty)
    }

    @Test("has a token that no log shows")
    func tokenIsSecret() {
        let token = AccessToken("at-1")
        #expect(token.rawValue == "at-1")
        #expect("\(token) \(String(reflecting: token))" == "access token access token")
    }
}
