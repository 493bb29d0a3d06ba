import Testing

@testable import APIClient

@Suite("the base URL that a test gives to an app") struct MockServerOverrideTests {
    private static let environment = ["MOCKSERVER_URL": "http://127.0.0.1:2"]

    @Test(
        "is the argument's, else the variable's",
        arguments: [
            (["app"], [:], nil),
            (["app"], environment, "http://127.0.0.1:2"),
            (["app"], ["MOCKSERVER_URL": ""], nil),
            (["app", "--mockserver-url", "http://127.0.0.1:1"], environment, "http://127.0.0.1:1"),
            (["app", "-x", "--mockserver-url=http://127.0.0.1:1"], environment, "http://127.0.0.1:1"),
            (["app", "--mockserver-url", "a", "--mockserver-url", "b"], [:], "b"),
            (["app", "--mockserver-url-other", "a"], [:], nil),
            (["--mockserver-url"], [:], nil),
        ] as [([String], [String: String], String?)])
    func debug(arguments: [String], environment: [String: String], url: String?) {
        #expect(MockServerOverride.baseURL(arguments, environment, isDebugBuild: true) == url)
    }

    @Test("is ignored by a release build", arguments: [["app"], ["app", "--mockserver-url", "http://127.0.0.1:1"]])
    func release(arguments: [String]) {
        #expect(MockServerOverride.baseURL(arguments, Self.environment, isDebugBuild: false) == nil)
    }

    @Test(
        "is no URL, which the client says, if the argument lacks it",
        arguments: [["--mockserver-url"], ["--mockserver-url="]])
    func missing(arguments: [String]) {
        let url = MockServerOverride.baseURL(["app"] + arguments, [:], isDebugBuild: true)
        #expect(url == "")
        let error = #expect(throws: RESTError.self) { try RESTClient(baseURL: url ?? "http://localhost") }
        #expect(error?.description.hasPrefix("Bad URL: the base URL \"\"") == true)
    }

    @Test("is not what the tests themselves were started with") func ownProcess() {
        #expect(MockServerOverride.baseURL == nil)
    }
}
