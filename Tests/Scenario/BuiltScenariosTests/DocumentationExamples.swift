import HTTPMessage
import HTTPTypes
import ScenarioBuilder

import struct BuiltScenarios.Scenario
import XCTest

extension Rule {
    func respondWithProfile() -> Self { respond(json: ["name": "Ada Lovelace"]) }
}

/// The examples of the builder's documentation, so that they are compiled; `DocumentationTests` compares the two.
struct DocumentationExamples {
    func scenarios() -> (Scenario, ScenarioDocument) {
        let scenario = Scenario("token refresh") {
            Step(.get, "/me").respond(.unauthorized)
            Step(.post, "/auth/refresh")
                .assert(.json(["refreshToken": "rt-1"]))
                .respond(json: ["result": ["accessToken": "at-2"]])
            Step(.get, "/me")
                .assert(.bearer("at-2"), .header("Accept", "application/json"))
                .respond(json: ["name": "Ada Lovelace"])
        }
        let document = ScenarioDocument("token refresh") {
            Step(.get, "/me").respond(.unauthorized)
            Step(.post, "/auth/refresh").respond(json: ["result": ["accessToken": "at-2"]])
            Step(.get, "/me").assert(.bearer("at-2")).respond(json: ["name": "Ada Lovelace"])
        }
        return (scenario, document)
    }

    func rule() -> (Step, Stub) {
        let step = Step(.post, "/auth/refresh", id: "refresh")
            .assert(.json(["refreshToken": "rt-1"]))
            .respond(json: ["result": ["accessToken": "at-2"]])
        let stub = Stub(.get, "/health").respond(.noContent)
        return (step, stub)
    }

    func captures() -> Step {
        let step = Step(.post, "/orders").capture("key", .header("Idempotency-Key"))
        return step
    }

    func holds() -> Step {
        let step = Step(.get, "/me").times(3).hold(.untilArrivals(3)).respond(.unauthorized)
        return step
    }

    func parallel() -> [Parallel] {
        let both = Parallel(Step(.get, "/a"), InOrder(Step(.get, "/b"), Step(.get, "/c")))
        let same = Parallel {
            Step(.get, "/a")
            InOrder {
                Step(.get, "/b")
                Step(.get, "/c")
            }
        }
        return [both, same]
    }

    func operators() -> Step {
        let step = Step(.get, "/search", .query("q", .contains("swift")), .header("X-Page", .matches(#"\d+"#)))
        return step
    }

    func body() -> Step {
        let step = Step(.post, "/orders", .header("Content-Type", "application/json"))
            .assert(.bearer("{{accessToken}}"), .json(["items": [["id": 7]]]))
        return step
    }

    func conditions() -> [ScenarioBuilder.Condition] {
        typealias Condition = ScenarioBuilder.Condition
        let either: Condition = .anyOf([RequestMatcher(.get, "/a"), RequestMatcher(.query("b", "1"))])
        let upload: Condition = .multipart([
            Part(name: "avatar", filename: .endsWith(".png")), Part(name: "title", .text("Me")),
        ])
        return [either, upload]
    }

    func values() -> (Count, JSONValue) {
        let count: Count = .gte(2).lte(5)
        let expected: JSONValue = ["id": .matches(#"\d+"#), "tags": .unordered(["a", "b"]), "note": .present]
        return (count, expected)
    }

    func responses() -> Response {
        let response = Response(.created).header("Location", "/orders/7").json(["id": 7]).delay(.milliseconds(200))
        return response
    }

    func body(of request: RecordedRequest) throws {
        XCTAssertEqual(try request.json(), ["refreshToken": "rt-1"])
        XCTAssertEqual(try request.text(), "name;price\n")
    }
}
