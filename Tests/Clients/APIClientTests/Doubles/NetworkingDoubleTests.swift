import ClientTestSupport
import Foundation
import Testing

@testable import APIClient

@Suite("A double of Networking") struct NetworkingDoubleTests {
    private let ada = Profile(id: "user-1", name: "Ada Lovelace", email: "ada@example.com")
    private let me = APIRequest(.get, "/me", expecting: .result(of: Profile.self))
    private func items(page: Int) -> APIRequest<[Int]> {
        APIRequest(.get, "/items", query: [URLQueryItem(name: "page", value: "\(page)")], expecting: .json())
    }

    private struct Refused: Error, Equatable {}

    @Test("answers with a typed value, however the request was made, and counts")
    func typedValue() async throws {
        let networking = NetworkingDouble()
        networking.answer(me, with: ada)
        networking.answer(items(page: 2), with: [3])
        #expect(networking.calls(of: me) == 0)
        #expect(try await networking.value(for: me) == ada)
        let read = networking.request("/me").validate().validate(contentType: ["application/json"])
        #expect(try await read.responseObject(.result(of: Profile.self)) == ada)
        #expect(
            try await networking.request("/items", parameters: ["page": 2]).responseObject(.json([Int].self)) == [3])
        #expect(networking.calls(of: me) == 2)
        #expect(networking.calls(of: items(page: 2)) == 1)
        #expect(networking.calls(of: items(page: 1)) == 0)
        #expect(networking.received.map(\.path) == ["/me", "/me", "/items"])
    }

    @Test("fails the test and the caller for a request that nobody registered, with what differs")
    func unregistered() async {
        let line = #line + 2
        let issues = await RecordedIssue.all {
            let networking = NetworkingDouble()
            let empty = await Result.of { try await networking.value(for: me) }
            #expect(throws: UnexpectedRequest.self) { try empty.get() }
            networking.answer(me, with: ada)
            networking.answer(items(page: 1), with: [])
            let other = await Result.of { try await networking.value(for: items(page: 2)) }
            #expect(throws: UnexpectedRequest.self) { try other.get() }
            #expect(networking.received.count == 2)
            #expect(networking.calls(of: items(page: 1)) == 0)
        }
        #expect(
            issues == [
                RecordedIssue(text: "GET /me is not registered; nothing is registered", line: line),
                RecordedIssue(
                    text: "GET /items is not registered; the nearest differs:\n- query page: expected 1, received 2",
                    line: line),
            ])
    }

    @Test("names each part that differs from the nearest")
    func unregisteredMethodAndHeader() async {
        let issues = await RecordedIssue.all {
            let networking = NetworkingDouble()
            networking.answer(me, with: ada)
            _ = await Result.of {
                try await networking.request("/me", method: .delete, headers: ["X-Trace": "7"]).response()
            }
        }
        #expect(
            issues.map(\.text) == [
                "DELETE /me is not registered; the nearest differs:\n"
                    + "- method: expected GET, received DELETE\n- header X-Trace: expected none, received 7"
            ])
    }

    @Test("takes a request whose parameters come in another order")
    func reordered() async throws {
        let networking = NetworkingDouble()
        let query = ["page", "kind"].map { URLQueryItem(name: $0, value: "1") }
        let found = APIRequest(.get, "/items", query: query, expecting: .json([Int].self))
        networking.answer(found, with: [1])
        let parameters: Parameters = ["kind": "1", "page": 1]
        #expect(
            try await networking.request("/items", parameters: parameters).responseObject(.json([Int].self)) == [1])
        #expect(networking.calls(of: found) == 1)
        #expect(
            networking.calls(of: APIRequest(.get, "/items", query: query.reversed(), expecting: .json([Int].self))) == 1
        )
        let form = RequestBody.form(query)
        networking.answer(APIRequest(.post, "/items", sending: form, expecting: .json([Int].self)), with: [2])
        let sent = networking.request("/items", method: .post, parameters: parameters, encoding: .form)
        #expect(try await sent.responseObject(.json([Int].self)) == [2])
    }

    @Test("names each parameter of a body that differs from the nearest")
    func unregisteredParameters() async {
        let issues = await RecordedIssue.all {
            let networking = NetworkingDouble()
            let body = RequestBody.bytes(Data(#"{"b": 2, "a": 1}"#.utf8), contentType: "application/json")
            networking.answer(APIRequest(.post, "/items", sending: body, expecting: .raw), with: .init(status: 201))
            _ = await Result.of {
                try await networking.request("/items", method: .post, parameters: ["a": 1, "b": 3], encoding: .json)
                    .response()
            }
        }
        #expect(
            issues.map(\.text) == [
                "POST /items is not registered; the nearest differs:\n- body $.b: expected 2, received 3"
            ])
    }

    @Test("gives each request to its check, which takes any with the same method and path")
    func check() async throws {
        let networking = NetworkingDouble()
        let seen = Protected<[String?]>([])
        networking.answer(items(page: 1), with: [1]) { request in
            seen.withLock { $0.append(request.query.first?.value) }
        }
        networking.answer(items(page: 2), with: [2])
        #expect(try await networking.value(for: items(page: 7)) == [1])
        #expect(try await networking.value(for: items(page: 1)) == [1])
        #expect(try await networking.value(for: items(page: 2)) == [2])
        #expect(seen.withLock { $0 } == ["7", "1"])
        #expect(networking.calls(of: items(page: 1)) == 2)
        #expect(networking.received.count == 3)
    }

    @Test("does not give a request with another method or path to a check")
    func otherEndpoint() async {
        let issues = await RecordedIssue.all {
            let networking = NetworkingDouble()
            networking.answer(items(page: 1), with: [1]) { _ in }
            for request in [APIRequest(.post, "/items", expecting: .raw), APIRequest(.get, "/item", expecting: .raw)] {
                let result = await Result.of { try await networking.value(for: request) }
                #expect(throws: UnexpectedRequest.self) { try result.get() }
            }
        }
        #expect(issues.count == 2)
    }

    @Test("a check that throws fails the test and the caller")
    func failingCheck() async {
        let line = #line + 2
        let issues = await RecordedIssue.all {
            let networking = NetworkingDouble()
            networking.answer(me, with: ada) { _ in throw Refused() }
            await expect(Result.of { try await networking.value(for: me) }, to: beFailure(Refused()))
        }
        #expect(issues == [RecordedIssue(text: "Refused()", line: line)])
    }

    @Test("the last of several answers to a request counts, whether a value or an error")
    func lastAnswer() async {
        let networking = NetworkingDouble()
        networking.answer(me, with: ada)
        networking.answer(me) { _ in throw RESTError.timedOut }
        await expect(Result.of { try await networking.value(for: me) }, to: beFailure(RESTError.timedOut))
        networking.answer(me) { [ada] request in Profile(id: request.path.description, name: ada.name, email: "") }
        await expect(
            Result.of { try await networking.value(for: me) },
            to: beSuccess(Profile(id: "/me", name: ada.name, email: "")))
    }

    @Test("a response as the answer is validated, and read if a value is asked for")
    func rawResponse() async throws {
        let networking = NetworkingDouble()
        let page = RESTResponse(status: 503, body: Data("[1]".utf8))
        networking.answer(items(page: 1).expecting(.raw), with: page)
        let request = { networking.request(items(page: 1)) }
        #expect(try await request().response() == page)
        #expect(try await request().responseObject(.json([Int].self)) == [1])
        await expect(
            Result.of { try await request().validate().response() }, to: beFailure(RESTError.status(page)))
    }

    @Test("a value that is read as another type fails the test and the caller")
    func wrongType() async {
        let line = #line + 2
        let issues = await RecordedIssue.all {
            let networking = NetworkingDouble()
            networking.answer(me, with: ada)
            await expect(Result.of { try await networking.request("/me").response() }, to: beFailure())
        }
        #expect(
            issues == [
                RecordedIssue(
                    text: "GET /me is read as RESTResponse, but registered with Profile", line: line)
            ])
    }

    @Test("an answer that comes later is not for a request that was cancelled")
    func cancelled() async throws {
        let networking = NetworkingDouble()
        let pending = PendingAnswer<Profile>()
        networking.answer(me) { _ in try await pending.value() }
        let request = networking.request("/me").progress { _ in Issue.record("progress") }
        async let outcome = Result.of { try await request.responseObject(.result(of: Profile.self)) }
        let answer = try #require(await pending.next())
        request.cancel()
        answer.resume(returning: ada)
        let result = await outcome
        #expect(throws: CancellationError.self) { try result.get() }
    }

    @Test(
        "counts no request whose response nobody asked for, nor one that was cancelled before, and each other one once")
    func unsent() async throws {
        let networking = NetworkingDouble()
        networking.answer(me, with: ada)
        let request = networking.request(me).validate()
        let cancelled = networking.request(me)
        cancelled.cancel()
        let result = await Result.of { try await cancelled.responseObject(me.expected) }
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(networking.calls(of: me) == 0 && networking.received.isEmpty)
        for _ in 1...2 { #expect(try await request.responseObject(me.expected) == ada) }
        #expect(networking.calls(of: me) == 1 && networking.received.count == 1)
    }

    @Test("parameters that can't be encoded are the caller's error, not the test's")
    func unencodable() async {
        let networking = NetworkingDouble()
        await expect(
            Result.of { try await networking.request("/me", parameters: ["x": .number(.nan)]).response() },
            to: beFailure(RESTError.invalidData("the parameter x can't be sent: it is nan", nil)))
        #expect(networking.received.isEmpty)
    }
}
