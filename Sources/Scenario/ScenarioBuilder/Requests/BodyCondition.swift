import TextCoding
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A condition on a body: a request's, or that of a part of a multipart body.
public struct BodyCondition: Sendable {
    let key: String
    let value: DocumentNode

    private init(_ key: String, _ value: DocumentNode) {
        self.key = key
        self.value = value
    }

    /// The members and elements that the JSON has, at every depth.
    public static func json(
        _ value: JSONValue, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        BodyCondition("json", value.expectation(at: CallSite(filePath, line, column)))
    }

    /// The members and elements that the JSON has, at every depth: those that `encoder` makes of a value.
    @_disfavoredOverload
    public static func json(
        _ value: some Encodable, by encoder: JSONEncoder = .stable, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        json(JSONValue(encoding: value, by: encoder), filePath: filePath, line: line, column: column)
    }

    /// The whole JSON; the order of members doesn't count.
    public static func jsonExact(
        _ value: JSONValue, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        BodyCondition("json_exact", value.expectation(at: CallSite(filePath, line, column)))
    }

    /// The whole JSON, as `encoder` makes it of a value; the order of members doesn't count.
    @_disfavoredOverload
    public static func jsonExact(
        _ value: some Encodable, by encoder: JSONEncoder = .stable, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        jsonExact(JSONValue(encoding: value, by: encoder), filePath: filePath, line: line, column: column)
    }

    /// The value that a JSONPath (RFC 9535) yields.
    public static func jsonPath(
        _ query: String, _ value: JSONPathExpectation, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> BodyCondition {
        let site = CallSite(filePath, line, column)
        return BodyCondition("json_path", .map([(query, value.node(at: site))], at: site))
    }

    /// The JSON Schema (draft 2020-12).
    public static func jsonSchema(
        _ schema: JSONValue, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        BodyCondition("json_schema", schema.data(at: CallSite(filePath, line, column)))
    }

    /// The JSON Schema in a file of the scenario's folder.
    public static func jsonSchema(
        inFile path: String, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        let site = CallSite(filePath, line, column)
        return BodyCondition("json_schema", .map([("file", .string(path, at: site))], at: site))
    }

    /// The text.
    public static func text(
        _ value: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        BodyCondition("text", value.matcher.node(at: CallSite(filePath, line, column)))
    }

    /// The bytes.
    public static func bytes(
        _ bytes: some Collection<UInt8>, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        BodyCondition("base64", .string(Base64.encode(bytes), at: CallSite(filePath, line, column)))
    }

    /// The bytes of a file in the scenario's folder.
    public static func file(
        _ path: String, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        BodyCondition("file", .string(path, at: CallSite(filePath, line, column)))
    }

    /// The number of bytes.
    public static func length(
        _ count: Count, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        let site = CallSite(filePath, line, column)
        return BodyCondition("body", .map([("length", count.node(at: site))], at: site))
    }

    /// Whether there is no body.
    public static func empty(
        _ isEmpty: Bool = true, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        let site = CallSite(filePath, line, column)
        return BodyCondition("body", .map([("empty", .bool(isEmpty, at: site))], at: site))
    }

    /// The SHA-256 digest in hexadecimal.
    public static func sha256(
        _ digest: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        let site = CallSite(filePath, line, column)
        return BodyCondition("body", .map([("sha256", digest.matcher.node(at: site))], at: site))
    }

    /// A value of a form; others may be there.
    public static func form(
        _ name: String, _ value: some ValueExpectation, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> BodyCondition {
        let site = CallSite(filePath, line, column)
        return BodyCondition("form", .map([(name, value.matcher.node(at: site))], at: site))
    }

    /// The values of a form by name, and no others.
    public static func formExact(
        _ values: [String: ValueMatcher], filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        BodyCondition("form_exact", .named(values, at: CallSite(filePath, line, column)))
    }

    /// The values of a form by name, and no others.
    public static func formExact(
        _ values: [String: some ValueExpectation], filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> BodyCondition {
        BodyCondition("form_exact", .named(values, at: CallSite(filePath, line, column)))
    }

    /// Parts in this order; others may be there.
    public static func multipart(
        _ parts: [Part], filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        BodyCondition("multipart", .list(parts.map(\.node), at: CallSite(filePath, line, column)))
    }

    /// The parts in this order, and no others.
    public static func multipartExact(
        _ parts: [Part], filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> BodyCondition {
        BodyCondition("multipart_exact", .list(parts.map(\.node), at: CallSite(filePath, line, column)))
    }
}
