extension LoadCase {
    static let operators = [
        LoadCase(
            "Operators", "equals",
            "stubs: [{request: {headers: {A: {equals: a}}}}]",
            not: "stubs: [{request: {headers: {A: {equal: a}}}}]",
            #"s.yaml:2:34: error: unknown operator "equal"; did you mean "equals"?"#),
        LoadCase(
            "Operators", "equals_ignore_case",
            "stubs: [{request: {headers: {A: {equals_ignore_case: a}}}}]",
            not: "stubs: [{request: {headers: {A: {equals_ignore_case: [a]}}}}]",
            "s.yaml:2:54: error: text is needed here, not a list: write a"),
        LoadCase(
            "Operators", "contains",
            "stubs: [{request: {headers: {A: {contains: a}}}}]",
            not: "stubs: [{request: {headers: {A: {contains: [a]}}}}]",
            "s.yaml:2:44: error: text is needed here, not a list: write a"),
        LoadCase(
            "Operators", "starts_with",
            "stubs: [{request: {headers: {A: {starts_with: a}}}}]",
            not: "stubs: [{request: {headers: {A: {start_with: a}}}}]",
            #"s.yaml:2:34: error: unknown operator "start_with"; did you mean "starts_with"?"#),
        LoadCase(
            "Operators", "ends_with",
            "stubs: [{request: {headers: {A: {ends_with: a}}}}]",
            not: "stubs: [{request: {headers: {A: {ends_with: {a: b}}}}}]",
            "s.yaml:2:45: error: text is needed here, not a map: write b"),
        LoadCase(
            "Operators", "matches",
            "stubs: [{request: {headers: {A: {matches: a+}}}}]",
            not: "stubs: [{request: {headers: {A: {matches: '(a'}}}}]",
            "s.yaml:2:46: error: the regular expression is wrong: missing closing parenthesis; write \\( for the character"
        ),
        LoadCase(
            "Operators", "one_of",
            "stubs: [{request: {headers: {A: {one_of: [a]}}}}]",
            not: "stubs: [{request: {headers: {A: {one_of: []}}}}]",
            "s.yaml:2:42: error: one_of takes a list of at least one item: write [a, b]"),
        LoadCase(
            "Operators", "present",
            "stubs: [{request: {headers: {A: {present: true}}}}]",
            not: "stubs: [{request: {headers: {A: {present: a}}}}]",
            "s.yaml:2:43: error: true or false should stand here: write one of them"),
        LoadCase(
            "Operators", "absent",
            "stubs: [{request: {headers: {A: {absent: true}}}}]",
            not: "stubs: [{request: {headers: {A: {absent: a}}}}]",
            "s.yaml:2:42: error: true or false should stand here: write one of them"),
        LoadCase(
            "Operators", "gt",
            "stubs: [{request: {headers: {A: {gt: 1}}}}]",
            not: "stubs: [{request: {headers: {A: {gt: a}}}}]",
            #"s.yaml:2:38: error: "a" is not a number: write 2, or another such number"#),
        LoadCase(
            "Operators", "gte",
            "stubs: [{request: {headers: {A: {gte: 1}}}}]",
            not: "stubs: [{request: {headers: {A: {gte: 1a}}}}]",
            #"s.yaml:2:39: error: "1a" is not a number: write 2, or another such number"#),
        LoadCase(
            "Operators", "lt",
            "stubs: [{request: {headers: {A: {lt: 1}}}}]",
            not: "stubs: [{request: {headers: {A: {lt: [1]}}}}]",
            "s.yaml:2:38: error: text is needed here, not a list: write 1"),
        LoadCase(
            "Operators", "lte",
            "stubs: [{request: {headers: {A: {lte: 1}}}}]",
            not: "stubs: [{request: {headers: {A: {let: 1}}}}]",
            #"s.yaml:2:34: error: unknown operator "let"; did you mean "lt"?"#),
        LoadCase(
            "Operators", "length",
            "stubs: [{request: {headers: {A: {length: 3}}}}]",
            not: "stubs: [{request: {headers: {A: {length: -3}}}}]",
            "s.yaml:2:42: error: a length is a whole number of at least 0: write 0"),
        LoadCase(
            "Operators", "all_of",
            "stubs: [{request: {headers: {A: {all_of: [{gt: 1}]}}}}]",
            not: "stubs: [{request: {headers: {A: {all_of: {gt: 1}}}}}]",
            "s.yaml:2:42: error: all_of takes a list of at least one item: write [{starts_with: a}, {ends_with: b}]"),
        LoadCase(
            "Operators", "any_of",
            "stubs: [{request: {headers: {A: {any_of: [a]}}}}]",
            not: "stubs: [{request: {headers: {A: {any_of: []}}}}]",
            "s.yaml:2:42: error: any_of takes a list of at least one item: write [{starts_with: a}, {ends_with: b}]"),
        LoadCase(
            "Operators", "not",
            "stubs: [{request: {headers: {A: {not: a}}}}]",
            not: "stubs: [{request: {headers: {A: {not: [a]}}}}]",
            "s.yaml:2:39: error: one value is wanted here, not a list: write a"),
        LoadCase(
            "Operators in JSON", "$equals",
            "stubs: [{request: {json: {a: {$equals: 1}}}}]",
            not: "stubs: [{request: {json: {a: {$equal: 1}}}}]",
            """
            s.yaml:2:31: error: unknown operator "$equal"; did you mean "$equals"?; write "$$equal" for a member of that name
            """),
        LoadCase(
            "Operators in JSON", "$equals_ignore_case",
            "stubs: [{request: {json: {a: {$equals_ignore_case: a}}}}]",
            not: "stubs: [{request: {json: {a: {$equals_ignore_case: [a]}}}}]",
            "s.yaml:2:52: error: text is needed here, not a list: write a"),
        LoadCase(
            "Operators in JSON", "$contains",
            "stubs: [{request: {json: {a: {$contains: [1]}}}}]",
            not: "stubs: [{request: {json: {a: {$contains: .nan}}}}]",
            #"s.yaml:2:42: error: JSON has no "not a number"; quote it if text is meant: ".nan""#),
        LoadCase(
            "Operators in JSON", "$starts_with",
            "stubs: [{request: {json: {a: {$starts_with: a}}}}]",
            not: "stubs: [{request: {json: {a: {$starts_with: [a]}}}}]",
            "s.yaml:2:45: error: text is needed here, not a list: write a"),
        LoadCase(
            "Operators in JSON", "$ends_with",
            "stubs: [{request: {json: {a: {$ends_with: a}}}}]",
            not: "stubs: [{request: {json: {a: {$ends_with: a, b: c}}}}]",
            """
            s.yaml:2:46: error: a map holds members or operators, not both: "$ends_with" is an operator, "b" a member; write "$$ends_with" for a member of that name
            """),
        LoadCase(
            "Operators in JSON", "$matches",
            "stubs: [{request: {json: {a: {$matches: a+}}}}]",
            not: "stubs: [{request: {json: {a: {$matches: a++)}}}}]",
            "s.yaml:2:44: error: the regular expression is wrong: unmatched closing parenthesis; write \\) for the character"
        ),
        LoadCase(
            "Operators in JSON", "$one_of",
            "stubs: [{request: {json: {a: {$one_of: [1]}}}}]",
            not: "stubs: [{request: {json: {a: {$one_of: 1}}}}]",
            "s.yaml:2:40: error: $one_of takes a list of at least one item: write [1]"),
        LoadCase(
            "Operators in JSON", "$present",
            "stubs: [{request: {json: {a: {$present: true}}}}]",
            not: "stubs: [{request: {json: {a: {$present: 1}}}}]",
            "s.yaml:2:41: error: true or false should stand here: write true"),
        LoadCase(
            "Operators in JSON", "$absent",
            "stubs: [{request: {json: {a: {$absent: true}}}}]",
            not: "stubs: [{request: {json: {a: {$absent: }}}}]",
            "s.yaml:2:40: error: true or false should stand here: write one of them"),
        LoadCase(
            "Operators in JSON", "$gt",
            "stubs: [{request: {json: {a: {$gt: 1}}}}]",
            not: "stubs: [{request: {json: {a: {$gt: a}}}}]",
            #"s.yaml:2:36: error: "a" is not a number: write 2, or another such number"#),
        LoadCase(
            "Operators in JSON", "$gte",
            "stubs: [{request: {json: {a: {$gte: 1}}}}]",
            not: "stubs: [{request: {json: {a: {$gte: a}}}}]",
            #"s.yaml:2:37: error: "a" is not a number: write 2, or another such number"#),
        LoadCase(
            "Operators in JSON", "$lt",
            "stubs: [{request: {json: {a: {$lt: 1}}}}]",
            not: "stubs: [{request: {json: {a: {$lt: a}}}}]",
            #"s.yaml:2:36: error: "a" is not a number: write 2, or another such number"#),
        LoadCase(
            "Operators in JSON", "$lte",
            "stubs: [{request: {json: {a: {$lte: 1}}}}]",
            not: "stubs: [{request: {json: {a: {$lte: a}}}}]",
            #"s.yaml:2:37: error: "a" is not a number: write 2, or another such number"#),
        LoadCase(
            "Operators in JSON", "$length",
            "stubs: [{request: {json: {a: {$length: {$gt: 1}}}}}]",
            not: "stubs: [{request: {json: {a: {$length: {$more: 1}}}}}]",
            #"s.yaml:2:41: error: unknown operator "$more" of a length; there are equals, gt, gte, lt, lte"#),
        LoadCase(
            "Operators in JSON", "$unordered",
            "stubs: [{request: {json: {a: {$unordered: [1]}}}}]",
            not: "stubs: [{request: {json: {a: {$unordered: 1}}}}]",
            "s.yaml:2:43: error: $unordered takes a list: write [1]"),
        LoadCase(
            "Operators in JSON", "$all_of",
            "stubs: [{request: {json: {a: {$all_of: [{$gt: 1}]}}}}]",
            not: "stubs: [{request: {json: {a: {$all_of: []}}}}]",
            "s.yaml:2:40: error: $all_of takes a list of at least one item: write [{$gt: 1}, {$lt: 9}]"),
        LoadCase(
            "Operators in JSON", "$any_of",
            "stubs: [{request: {json: {a: {$any_of: [1]}}}}]",
            not: "stubs: [{request: {json: {a: {$any_of: 1}}}}]",
            "s.yaml:2:40: error: $any_of takes a list of at least one item: write [1]"),
        LoadCase(
            "Operators in JSON", "$not",
            "stubs: [{request: {json: {a: {$not: 1}}}}]",
            not: "stubs: [{request: {json: {a: {$nott: 1}}}}]",
            """
            s.yaml:2:31: error: unknown operator "$nott"; did you mean "$not"?; write "$$nott" for a member of that name
            """),
        LoadCase(
            "Length", "equals",
            "stubs: [{request: {headers: {A: {length: {equals: 3}}}}}]",
            not: "stubs: [{request: {headers: {A: {length: {equal: 3}}}}}]",
            #"s.yaml:2:43: error: unknown operator "equal" of a length; did you mean "equals"?"#),
        LoadCase(
            "Length", "gt",
            "stubs: [{request: {headers: {A: {length: {gt: 3}}}}}]",
            not: "stubs: [{request: {headers: {A: {length: {gt: a}}}}}]",
            #"s.yaml:2:47: error: "a" is not a number: write 2, or another such number"#),
        LoadCase(
            "Length", "gte",
            "stubs: [{request: {headers: {A: {length: {gte: 3}}}}}]",
            not: "stubs: [{request: {headers: {A: {length: {gte: -1}}}}}]",
            "s.yaml:2:48: error: a length is a whole number of at least 0: write 0"),
        LoadCase(
            "Length", "lt",
            "stubs: [{request: {headers: {A: {length: {lt: 3}}}}}]",
            not: "stubs: [{request: {headers: {A: {length: {lt: 1.5}}}}}]",
            "s.yaml:2:47: error: a length is a whole number of at least 0: write 1 or 2"),
        LoadCase(
            "Length", "lte",
            "stubs: [{request: {headers: {A: {length: {lte: 3}}}}}]",
            not: "stubs: [{request: {headers: {A: {length: {}}}}}]",
            "s.yaml:2:42: error: a length is a number or comparisons, like {gte: 1}"),
    ]
}
