import HTTPTypes
import ScenarioBuilder

extension BuiltCase {
    static let operators: [BuiltCase] = [
        text("equals", .equals("a")),
        text("equals_ignore_case", .equalsIgnoreCase("a")),
        text("contains", .contains("b")),
        text("starts_with", .startsWith("Bearer")),
        text("ends_with", .endsWith(".png")),
        text("matches", .matches(#"\d+"#)),
        text("one_of", .oneOf(["a", "b"])),
        text("present", .present),
        text("absent", .absent),
        text("gt", .gt(1)),
        text("gte", .gte(1)),
        text("lt", .lt(9)),
        text("lte", .lte(9)),
        text("length", .length(3)),
        text("all_of", .allOf([.gt(1), .lt(9)])),
        text("any_of", .anyOf(["a", .startsWith("b")])),
        text("not", .not("a")),
    ]

    static let jsonOperators: [BuiltCase] = [
        json("$equals", .equals(1)),
        json("$equals_ignore_case", .equalsIgnoreCase("x")),
        json("$contains", .contains("x")),
        json("$starts_with", .startsWith("x")),
        json("$ends_with", .endsWith("x")),
        json("$matches", .matches(#"\d+"#)),
        json("$one_of", .oneOf([1, 2])),
        json("$present", .present),
        json("$absent", .absent),
        json("$gt", .gt(1)),
        json("$gte", .gte(1)),
        json("$lt", .lt(9)),
        json("$lte", .lte(9)),
        json("$length", .length(3)),
        json("$unordered", .unordered([1, 2])),
        json("$all_of", .allOf([.gt(1), .lt(9)])),
        json("$any_of", .anyOf([1, .gt(5)])),
        json("$not", .not(1)),
    ]
}
