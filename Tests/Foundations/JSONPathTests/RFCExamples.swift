/// The examples of RFC 9535. Where the RFC leaves the order of members open, it is that of the text.
enum RFCExamples {
    static let all =
        store + overview + names + wildcards + indices + slices + filters + children + descendants + nulls + normalized

    /// Table 2.
    static let store = JSONPathVector.table(
        """
        {"store": {
          "book": [
            {"category": "reference", "author": "Nigel Rees", "title": "Sayings of the Century", "price": 8.95},
            {"category": "fiction", "author": "Evelyn Waugh", "title": "Sword of Honour", "price": 12.99},
            {"category": "fiction", "author": "Herman Melville", "title": "Moby Dick", "isbn": "0-553-21311-3",
             "price": 8.99},
            {"category": "fiction", "author": "J. R. R. Tolkien", "title": "The Lord of the Rings",
             "isbn": "0-395-19395-8", "price": 22.99}],
          "bicycle": {"color": "red", "price": 399}}}
        """,
        [
            "$.store.book[*].author": (0..<4).map { "$['store']['book'][\($0)]['author']" },
            "$..author": (0..<4).map { "$['store']['book'][\($0)]['author']" },
            "$.store.*": ["$['store']['book']", "$['store']['bicycle']"],
            "$.store..price": (0..<4).map { "$['store']['book'][\($0)]['price']" } + ["$['store']['bicycle']['price']"],
            "$..book[2]": ["$['store']['book'][2]"],
            "$..book[2].author": ["$['store']['book'][2]['author']"],
            "$..book[2].publisher": [],
            "$..book[-1]": ["$['store']['book'][3]"],
            "$..book[0,1]": ["$['store']['book'][0]", "$['store']['book'][1]"],
            "$..book[:2]": ["$['store']['book'][0]", "$['store']['book'][1]"],
            "$..book[?@.isbn]": ["$['store']['book'][2]", "$['store']['book'][3]"],
            "$..book[?@.price<10]": ["$['store']['book'][0]", "$['store']['book'][2]"],
            "$.store.book[?@.price < 10].title": ["$['store']['book'][0]['title']", "$['store']['book'][2]['title']"],
            "$[?length(@.book) >= 4]": ["$['store']"],
            "$..*": ["$['store']", "$['store']['book']", "$['store']['bicycle']"]
                + (0..<4).map { "$['store']['book'][\($0)]" }
                + ["category", "author", "title", "price"].map { "$['store']['book'][0]['\($0)']" }
                + ["category", "author", "title", "price"].map { "$['store']['book'][1]['\($0)']" }
                + ["category", "author", "title", "isbn", "price"].map { "$['store']['book'][2]['\($0)']" }
                + ["category", "author", "title", "isbn", "price"].map { "$['store']['book'][3]['\($0)']" }
                + ["$['store']['bicycle']['color']", "$['store']['bicycle']['price']"],
        ])

    /// Section 2.1.3 and table 3.
    static let overview = [
        JSONPathVector("$.a[*].b", in: #"{"a":[{"b":0},{"b":1},{"c":2}]}"#, ["$['a'][0]['b']", "$['a'][1]['b']"]),
        JSONPathVector("$", in: #"{"k": "v"}"#, ["$"]),
    ]

    /// Table 5.
    static let names = JSONPathVector.table(
        #"{"o": {"j j": {"k.k": 3}}, "'": {"@": 2}}"#,
        [
            "$.o['j j']": ["$['o']['j j']"],
            "$.o['j j']['k.k']": ["$['o']['j j']['k.k']"],
            #"$.o["j j"]["k.k"]"#: ["$['o']['j j']['k.k']"],
            #"$["'"]["@"]"#: [#"$['\'']['@']"#],
        ])

    /// Table 6.
    static let wildcards = JSONPathVector.table(
        #"{"o": {"j": 1, "k": 2}, "a": [5, 3]}"#,
        [
            "$[*]": ["$['o']", "$['a']"],
            "$.o[*]": ["$['o']['j']", "$['o']['k']"],
            "$.o[*, *]": ["$['o']['j']", "$['o']['k']", "$['o']['j']", "$['o']['k']"],
            "$.a[*]": ["$['a'][0]", "$['a'][1]"],
        ])

    /// Table 7.
    static let indices = JSONPathVector.table(#"["a","b"]"#, ["$[1]": ["$[1]"], "$[-2]": ["$[0]"]])

    /// Table 9.
    static let slices = JSONPathVector.table(
        #"["a", "b", "c", "d", "e", "f", "g"]"#,
        [
            "$[1:3]": ["$[1]", "$[2]"],
            "$[5:]": ["$[5]", "$[6]"],
            "$[1:5:2]": ["$[1]", "$[3]"],
            "$[5:1:-2]": ["$[5]", "$[3]"],
            "$[::-1]": ["$[6]", "$[5]", "$[4]", "$[3]", "$[2]", "$[1]", "$[0]"],
        ])

    /// Table 11.
    static let comparisons: [(String, Bool)] = [
        ("$.absent1 == $.absent2", true), ("$.absent1 <= $.absent2", true), ("$.absent == 'g'", false),
        ("$.absent1 != $.absent2", false), ("$.absent != 'g'", true), ("1 <= 2", true), ("1 > 2", false),
        ("13 == '13'", false), ("'a' <= 'b'", true), ("'a' > 'b'", false), ("$.obj == $.arr", false),
        ("$.obj != $.arr", true), ("$.obj == $.obj", true), ("$.obj != $.obj", false), ("$.arr == $.arr", true),
        ("$.arr != $.arr", false), ("$.obj == 17", false), ("$.obj != 17", true), ("$.obj <= $.arr", false),
        ("$.obj < $.arr", false), ("$.obj <= $.obj", true), ("$.arr <= $.arr", true), ("1 <= $.arr", false),
        ("1 >= $.arr", false), ("1 > $.arr", false), ("1 < $.arr", false), ("true <= true", true),
        ("true > true", false),
    ]

    /// Table 12.
    static let filters = JSONPathVector.table(
        """
        {"a": [3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}],
         "o": {"p": 1, "q": 2, "r": 3, "s": 5, "t": {"u": 6}}, "e": "f"}
        """,
        [
            "$.a[?@.b == 'kilo']": ["$['a'][9]"],
            "$.a[?(@.b == 'kilo')]": ["$['a'][9]"],
            "$.a[?@>3.5]": ["$['a'][1]", "$['a'][4]", "$['a'][5]"],
            "$.a[?@.b]": (6...9).map { "$['a'][\($0)]" },
            "$[?@.*]": ["$['a']", "$['o']"],
            "$[?@[?@.b]]": ["$['a']"],
            "$.o[?@<3, ?@<3]": ["$['o']['p']", "$['o']['q']", "$['o']['p']", "$['o']['q']"],
            #"$.a[?@<2 || @.b == "k"]"#: ["$['a'][2]", "$['a'][7]"],
            #"$.a[?match(@.b, "[jk]")]"#: ["$['a'][6]", "$['a'][7]"],
            #"$.a[?search(@.b, "[jk]")]"#: ["$['a'][6]", "$['a'][7]", "$['a'][9]"],
            "$.o[?@>1 && @<4]": ["$['o']['q']", "$['o']['r']"],
            "$.o[?@.u || @.x]": ["$['o']['t']"],
            "$.a[?@.b == $.x]": (0...5).map { "$['a'][\($0)]" },
            "$.a[?@ == @]": (0...9).map { "$['a'][\($0)]" },
        ])

    /// Table 15.
    static let children = JSONPathVector.table(
        #"["a", "b", "c", "d", "e", "f", "g"]"#,
        ["$[0, 3]": ["$[0]", "$[3]"], "$[0:2, 5]": ["$[0]", "$[1]", "$[5]"], "$[0, 0]": ["$[0]", "$[0]"]])

    /// Table 16.
    static let descendants = JSONPathVector.table(
        #"{"o": {"j": 1, "k": 2}, "a": [5, 3, [{"j": 4}, {"k": 6}]]}"#,
        [
            "$..j": ["$['o']['j']", "$['a'][2][0]['j']"],
            "$..[0]": ["$['a'][0]", "$['a'][2][0]"],
            "$..[*]": everything,
            "$..*": everything,
            "$..o": ["$['o']"],
            "$.o..[*, *]": ["$['o']['j']", "$['o']['k']", "$['o']['j']", "$['o']['k']"],
            "$.a..[0, 1]": ["$['a'][0]", "$['a'][1]", "$['a'][2][0]", "$['a'][2][1]"],
        ])

    private static let everything = [
        "$['o']", "$['a']", "$['o']['j']", "$['o']['k']", "$['a'][0]", "$['a'][1]", "$['a'][2]", "$['a'][2][0]",
        "$['a'][2][1]", "$['a'][2][0]['j']", "$['a'][2][1]['k']",
    ]

    /// Table 17.
    static let nulls = JSONPathVector.table(
        #"{"a": null, "b": [null], "c": [{}], "null": 1}"#,
        [
            "$.a": ["$['a']"], "$.a[0]": [], "$.a.d": [], "$.b[0]": ["$['b'][0]"], "$.b[*]": ["$['b'][0]"],
            "$.b[?@]": ["$['b'][0]"], "$.b[?@==null]": ["$['b'][0]"], "$.c[?@.d==null]": [], "$.null": ["$['null']"],
        ])

    /// Table 18.
    static let normalized =
        JSONPathVector.table(
            #"{"a": {"b": [0, 1]}, "\u000b": 1}"#,
            [
                "$.a": ["$['a']"], "$.a.b[1:2]": ["$['a']['b'][1]"], #"$["\u000B"]"#: [#"$['\u000b']"#],
                #"$["\u0061"]"#: ["$['a']"],
            ])
        + JSONPathVector.table("[0, 1, 2, 3, 4]", ["$[1]": ["$[1]"], "$[-3]": ["$[2]"]])
}
