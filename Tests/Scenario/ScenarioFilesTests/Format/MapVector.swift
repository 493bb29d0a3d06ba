import Testing

@testable import ScenarioFiles

/// A map of the format: the loader's keys and where the schema has them.
struct MapVector: Sendable, CustomTestStringConvertible {
    let table: KeyTable
    /// Where the schema has its keys; several for a map with alternatives, none for one that it does not describe.
    let paths: [String]
    var testDescription: String { table.name.rawValue }

    init(_ table: KeyTable, _ paths: String...) {
        self.table = table
        self.paths = paths
    }

    private static let request = "$defs/requestMatcher/anyOf/1/properties"
    private static let response = "$defs/responseKeys/properties"
    private static let times = ["uniform", "lognormal"]

    static let all = [
        MapVector(.scenario, "properties"),
        MapVector(.crossOrigin, "properties/cors/anyOf/1/properties"),
        MapVector(.included),
        MapVector(.defaults, "properties/defaults/properties"),
        MapVector(.step, "$defs/step/properties"),
        MapVector(.stub, "$defs/stub/properties"),
        MapVector(.parallel, "$defs/parallel/properties"),
        MapVector(.counts("times"), "$defs/times/anyOf/1/properties"),
        MapVector(.capture, "$defs/capture/properties"),
        MapVector(.hold, "$defs/hold/properties"),
        MapVector(
            .holdCondition, "$defs/hold/properties/until/anyOf/0/properties",
            "$defs/hold/properties/until/anyOf/1/properties"),
        MapVector(.interval, "$defs/stepKeys/properties/interval/properties"),
        MapVector(.requestMatcher, request),
        MapVector(.basic, request + "/basic/properties"),
        MapVector(.body, "$defs/bodyKeys/properties/body/properties"),
        MapVector(.part, "$defs/part/properties"),
        MapVector(.graphQL, request + "/graphql/properties"),
        MapVector(.schemaFile, "$defs/bodyKeys/properties/json_schema/anyOf/0/properties"),
        MapVector(.connection, request + "/connection/anyOf/1/properties"),
        MapVector(.tls, request + "/tls/properties"),
        MapVector(.clientCertificate, request + "/tls/properties/client_certificate/properties"),
        MapVector(.response, response),
        MapVector(.unmatched, "$defs/unmatched/anyOf/1/properties"),
        MapVector(.headerValue, "$defs/malformedValue/properties"),
        MapVector(.chunk, "$defs/chunk/properties"),
        MapVector(.event, "$defs/event/properties"),
        MapVector(.raw, response + "/raw/anyOf/1/properties"),
        MapVector(.interim, response + "/informational/items/properties"),
        MapVector(
            .delay, "$defs/delay/anyOf/1/properties", "$defs/delayTime/anyOf/1/properties",
            "$defs/delayTime/anyOf/2/properties"),
        MapVector(.delayPart, "$defs/delayTime/anyOf/1/properties", "$defs/delayTime/anyOf/2/properties"),
        MapVector(.uniform, "$defs/delayTime/anyOf/1/properties/uniform/properties"),
        MapVector(.lognormal, "$defs/delayTime/anyOf/2/properties/lognormal/properties"),
        MapVector(.dribble, response + "/dribble/properties"),
        MapVector(.fault, "$defs/fault/anyOf/1/properties"),
        MapVector(.h2, response + "/h2/properties"),
        MapVector(.resetStream, response + "/h2/properties/rst_stream/anyOf/1/properties"),
        MapVector(.goaway, response + "/h2/properties/goaway/anyOf/1/properties"),
        MapVector(.settings, response + "/h2/properties/settings/properties"),
        MapVector(
            .expectation, "$defs/expectation/anyOf/0/properties", "$defs/expectation/anyOf/1/properties",
            "$defs/expectation/anyOf/2/properties"),
    ]
}
