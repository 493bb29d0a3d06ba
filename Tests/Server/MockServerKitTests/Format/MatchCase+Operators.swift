extension MatchCase {
    /// An operator with a value that it matches and one that it doesn't; nil for none.
    private struct Operator {
        let name: String
        let keys: String
        let matching: String?
        let other: String?

        init(_ name: String, _ keys: String, _ matching: String?, not other: String?) {
            self.name = name
            self.keys = keys
            self.matching = matching
            self.other = other
        }
    }

    private static let vectors = [
        Operator("equals", "equals: abc", "abc", not: "ABC"),
        Operator("equals_ignore_case", "equals_ignore_case: ABC", "abc", not: "abd"),
        Operator("contains", "contains: b", "abc", not: "acc"),
        Operator("starts_with", "starts_with: ab", "abc", not: "bab"),
        Operator("ends_with", "ends_with: bc", "abc", not: "bcd"),
        Operator("matches", "matches: '[a-c]+'", "abc", not: "abcd"),
        Operator("one_of", "one_of: [abc, x]", "abc", not: "abd"),
        Operator("present", "present: true", "abc", not: nil),
        Operator("absent", "absent: true", nil, not: "abc"),
        Operator("gt", "gt: 5", "5.5", not: "5"),
        Operator("gt", "gt: 5", "6", not: "six"),
        Operator("gte", "gte: 5", "5", not: "4"),
        Operator("lt", "lt: 5", "4", not: "5"),
        Operator("lte", "lte: 5", "5", not: "6"),
        Operator("length", "length: 3", "abc", not: "abcd"),
        Operator("all_of", "all_of: [{starts_with: a}, {ends_with: c}]", "abc", not: "abd"),
        Operator("any_of", "any_of: [abc, {starts_with: x}]", "xyz", not: "yz"),
        Operator("not", "not: abc", "abd", not: "abc"),
        Operator("not", "not: {starts_with: a}", nil, not: "abc"),
    ]

    /// Where a value can be, the keys that say it of an operator, and the request with a value.
    private static let places: [(keys: @Sendable (String) -> String, request: @Sendable (String?) -> WireRequest)] = [
        ({ "query: {v: {\($0)}}" }, { WireRequest("GET /x" + ($0.map { "?v=\($0)" } ?? "")) }),
        ({ "query_exact: {v: {\($0)}}" }, { WireRequest("GET /x" + ($0.map { "?v=\($0)" } ?? "")) }),
        ({ "headers: {X-V: {\($0)}}" }, { $0.map { WireRequest("GET /x", "X-V: \($0)") } ?? WireRequest() }),
        ({ "cookies: {v: {\($0)}}" }, { $0.map { WireRequest("GET /x", "Cookie: v=\($0)") } ?? WireRequest() }),
        ({ "form: {v: {\($0)}}" }, { form($0.map { "v=\($0)" } ?? "w=1") }),
        ({ "bearer: {\($0)}" }, { $0.map { WireRequest("GET /x", "Authorization: Bearer \($0)") } ?? WireRequest() }),
        ({ "json_path: {$.v: {\($0)}}" }, { json($0.map { "{\"v\":\(literal($0))}" } ?? "{}") }),
    ]

    static let operators: [MatchCase] = vectors.flatMap { vector in
        places.map { place in
            MatchCase(
                "Operators", vector.name, place.keys(vector.keys), place.request(vector.matching),
                not: place.request(vector.other))
        }
    }

    static let operatorsInJSON: [MatchCase] =
        vectors.map { vector in
            // Inside a combination, too, an operator begins with a dollar sign.
            let keys = vector.keys.replacing("{", with: "{$")
            return inJSON("$" + vector.name, "$\(keys)", vector.matching.map(literal), not: vector.other.map(literal))
        } + [
            inJSON("$equals", "$equals: {b: 1}", #"{"b":1}"#, not: #"{"b":1,"c":2}"#),
            inJSON("$contains", "$contains: 2", "[1,2]", not: "[1,3]"),
            inJSON("$one_of", "$one_of: [1, null]", "null", not: "2"),
            inJSON("$length", "$length: 2", "[1,2]", not: "[1]"),
            inJSON("$unordered", "$unordered: [1, 2]", "[2,1]", not: "[2,2]"),
        ]

    static let lengths: [MatchCase] = [("equals", 3, 4), ("gt", 4, 3), ("gte", 3, 2), ("lt", 2, 3), ("lte", 3, 4)]
        .flatMap {
            name, matching, other in
            func text(_ count: Int) -> String { String(repeating: "a", count: count) }
            return [
                MatchCase(
                    "Length", name, "query: {v: {length: {\(name): 3}}}", WireRequest("GET /x?v=\(text(matching))"),
                    not: WireRequest("GET /x?v=\(text(other))")),
                MatchCase(
                    "Length", name, "body: {length: {\(name): 3B}}", WireRequest("POST /x", body: text(matching)),
                    not: WireRequest("POST /x", body: text(other))),
                MatchCase(
                    "Length", name, "json: {$length: {$\(name): 3}}", json("\"\(text(matching))\""),
                    not: json("\"\(text(other))\"")),
            ]
        }

    private static func inJSON(_ row: String, _ keys: String, _ matching: String?, not other: String?) -> MatchCase {
        func body(_ value: String?) -> WireRequest { json(value.map { "{\"v\":\($0)}" } ?? "{}") }
        return MatchCase("Operators in JSON", row, "json: {v: {\(keys)}}", body(matching), not: body(other))
    }

    /// A value as JSON: a number where it looks like one.
    private static func literal(_ value: String) -> String {
        value.utf8.allSatisfy { $0 < 0x3A } ? value : "\"\(value)\""
    }
}
