import APIClient
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Parameters, and the query or body that they are sent as.
struct EncodingVector: Sendable, CustomTestStringConvertible {
    let parameters: Parameters
    let text: String
    var testDescription: String { text }

    init(_ parameters: Parameters, _ text: String) {
        self.parameters = parameters
        self.text = text
    }
}

@Suite("Parameters") struct ParameterEncodingTests {
    private func url(_ encoding: ParameterEncoding, _ parameters: Parameters?) throws -> String? {
        let request = try encoding.request(.get, "/p", parameters: parameters)
        #expect(request.body == nil)
        return try RESTClient(baseURL: "http://h").urlRequest(for: request).url?.absoluteString
    }

    private func body(_ encoding: ParameterEncoding, _ parameters: Parameters) throws -> String {
        let request = try encoding.request(.post, "/p", parameters: parameters)
        #expect(request.query.isEmpty)
        return String(decoding: try #require(request.body).bytes, as: UTF8.self)
    }

    static let lists: Parameters = ["t": ["x", "y"], "o": [["a": 1], ["a": 2]]]

    @Test(
        "a query escapes all but unreserved characters",
        arguments: [
            EncodingVector(["b": 2, "a": 1], "a=1&b=2"),
            EncodingVector(["q": "a b"], "q=a%20b"),
            EncodingVector(["q": "a+b&c=d"], "q=a%2Bb%26c%3Dd"),
            EncodingVector(["q": "-._~*"], "q=-._~%2A"),
            EncodingVector(["ä": "€"], "%C3%A4=%E2%82%AC"),
            EncodingVector(["q": ""], "q="),
            EncodingVector(["n": nil, "m": 1], "m=1"),
            EncodingVector(["x": true, "y": false], "x=true&y=false"),
            EncodingVector(["d": 1.5, "i": -3], "d=1.5&i=-3"),
            EncodingVector(["t": ["x", "y"]], "t=x&t=y"),
            EncodingVector(["t": ["x", nil, "y"]], "t=x&t=y"),
            EncodingVector(["o": ["c": 2, "b": ["d": 1]]], "o%5Bb%5D%5Bd%5D=1&o%5Bc%5D=2"),
        ])
    func query(_ vector: EncodingVector) throws {
        #expect(try url(.query, vector.parameters) == "http://h/p?\(vector.text)")
    }

    @Test(
        "a form is encoded as WHATWG says",
        arguments: [
            EncodingVector(["b": 2, "a": 1], "a=1&b=2"),
            EncodingVector(["q": "a b"], "q=a+b"),
            EncodingVector(["q": "a+b&c=d"], "q=a%2Bb%26c%3Dd"),
            EncodingVector(["q": "-._*"], "q=-._*"),
            EncodingVector(["q": "~"], "q=%7E"),
            EncodingVector(["q": "!'()"], "q=%21%27%28%29"),
            EncodingVector(["q": "a\r\nb"], "q=a%0D%0Ab"),
            EncodingVector(["ä b": "€"], "%C3%A4+b=%E2%82%AC"),
            EncodingVector(["q": ""], "q="),
            EncodingVector(["n": nil], ""),
            EncodingVector(["t": ["x", "y"]], "t=x&t=y"),
            EncodingVector(["o": ["b": true]], "o%5Bb%5D=true"),
        ])
    func form(_ vector: EncodingVector) throws {
        #expect(try body(.form, vector.parameters) == vector.text)
    }

    @Test("an item of a form without a value has an empty one")
    func valuelessItem() {
        let body = RequestBody.form([URLQueryItem(name: "a", value: nil), URLQueryItem(name: "b", value: "1")])
        #expect(
            body == .bytes(Data("a=&b=1".utf8), contentType: "application/x-www-form-urlencoded"))
    }

    @Test(
        "the values of a list are named in the style that was asked for",
        arguments: [
            (ListStyle.repeated, "o[a]=1&o[a]=2&t=x&t=y"),
            (.brackets, "o[][a]=1&o[][a]=2&t[]=x&t[]=y"),
            (.indices, "o[0][a]=1&o[1][a]=2&t[0]=x&t[1]=y"),
        ])
    func listStyles(_ style: ListStyle, _ text: String) throws {
        #expect(try body(.form(lists: style), Self.lists).removingPercentEncoding == text)
        #expect(try url(.query(lists: style), Self.lists)?.removingPercentEncoding == "http://h/p?\(text)")
    }

    @Test("JSON keeps types and nesting, sorted by name")
    func json() throws {
        let parameters: Parameters = [
            "s": "x/\("y")", "i": 1, "d": 1.5, "b": true, "n": nil, "l": [1, "a", []], "o": ["k": ["m": false]],
        ]
        #expect(
            try body(.json, parameters)
                == #"{"b":true,"d":1.5,"i":1,"l":[1,"a",[]],"n":null,"o":{"k":{"m":false}},"s":"x/y"}"#)
        #expect(
            try ParameterEncoding.json.request(.post, "/p", parameters: [:]).body?.contentType == "application/json")
    }

    @Test("no parameters add nothing, and an empty object is still an object")
    func noParameters() throws {
        for encoding in [ParameterEncoding.query, .form, .json] {
            #expect(try encoding.request(.get, "/p") == APIRequest(.get, "/p", expecting: .raw))
        }
        #expect(try url(.query, [:]) == "http://h/p")
        #expect(try body(.json, [:]) == "{}")
        #expect(try body(.form, [:]) == "")
    }

    @Test("a literal that names a member twice means the last one")
    func repeatedMember() {
        let object: Parameter = ["a": 1, "a": 2]
        #expect(object == .object(["a": .integer(2)]))
    }

    @Test("a number that is not finite can't be sent", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(_ number: Double) {
        for encoding in [ParameterEncoding.query, .form] {
            let error = #expect(throws: RESTError.self) {
                try encoding.request(.post, "/p", parameters: ["o": ["x": .number(number)]])
            }
            #expect(error == .invalidData("the parameter o[x] can't be sent: it is \(number)", nil))
        }
        let error = #expect(throws: RESTError.self) {
            try ParameterEncoding.json.request(.post, "/p", parameters: ["x": .number(number)])
        }
        #expect(error?.description.contains("$.x") == true)
    }

    @Test("the parts that are not parameters are kept")
    func otherParts() throws {
        let request = try ParameterEncoding.form.request(.patch, "/a/\("b/c")", headers: ["X-Trace": "7"])
        #expect(request == APIRequest(.patch, "/a/\("b/c")", headers: ["x-trace": "7"], expecting: .raw))
    }
}
