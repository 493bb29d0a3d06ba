public import HTTPMessage
public import HTTPTypes
public import struct ScenarioBuilder.Capture
public import struct ScenarioBuilder.Condition
public import struct ScenarioBuilder.Hold
public import struct ScenarioBuilder.Interval
public import struct ScenarioBuilder.JSONValue
public import struct ScenarioBuilder.Response
public import protocol ScenarioBuilder.BuiltRule
public import struct ScenarioBuilder.RuleContent
public import struct ScenarioBuilder.Times
public import ScenarioWords
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The modifiers of `Rule` once more, because here their results may be ignored: each changes the stub on the server. Of
// a step or a stub in a scenario the result is all there is, so the compiler warns where it is not used.
extension StubChain {
    /// A stub's parts on their way from one state to the next.
    private struct Parts: BuiltRule {
        var content: RuleContent
    }

    private func changed(_ change: (Parts) -> Parts) -> StubChain {
        content = change(Parts(content: content)).content
        return self
    }

    /// Variables that must have these values for the rule to be open.
    @discardableResult
    public func when(
        _ variables: [String: JSONValue], filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        changed { $0.when(variables, filePath: filePath, line: line, column: column) }
    }

    /// What must be true of a request that it took, beside what was asserted before.
    @discardableResult
    public func assert(_ conditions: Condition...) -> StubChain {
        changed { $0.assert(all: conditions) }
    }

    /// Judges each request that it took: false, or an error, is a failure. Called when the run is verified, on the
    /// test's own thread or task, once for each request.
    @discardableResult
    public func assert(
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ check: @escaping @Sendable (RecordedRequest) throws -> Bool
    ) -> StubChain {
        changed { $0.assert(filePath: filePath, line: line, column: column, check) }
    }

    /// Looks at each request that it took: an error is a failure, and assertions of a test framework count for the
    /// test. Called when the run is verified, on the test's own thread or task, once for each request.
    @discardableResult
    public func verify(
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ check: @escaping @Sendable (RecordedRequest) throws -> Void
    ) -> StubChain {
        changed { $0.verify(filePath: filePath, line: line, column: column, check) }
    }

    /// Whether the assertion of `Defaults` is checked; true unless said.
    @discardableResult
    public func assertDefaults(
        _ isChecked: Bool, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        changed { $0.assertDefaults(isChecked, filePath: filePath, line: line, column: column) }
    }

    /// What a failed assertion does to the response.
    @discardableResult
    public func onAssertFailure(
        _ action: AssertFailureAction, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        changed { $0.onAssertFailure(action, filePath: filePath, line: line, column: column) }
    }

    /// How many requests it takes.
    @discardableResult
    public func times(_ times: Times, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column)
        -> StubChain
    {
        changed { $0.times(times, filePath: filePath, line: line, column: column) }
    }

    /// At most so many of its requests may be unanswered at a time.
    @discardableResult
    public func maxInFlight(
        _ count: Int, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        changed { $0.maxInFlight(count, filePath: filePath, line: line, column: column) }
    }

    /// The time since the last response of this step or, for its first request, of the steps that it waits for.
    @discardableResult
    public func interval(
        _ interval: Interval, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        changed { $0.interval(interval, filePath: filePath, line: line, column: column) }
    }

    /// Whether the client stays to the end of the response.
    @discardableResult
    public func client(
        _ behavior: ClientBehavior, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        changed { $0.client(behavior, filePath: filePath, line: line, column: column) }
    }

    /// Decides when the request's head is there, before its body.
    @discardableResult
    public func early(
        _ isEarly: Bool = true, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        changed { $0.early(isEarly, filePath: filePath, line: line, column: column) }
    }

    /// Gives a variable a value of the request.
    @discardableResult
    public func capture(
        _ name: String, _ source: Capture, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> StubChain {
        changed { $0.capture(name, source, filePath: filePath, line: line, column: column) }
    }

    /// Gives a variable a value, which may have templates.
    @discardableResult
    public func set(
        _ name: String, _ value: JSONValue, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> StubChain {
        changed { $0.set(name, value, filePath: filePath, line: line, column: column) }
    }

    /// The response; further calls add responses that are sent in turn.
    @discardableResult
    public func respond(_ response: Response) -> StubChain {
        changed { $0.respond(response) }
    }

    /// A response with a status, headers and without a body.
    @discardableResult
    public func respond(
        _ status: HTTPResponse.Status, headers: KeyValuePairs<String, String> = [:], filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        changed { $0.respond(status, headers: headers, filePath: filePath, line: line, column: column) }
    }

    /// A response with a JSON body.
    @discardableResult
    public func respond(
        _ status: HTTPResponse.Status? = nil, headers: KeyValuePairs<String, String> = [:], json: JSONValue,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        changed { $0.respond(status, headers: headers, json: json, filePath: filePath, line: line, column: column) }
    }

    /// A response whose body is the JSON that `encoder` makes of a value.
    @discardableResult
    @_disfavoredOverload
    public func respond(
        _ status: HTTPResponse.Status? = nil, headers: KeyValuePairs<String, String> = [:], json value: any Encodable,
        by encoder: JSONEncoder = .stable, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> StubChain {
        changed {
            $0.respond(
                status, headers: headers, json: value, by: encoder, filePath: filePath, line: line, column: column)
        }
    }

    /// A response with a body of text.
    @discardableResult
    public func respond(
        _ status: HTTPResponse.Status? = nil, headers: KeyValuePairs<String, String> = [:], text: String,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        changed { $0.respond(status, headers: headers, text: text, filePath: filePath, line: line, column: column) }
    }

    /// A response with the body of a file in the folder of the Swift source, or below.
    @discardableResult
    public func respond(
        _ status: HTTPResponse.Status? = nil, headers: KeyValuePairs<String, String> = [:], file path: String,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        changed { $0.respond(status, headers: headers, file: path, filePath: filePath, line: line, column: column) }
    }

    /// Makes the response from the request, outside the server's event loops. An error is a failure, and the response is
    /// 500.
    ///
    /// A server calls as many closures at a time as there are processors, but at least two; further ones wait until one
    /// returns. To keep responses back until several requests have come, use `hold`, which blocks nothing.
    @discardableResult
    public func respond(
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ make: @escaping @Sendable (RecordedRequest) throws -> Response
    ) -> StubChain {
        changed { $0.respond(filePath: filePath, line: line, column: column, make) }
    }

    /// What follows the last of several responses.
    @discardableResult
    public func then(
        _ next: AfterLastResponse, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> StubChain {
        changed { $0.then(next, filePath: filePath, line: line, column: column) }
    }

    /// Keeps the response back until something else has happened.
    @discardableResult
    public func hold(_ hold: Hold, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column)
        -> StubChain
    {
        changed { $0.hold(hold, filePath: filePath, line: line, column: column) }
    }
}
