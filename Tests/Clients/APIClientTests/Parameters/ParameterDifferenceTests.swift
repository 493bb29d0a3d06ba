import APIClient
import Foundation
import Testing

/// Two texts of parameters, and the differences of the second from the first.
struct ParameterDifferenceVector: Sendable, CustomTestStringConvertible {
    let expected: String
    let received: String
    let differences: [String]
    var testDescription: String { "\(received) for \(expected)" }

    init(_ expected: String, _ received: String, _ differences: String...) {
        self.expected = expected
        self.received = received
        self.differences = differences
    }
}

@Suite("The differences of parameters") struct ParameterDifferenceTests {
    private func request(_ body: String, _ type: String) -> APIRequest<String> {
        APIRequest(.post, "/", sending: .bytes(Data(body.utf8), contentType: type), expecting: .json())
    }

    private func differences(_ vector: ParameterDifferenceVector, _ type: String) -> [String] {
        request(vector.received, type).parameterDifferences(from: request(vector.expected, type)).map(\.description)
    }

    @Test(
        "of JSON are named by their places; neither order nor spaces count",
        arguments: [
            .init(#"{"a":1,"b":{"c":[1,2]}}"#, #"{ "b": {"c": [1, 2]}, "a": 1.0 }"#),
            .init(#"{"s":"a\/b","n":null}"#, #"{"n":null,"s":"a/b"}"#),
            .init(#"{"a":1}"#, #"{"a":2}"#, "body $.a: expected 1, received 2"),
            .init(#"{"a":1}"#, #"{"a":"1"}"#, #"body $.a: expected 1, received "1""#),
            .init(#"{"a":1}"#, #"{"a":true}"#, "body $.a: expected 1, received true"),
            .init(#"{"a":0}"#, #"{"a":false}"#, "body $.a: expected 0, received false"),
            .init(#"{"a":null}"#, "{}", "body $.a: expected null, received none"),
            .init("{}", #"{"a":{"c":1,"b":[]}}"#, #"body $.a: expected none, received {"b":[],"c":1}"#),
            .init(
                #"{"l":[{"x":1},{"x":2}],"z":1}"#, #"{"l":[{"x":1},{"x":3}],"z":2}"#,
                "body $.l[1].x: expected 2, received 3", "body $.z: expected 1, received 2"),
            .init(
                #"{"l":[1,2]}"#, #"{"l":[2,1]}"#, "body $.l[0]: expected 1, received 2",
                "body $.l[1]: expected 2, received 1"),
            .init(#"{"l":[1,2]}"#, #"{"l":[1]}"#, "body $.l: expected [1,2], received [1]"),
            .init("[1]", "{}", "body $: expected [1], received {}"),
            .init(
                #"{"id":9223372036854775808}"#, #"{"id":9223372036854775809}"#,
                "body $.id: expected 9223372036854775808, received 9223372036854775809"),
            .init("[\"\u{e9}\"]", "[\"e\u{301}\"]", "body $[0]: expected \"\u{e9}\", received \"e\u{301}\""),
            .init(#"{"a":1}"#, #"{"a":1"#, #"body: expected {"a":1}, received {"a":1"#),
        ] as [ParameterDifferenceVector])
    func json(_ vector: ParameterDifferenceVector) {
        #expect(differences(vector, "application/json") == vector.differences)
        #expect(differences(vector, "application/problem+json; charset=utf-8") == vector.differences)
    }

    @Test(
        "of a form are named; only the order of different names does not count",
        arguments: [
            .init("a=1&b=2", "b=2&a=1"),
            .init("a=1+2", "a=1%202"),
            .init("a=", "a"),
            .init("a=1&b=2", "a=1&b=3&c=4", "form b: expected 2, received 3", "form c: expected none, received 4"),
            .init("a=1&a=2&b=1", "a=2&b=1&a=1", "form a: expected [1, 2], received [2, 1]"),
            .init("a=1&a=2", "a=[1,+2]", "body: expected a=1&a=2, received a=[1,+2]"),
            .init("a=1", "a=%zz", "body: expected a=1, received a=%zz"),
            .init("a=1", "%zz=1", "body: expected a=1, received %zz=1"),
            .init("a=\u{e9}&b=1", "b=1&a=e\u{301}", "body: expected a=\u{e9}&b=1, received b=1&a=e\u{301}"),
            .init("a=1,+1&a=1", "a=1&a=1,+1", "body: expected a=1,+1&a=1, received a=1&a=1,+1"),
            .init("a=b=c", "a=b=d", "form a: expected b=c, received b=d"),
        ] as [ParameterDifferenceVector])
    func form(_ vector: ParameterDifferenceVector) {
        #expect(differences(vector, "application/x-www-form-urlencoded") == vector.differences)
    }

    @Test(
        "of a query are named; only the order of different names does not count",
        arguments: [
            .init("a=1&b=2", "b=2&a=1"),
            .init("a=1&a=2", "a=2&a=1", "query a: expected [1, 2], received [2, 1]"),
            .init("a=1", "a=2", "query a: expected 1, received 2"),
            .init("a", "a=(no value)", "query: expected a, received a=%28no%20value%29"),
        ] as [ParameterDifferenceVector])
    func query(_ vector: ParameterDifferenceVector) {
        func request(_ query: String) -> APIRequest<String> {
            var components = URLComponents()
            components.query = query
            return APIRequest(.get, "/", query: components.queryItems ?? [], expecting: .json())
        }
        let differences = request(vector.received).parameterDifferences(from: request(vector.expected))
        #expect(differences.map(\.description) == vector.differences)
    }

    @Test("other parts, and bodies in different or other encodings, are compared as they are sent")
    func otherParts() {
        let form = request("a=1", "application/x-www-form-urlencoded")
        #expect(
            request("{}", "application/json").parameterDifferences(from: form).map(\.description) == [
                "content type: expected application/x-www-form-urlencoded, received application/json",
                "body: expected a=1, received {}",
            ])
        #expect(
            request("a=1&b=2", "text/plain").parameterDifferences(from: request("b=2&a=1", "text/plain"))
                .map(\.description) == ["body: expected b=2&a=1, received a=1&b=2"])
        var other = form
        other.method = .put
        other.headers["X-Trace"] = "7"
        other.body = nil
        #expect(
            other.parameterDifferences(from: form) == other.differences(from: form))
        #expect(other.parameterDifferences(from: form).count == 4)
        #expect(form.parameterDifferences(from: form).isEmpty)
    }
}
