#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import ClientTestSupport
import Foundation
import MockServerXCTest
import XCTest

/// The calls as publishers, each test with its own server; failures of the server's run are failures of the test.
final class RESTPublisherServerTests: ServerTestCase {
    private struct Item: Codable, Sendable, Equatable {
        var id: Int
        var name: String
    }

    private let queue = DispatchQueue(label: "test")

    func testAGetGivesStatusHeadersAndBody() async throws {
        let server = try startServer()
        server.stub(.get, "/items").respond(.accepted, headers: ["X-Trace": "7"], text: "one")
        let response = await published(by: try client(of: server).get("/items", expecting: .raw, on: queue))
        XCTAssertEqual(response.values.map(\.status), [202])
        XCTAssertEqual(response.values.map { $0.header("x-trace") }, ["7"])
        XCTAssertEqual(response.values.map(\.body), [Data("one".utf8)])
        XCTAssertTrue(response.hasFinished)
    }

    func testEveryVerbSendsWhatItShouldAndReadsWhatComesBack() async throws {
        let server = try startServer()
        let (one, two) = (Item(id: 1, name: "one"), Item(id: 2, name: "two"))
        server.stub(.get, "/items", .queryExact(["page": "1"])).respond(json: [one])
            .verify { request in
                XCTAssertEqual(request.headers[.accept], "application/json")
                XCTAssertEqual(request.headers[.acceptLanguage], "en")
            }
            .then(.post, "/items", .queryExact(["page": "2"])).respond(.created, json: ["result": one])
            .verify { request in
                XCTAssertEqual(request.text, #"{"id":2,"name":"two"}"#)
                XCTAssertEqual(request.headers[.acceptLanguage], "da")
            }
            .then(.put, "/items/2", .queryExact(["page": "3"])).respond(json: two)
            .verify { request in
                XCTAssertEqual(request.text, #"{"id":1,"name":"one"}"#)
                XCTAssertEqual(request.headers[.acceptLanguage], "de")
            }
            .then(.patch, "/items/2", .queryExact(["page": "4"])).respond(text: "patched")
            .verify { request in
                XCTAssertEqual(request.text, #"{"name":"three"}"#)
                XCTAssertEqual(request.headers[.contentType], "application/json")
                XCTAssertEqual(request.headers[.acceptLanguage], "fi")
            }
            .then(.delete, "/items/2", .queryExact(["page": "5"])).respond(.noContent)
            .verify { request in XCTAssertEqual(request.headers[.acceptLanguage], "it") }
        let client = try client(of: server)
        func page(_ number: Int) -> [URLQueryItem] { [URLQueryItem(name: "page", value: "\(number)")] }
        func speaking(_ language: String) -> RESTClient.Modifier {
            { $0.settingHeader("Accept-Language", to: language) }
        }

        let read = await published(
            by: client.get("/items", query: page(1), expecting: .json([Item].self), on: queue, with: speaking("en")))
        XCTAssertEqual(read.values, [[one]])
        let created = await published(
            by: client.post(
                "/items", query: page(2), sending: try .json(two), expecting: .result(of: Item.self), on: queue,
                with: speaking("da")))
        XCTAssertEqual(created.values, [one])
        let replaced = await published(
            by: client.put(
                "/items/2", query: page(3), sending: try .json(one), expecting: .json(Item.self), on: queue,
                with: speaking("de")))
        XCTAssertEqual(replaced.values, [two])
        let patched = await published(
            by: client.patch(
                "/items/2", query: page(4), sending: try .json(["name": "three"]), expecting: .raw, on: queue,
                with: speaking("fi")))
        XCTAssertEqual(patched.values.map(\.body), [Data("patched".utf8)])
        let deleted = await published(
            by: client.delete("/items/2", query: page(5), expecting: .noContent, on: queue, with: speaking("it")))
        XCTAssertEqual(deleted.values.count, 1)
        XCTAssertTrue(deleted.hasFinished)
    }

    func testARequestAsAValueIsSentForEachSubscription() async throws {
        let server = try startServer()
        server.stub(.put, "/items/1").respond(json: Item(id: 1, name: "one")).times(.exactly(2))
            .verify { request in
                XCTAssertEqual(request.text, "1")
                XCTAssertEqual(request.headers[.contentType], "text/plain")
                XCTAssertEqual(request.headers[.acceptLanguage], "en")
            }
        let request = APIRequest(
            .put, "/items/\(1)", headers: ["Accept-Language": "en"],
            sending: .bytes(Data("1".utf8), contentType: "text/plain"), expecting: .json(Item.self))
        let publisher = try client(of: server).publisher(for: request, on: queue)
        for _ in 1...2 {
            let publication = await published(by: publisher)
            XCTAssertEqual(publication.values, [Item(id: 1, name: "one")])
        }
    }

    func testWhatIsReadLaterInAChainIsDecodedAndUnwrapped() async throws {
        let server = try startServer()
        server.stub(.get, "/items").respond(json: [Item(id: 1, name: "one")])
            .then(.get, "/items/1").respond(json: ["result": Item(id: 1, name: "one")])
        let client = try client(of: server)
        let list = await published(by: client.get("/items", expecting: .raw, on: queue).decode([Item].self))
        XCTAssertEqual(list.values, [[Item(id: 1, name: "one")]])
        let item = await published(
            by: client.get("/items/1", expecting: .raw, on: queue).unwrapResult(of: Item.self))
        XCTAssertEqual(item.values, [Item(id: 1, name: "one")])
    }

    func testAStatusIsTheErrorWithItsBody() async throws {
        let server = try startServer()
        server.stub(.get, "/items").respond(.serviceUnavailable, text: "later")
        let response = await published(by: try client(of: server).get("/items", expecting: .raw, on: queue))
        guard case .status(let refused)? = response.error as? RESTError else {
            return XCTFail("\(String(describing: response.error))")
        }
        XCTAssertEqual(refused.status, 503)
        XCTAssertEqual(refused.body, Data("later".utf8))
    }

    func testAnInvalidBaseURLGivesTheTypedError() async {
        let queue = queue
        let call = Result { try RESTClient(baseURL: "ftp://example.com") }.publisher
            .flatMap { client in client.get("/items", expecting: .raw, on: queue) }
        let response = await published(by: call)
        XCTAssertTrue(response.values.isEmpty)
        XCTAssertEqual(
            response.error as? RESTError,
            .badURL(#"the base URL "ftp://example.com" must be http:// or https://, a host and at most a path"#))
    }

    func testAPathThatLeadsElsewhereGivesTheTypedErrorAndIsNotSent() async throws {
        let unused = Responder { _ in throw RESTError.timedOut }
        let client = try RESTClient(sendingThrough: unused)
        let response = await published(by: client.get("/items/\("..")", expecting: .raw, on: queue))
        XCTAssertEqual(response.error as? RESTError, .badURL(#"the path /items/.. has a segment "." or "..""#))
    }

    func testValuesAndErrorsComeOnTheScheduler() async throws {
        let server = try startServer()
        server.stub(.get, "/items").respond(text: "one")
            .then(.get, "/items").respond(.notFound)
        let key = DispatchSpecificKey<String>()
        queue.setSpecific(key: key, value: "here")
        let call = try client(of: server).get("/items", expecting: .raw, on: queue)
        let places = call.map { _ in DispatchQueue.getSpecific(key: key) }
            .replaceError(with: nil)
        let (first, second) = (await published(by: places), await published(by: onError(call, key)))
        XCTAssertEqual(first.values, ["here"])
        XCTAssertEqual(second.values, ["here"])
    }

    /// Where the error of a call comes.
    private func onError(
        _ call: AnyPublisher<RESTResponse, any Error>, _ key: DispatchSpecificKey<String>
    ) -> AnyPublisher<String?, Never> {
        call.map { _ in nil }.catch { _ in Just(DispatchQueue.getSpecific(key: key)) }.eraseToAnyPublisher()
    }

    func testTheReleaseOfTheOwnerCancelsTheRequest() async throws {
        let server = try startServer()
        // The response is never sent: the client must have hung up before.
        server.stub(.get, "/items", id: "items").client(.cancels)
            .respond(Response(.ok).delay(.fixed(.seconds(600))))
        var owner: Set<AnyCancellable> = []
        try client(of: server).get("/items", expecting: .raw, on: queue)
            .sink(
                receiveCompletion: { _ in XCTFail("it was cancelled") },
                receiveValue: { _ in XCTFail("it was cancelled") }
            )
            .store(in: &owner)
        try await server.waitFor(step: "items", timeout: .seconds(600))
        owner = []
        let verdict = await server.verify(timeout: .seconds(600))
        XCTAssertTrue(verdict.passed, verdict.text())
        await withCheckedContinuation { drained in queue.async { drained.resume() } }
    }

    private func client(of server: MockServer) throws -> RESTClient {
        try RESTClient(baseURL: server.url)
    }
}
#endif
