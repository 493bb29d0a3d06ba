import JSONPath
import Testing

@Suite("Parsing JSONPath")
struct JSONPathParserTests {
    @Test(
        "a well-formed query is accepted",
        arguments: [
            // Segments, and blank space between and inside them.
            "$", "$.a", "$ .a", "$\t[0]\n[1]\r.b", "$.*", "$..*", "$..a", "$..[*]", "$..['a',0]", "$.a..b.*", "$.é",
            "$.ひ",
            "$.😀", "$._a", "$.a_1", "$.\u{80}", "$.A", "$.true", "$.null", "$[ 0 ]", "$[ 'a' , \"b\" ,*]",
            "$[0 , 1:2 ]",
            // Indices and slices.
            "$[-1]", "$[9007199254740991]", "$[-9007199254740991]", "$[:]", "$[::]", "$[ : ]", "$[ 1 : 2 : 3 ]",
            "$[1:]",
            "$[:1]", "$[::1]", "$[1::]", "$[::-1]", "$[:1:]", "$[0:0:0]", "$[-1:-2:-3]", "$[1:2: ]",
            "$[9007199254740991:-9007199254740991:9007199254740991]",
            // Strings.
            "$['']", "$[\"\"]", "$[\"'\"]", "$['\"']", #"$['\'']"#, #"$["\""]"#, #"$['\b\f\n\r\t\/\\']"#,
            #"$["\u0041\u00e9\uD83D\ude00"]"#,
            "$['\u{7F}']", "$['\u{2028}😀']", #"$['\uFFFF\ud7ff\uE000']"#, #"$['\u0000']"#,
            // Filters.
            "$[?@]", "$[? @ ]", "$[?@.a,?@.b]", "$[?@.a ,1]", "$[?!@.a]", "$[?! @.a]", "$[?(@.a)]", "$[?( @.a )]",
            "$[?!(@.a)]",
            "$[?! ( @.a )]", "$[?((@.a))]", "$[?!(!@.a)]", "$[?@.a&&@.b]", "$[?@.a\n||\t@.b]",
            "$[?@.a && @.b || @.c && !@.d]",
            "$[?@.a==1]", "$[?@.a == 1]", "$[?1==@.a]", "$[?1==1]", "$[?@ == $]", "$[?$.a]", "$[?$]", "$[?@..a]",
            "$[?@ .a [0] == 1]",
            "$[?@['a'][0]==1]", "$[?@[ 'a' ]]", "$[?@.*]", "$[?@[0,1]]", "$[?@[?@.a]]", "$[?@[?@[?@.a==1]]]",
            "$[?@.a!='b']", "$[?@.a<=\"b\"]", "$[?@<1]", "$[?@>1]", "$[?@>=1]", "$[?@.a==true]", "$[?@.a==false]",
            "$[?null!=@.a]",
            "$[?@.a==-0]", "$[?@==0]", "$[?@==-0.0]", "$[?@==1.50]", "$[?@==1e5]", "$[?@==1E+5]", "$[?@==-1.5e-05]",
            "$[?@==0e0]",
            "$[?@==123456789012345678901234567890]", "$[?@.a=='b'||@.c]", "$[?(@.a==1)&&(@.b==2)]", "$[?@[-1]==1]",
            // Functions.
            "$[?length(@)==1]", "$[?length( @.a )==1]", "$[?1<length(@)]", "$[?length('a')==length(\"b\")]",
            "$[?length(1)==1]",
            "$[?length(length(@))==1]", "$[?length(value(@..a))==1]", "$[?length(count(@.*))==1]", "$[?length($)==1]",
            "$[?count(@)==1]", "$[?count($..*)>1]", "$[?count(@[?@.a])==1]", "$[?count(@[ 0 , 1 ])==1]",
            "$[?value(@.*)==value($.*)]",
            "$[?match(@,'a')]", "$[?!match(@.a,'a')]", "$[?! search( @.a , 'a' )]", "$[?match(@.a,@.b)]",
            "$[?match('a','a')]",
            "$[?match(value(@..a),$.b)]", "$[?search(@,'a')&&@.a]", "$[?match(1,2)]", "$[?search(length(@),true)]",
            "$[?(match(@,'a'))]", "$[?count(@['a'])==1]",
        ])
    func accepted(_ source: String) throws {
        let query = try JSONPathQuery(source)
        #expect(query.source == source)
        #expect(query.description == source)
    }

    @Test("an error says what is wrong and where", arguments: JSONPathErrorVector.all)
    func error(_ vector: JSONPathErrorVector) {
        let error = #expect(throws: JSONPathError.self) { try JSONPathQuery(vector.source) }
        #expect(error?.message == vector.message)
        #expect(error?.offset == vector.offset)
        #expect(error?.description == "the JSONPath is wrong at character \(vector.offset): \(vector.message)")
    }

    @Test("an error's offset counts Unicode scalars")
    func offset() {
        let error = #expect(throws: JSONPathError.self) { try JSONPathQuery("$.e\u{301}😀['\r\n']") }
        #expect(error?.offset == 7)
    }

    @Test("every proper prefix of a query is a query or an error after its beginning")
    func prefixes() {
        let source = Array(
            #"$..['a\u00e9\ud83d\ude00', 1:2:-3, ?!(@.b[0] <= -1.5e3 && match(@.c, 'x')) || count($..*) == 1]"#)
        for length in source.indices {
            do throws(JSONPathError) {
                _ = try JSONPathQuery(String(source[..<length]))
                #expect(length == 1)
            } catch {
                #expect(error.offset <= length)
            }
        }
    }

    @Test("the segments and selectors are those of the source")
    func segments() throws {
        let query = try JSONPathQuery(#"$.a['b',"c"]..[-1,1:-2:3,:,*]..d"#)
        let expected: [JSONPathQuery.Segment] = [
            .child([.name("a")]), .child([.name("b"), .name("c")]),
            .descendant([
                .index(-1), .slice(JSONPathQuery.Slice(start: 1, end: -2, step: 3)),
                .slice(JSONPathQuery.Slice(start: nil, end: nil, step: nil)), .wildcard,
            ]),
            .descendant([.name("d")]),
        ]
        #expect("\(query.segments)" == "\(expected)")
        #expect(query.segments.map(\.isDescendant) == [false, false, true, true])
        #expect(query.segments.map(\.selectors.count) == [1, 2, 4, 1])
    }

    @Test(
        "a query of names and indices is singular",
        arguments: [
            ("$", true), ("$.a", true), ("$.a['b'][0]", true), ("$[-1]", true), ("$[ 'a' ]", true), ("$.*", false),
            ("$..a", false), ("$[0,1]", false), ("$[0:1]", false), ("$[?@]", false), ("$.a.*.b", false),
        ])
    func singular(_ source: String, _ isSingular: Bool) throws {
        #expect(try JSONPathQuery(source).isSingular == isSingular)
    }

    @Test("queries and names are compared by their Unicode scalars")
    func equality() throws {
        let composed = try JSONPathQuery("$.\u{E9}")
        let decomposed = try JSONPathQuery("$.e\u{301}")
        #expect(composed == composed)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
        #expect(JSONPathStep.name("\u{E9}") != JSONPathStep.name("e\u{301}"))
    }

    @Test("what differs only in quotes and blanks is the same")
    func sameSegments() throws {
        let texts = try [#"$[?@=='a']"#, #"$[ ? @ == "a" ]"#, "$[?@=='b']"].map { "\(try JSONPathQuery($0).segments)" }
        #expect(texts[0] == texts[1])
        #expect(texts[0] != texts[2])
        let selectors = try JSONPathQuery("$[0,'0',*,0:1,1:2,?@,?@.a,?match(@,'a'),?match(@,'b')]").segments[0]
            .selectors
        #expect(Set(selectors.map { "\($0)" }).count == selectors.count)
    }
}
