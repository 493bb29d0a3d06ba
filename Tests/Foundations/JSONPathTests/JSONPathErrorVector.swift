import ExactJSON
import JSONPath
import Testing

/// A text that is not a query, and its error.
struct JSONPathErrorVector: CustomTestStringConvertible, Sendable {
    let source: String
    let offset: Int
    let message: String

    init(_ source: String, _ offset: Int, _ message: String) {
        self.source = source
        self.offset = offset
        self.message = message
    }

    var testDescription: String { JSON.string(source).text() }

    static let all = paths + selectors + integers + strings + filters + operators + comparisons + functions

    private static let missingSelector =
        "stands where a selector should: a name in quotes, an index, a slice such as 0:2, * or a filter such as ?@.name"
    private static let missingName =
        "put a name with other characters in quotes and brackets: ['…']"
    private static let missingSegment = "stands where . or [ should; a name with other characters is written ['…']"
    private static let missingOperand = "stands where a query such as @.name, a value, a function or ( should"
    private static let missingOperator = "stands where a comparison, &&, || or the end of the filter should"
    private static let digitAfterDot =
        "a name after a dot does not begin with a digit; write [0] for an element or ['0'] for a member"
    private static let notAlone = "a value alone is not a test; compare it, as in @.name == 1"

    private static let paths = [
        JSONPathErrorVector("", 0, "the JSONPath is empty; write $ for the whole document"),
        JSONPathErrorVector("a.b", 0, "a JSONPath begins with $, not with a; write $. before it"),
        JSONPathErrorVector("@.a", 0, "a JSONPath begins with $, not with @; write $ in place of it"),
        JSONPathErrorVector("\u{FEFF}$", 0, "a JSONPath begins with $, not with U+FEFF; write $. before it"),
        JSONPathErrorVector(" $", 0, "blank space before $ is not allowed; remove it"),
        JSONPathErrorVector("\n$", 0, "blank space before $ is not allowed; remove it"),
        JSONPathErrorVector("$ ", 1, "blank space at the end is not allowed; remove it"),
        JSONPathErrorVector("$.a\n ", 3, "blank space at the end is not allowed; remove it"),
        JSONPathErrorVector("$a", 1, "a follows without a dot; write .a"),
        JSONPathErrorVector("$['a']bc", 6, "bc follows without a dot; write .bc"),
        JSONPathErrorVector("$ a", 2, "a follows without a dot; write .a"),
        JSONPathErrorVector("$.a-b", 3, "- \(missingSegment)"),
        JSONPathErrorVector("$$", 1, "$ \(missingSegment)"),
        JSONPathErrorVector("$]", 1, "] \(missingSegment)"),
        JSONPathErrorVector("$\u{A0}.a", 1, "\u{A0} follows without a dot; write .\u{A0}"),
        JSONPathErrorVector("$\u{B}.a", 1, "U+000B \(missingSegment)"),
        JSONPathErrorVector("$.", 2, "the end stands where a name or * should, after .; \(missingName)"),
        JSONPathErrorVector("$..", 3, "the end stands where a name or * should, after ..; \(missingName)"),
        JSONPathErrorVector("$.'a'", 2, "' stands where a name or * should, after .; \(missingName)"),
        JSONPathErrorVector("$...a", 3, ". stands where a name or * should, after ..; \(missingName)"),
        JSONPathErrorVector("$.&", 2, "& stands where a name or * should, after .; \(missingName)"),
        JSONPathErrorVector("$. a", 2, "blank space after . is not allowed; remove it"),
        JSONPathErrorVector("$.. [0]", 3, "blank space after .. is not allowed; remove it"),
        JSONPathErrorVector("$.1", 2, digitAfterDot),
        JSONPathErrorVector("$..1a", 3, digitAfterDot),
        JSONPathErrorVector("$.[0]", 1, "a dot stands before [; remove it"),
    ]

    private static let selectors = [
        JSONPathErrorVector("$[]", 2, "] \(missingSelector)"),
        JSONPathErrorVector("$[ ]", 3, "] \(missingSelector)"),
        JSONPathErrorVector("$[,0]", 2, ", \(missingSelector)"),
        JSONPathErrorVector("$[0,]", 4, "] \(missingSelector)"),
        JSONPathErrorVector("$[@.a]", 2, "@ \(missingSelector)"),
        JSONPathErrorVector("$[(@.a)]", 2, "( \(missingSelector)"),
        JSONPathErrorVector("$[.1]", 2, ". \(missingSelector)"),
        JSONPathErrorVector("$[a]", 2, "a stands in brackets without quotes; write ['a'] or .a"),
        JSONPathErrorVector("$['a', bé1 ]", 7, "bé1 stands in brackets without quotes; write ['bé1'] or .bé1"),
        JSONPathErrorVector("$[", 1, "this [ has no closing ]; write it"),
        JSONPathErrorVector("$.a[0", 3, "this [ has no closing ]; write it"),
        JSONPathErrorVector("$[0, ", 1, "this [ has no closing ]; write it"),
        JSONPathErrorVector("$[?@[0]", 1, "this [ has no closing ]; write it"),
        JSONPathErrorVector("$[?@['a'", 4, "this [ has no closing ]; write it"),
        JSONPathErrorVector("$[0 1]", 4, "1 stands where , or ] should"),
        JSONPathErrorVector("$['a'.b]", 5, ". stands where , or ] should"),
        JSONPathErrorVector("$[0:1:2:3]", 7, ": stands where , or ] should"),
        JSONPathErrorVector("$[**]", 3, "* stands where , or ] should"),
        JSONPathErrorVector("$[0}", 3, "} stands where , or ] should"),
    ]

    private static let integers = [
        JSONPathErrorVector("$[-]", 3, "a digit is missing after -"),
        JSONPathErrorVector("$[- 1]", 3, "a digit is missing after -"),
        JSONPathErrorVector("$[01]", 2, "01 begins with a zero that more digits follow; remove the zero"),
        JSONPathErrorVector("$[-01]", 2, "-01 begins with a zero that more digits follow; remove the zero"),
        JSONPathErrorVector("$[0:00]", 4, "00 begins with a zero that more digits follow; remove the zero"),
        JSONPathErrorVector("$[?@==01]", 6, "01 begins with a zero that more digits follow; remove the zero"),
        JSONPathErrorVector("$[-0]", 2, "-0 is not an index; write 0"),
        JSONPathErrorVector("$[-0:]", 2, "-0 is not an index; write 0"),
        JSONPathErrorVector("$[::-0]", 4, "-0 is not an index; write 0"),
        JSONPathErrorVector("$[+1]", 2, "a number has no + before it; remove it"),
        JSONPathErrorVector("$[:+1]", 3, "a number has no + before it; remove it"),
        JSONPathErrorVector("$[?@==+1]", 6, "a number has no + before it; remove it"),
        JSONPathErrorVector("$[1.5]", 2, "1.5 is not an integer; an index is written with digits only"),
        JSONPathErrorVector("$[1:2e1]", 4, "2e1 is not an integer; an index is written with digits only"),
        JSONPathErrorVector(
            "$[9007199254740992]", 2,
            "9007199254740992 is out of range; an integer is from -9007199254740991 to 9007199254740991"),
        JSONPathErrorVector(
            "$[0:-9007199254740992]", 4,
            "-9007199254740992 is out of range; an integer is from -9007199254740991 to 9007199254740991"),
        JSONPathErrorVector(
            "$[::99999999999999999999]", 4,
            "99999999999999999999 is out of range; an integer is from -9007199254740991 to 9007199254740991"),
    ]

    private static let strings = [
        JSONPathErrorVector("$['a]", 2, "this quote has no closing one; write it"),
        JSONPathErrorVector("$[\"a']", 2, "this quote has no closing one; write it"),
        JSONPathErrorVector("$[?@=='a]", 6, "this quote has no closing one; write it"),
        JSONPathErrorVector("$['a\nb']", 4, #"a control character stands between the quotes; write it as \n"#),
        JSONPathErrorVector("$['\u{0}']", 3, #"a control character stands between the quotes; write it as \u0000"#),
        JSONPathErrorVector("$[\"\u{1F}\"]", 3, #"a control character stands between the quotes; write it as \u001f"#),
        JSONPathErrorVector("$['\t']", 3, #"a control character stands between the quotes; write it as \t"#),
        JSONPathErrorVector(#"$['\x']"#, 3, #"\x is not an escape; write \\ for a backslash"#),
        JSONPathErrorVector(#"$['\U0041']"#, 3, #"\U is not an escape; write \\ for a backslash"#),
        JSONPathErrorVector(#"$['a\"#, 4, #"\ is not an escape; write \\ for a backslash"#),
        JSONPathErrorVector(#"$['\"']"#, 3, #"\" is not an escape in the other kind of quotes; write ""#),
        JSONPathErrorVector(#"$["\'"]"#, 3, #"\' is not an escape in the other kind of quotes; write '"#),
        JSONPathErrorVector(#"$['\u12']"#, 3, #"\u must be followed by four hexadecimal digits"#),
        JSONPathErrorVector(#"$['\u00g0']"#, 3, #"\u must be followed by four hexadecimal digits"#),
        JSONPathErrorVector(#"$['\ud83d\u00']"#, 9, #"\u must be followed by four hexadecimal digits"#),
        JSONPathErrorVector(#"$['a\uD83D']"#, 4, #"\uD83D is half of a surrogate pair without its other half"#),
        JSONPathErrorVector(#"$['\uDE00']"#, 3, #"\uDE00 is half of a surrogate pair without its other half"#),
        JSONPathErrorVector(#"$['\uD83D\uD83D']"#, 3, #"\uD83D is half of a surrogate pair without its other half"#),
        JSONPathErrorVector(#"$['\uD83D\u0041']"#, 3, #"\uD83D is half of a surrogate pair without its other half"#),
        JSONPathErrorVector(#"$['\uD83D\n']"#, 3, #"\uD83D is half of a surrogate pair without its other half"#),
    ]

    private static let filters = [
        JSONPathErrorVector("$[?]", 3, "] \(missingOperand)"),
        JSONPathErrorVector("$[?", 3, "the end \(missingOperand)"),
        JSONPathErrorVector("$[?.a]", 3, ". \(missingOperand)"),
        JSONPathErrorVector("$[?@.a==]", 8, "] \(missingOperand)"),
        JSONPathErrorVector("$[?==1]", 3, "= \(missingOperand)"),
        JSONPathErrorVector("$[?()]", 4, ") \(missingOperand)"),
        JSONPathErrorVector("$[?@.a&&]", 8, "] \(missingOperand)"),
        JSONPathErrorVector("$[?||@.a]", 3, "| \(missingOperand)"),
        JSONPathErrorVector("$[?@==.5]", 6, ". \(missingOperand)"),
        JSONPathErrorVector("$[?foo]", 3, "foo is not a value; write @.foo for a member or 'foo' for a text"),
        JSONPathErrorVector("$[?@.a==b1]", 8, "b1 is not a value; write @.b1 for a member or 'b1' for a text"),
        JSONPathErrorVector("$[?@==True]", 6, "True is written in lower case: true"),
        JSONPathErrorVector("$[?@==NULL]", 6, "NULL is written in lower case: null"),
        JSONPathErrorVector(
            "$[?@==[]]", 6, "an array or object can't be written in a filter; compare its members one by one"),
        JSONPathErrorVector(
            "$[?{}==@]", 3, "an array or object can't be written in a filter; compare its members one by one"),
        JSONPathErrorVector("$[?@==1.]", 8, "the number lacks a digit after its point"),
        JSONPathErrorVector("$[?@==1e]", 8, "the number lacks a digit in its exponent"),
        JSONPathErrorVector("$[?@==1e+]", 9, "the number lacks a digit in its exponent"),
        JSONPathErrorVector("$[?@==-]", 7, "a digit is missing after -"),
        JSONPathErrorVector("$[?@. a]", 5, "blank space after . is not allowed; remove it"),
        JSONPathErrorVector("$[?@a]", 4, "a \(missingOperator)"),
        JSONPathErrorVector("$[?@.a @.b]", 7, "@ \(missingOperator)"),
        JSONPathErrorVector("$[?@.a)]", 6, ") \(missingOperator)"),
        JSONPathErrorVector("$[?(@.a]]", 7, "] \(missingOperator)"),
        JSONPathErrorVector("$[?@.a==1.2.3]", 11, ". \(missingOperator)"),
        JSONPathErrorVector("$[?(@.a", 3, "this ( has no closing ); write it"),
        JSONPathErrorVector("$[?!!@.a]", 3, "! stands twice; remove both"),
        JSONPathErrorVector("$[?! !@.a]", 3, "! stands twice; remove both"),
        JSONPathErrorVector("$[?1]", 3, notAlone),
        JSONPathErrorVector("$[?true]", 3, notAlone),
        JSONPathErrorVector("$[?!null]", 4, notAlone),
        JSONPathErrorVector("$[?@.a && 'b']", 10, notAlone),
        JSONPathErrorVector("$[?(1.5e3)]", 4, notAlone),
    ]

    private static let operators = [
        JSONPathErrorVector("$[?@.a=1]", 6, "= is not an operator of JSONPath; write =="),
        JSONPathErrorVector("$[?1 = @.a]", 5, "= is not an operator of JSONPath; write =="),
        JSONPathErrorVector("$[?@.a === 1]", 7, "=== is not an operator of JSONPath; write =="),
        JSONPathErrorVector("$[?@.a!==1]", 6, "!== is not an operator of JSONPath; write !="),
        JSONPathErrorVector("$[?@.a<>1]", 6, "<> is not an operator of JSONPath; write !="),
        JSONPathErrorVector(
            "$[?@.a =~ /b/]", 7, "=~ is not an operator of JSONPath; write match(@.name, '…')"),
        JSONPathErrorVector("$[?@.a & @.b]", 7, "& is not an operator of JSONPath; write &&"),
        JSONPathErrorVector("$[?@.a|@.b]", 6, "| is not an operator of JSONPath; write ||"),
        JSONPathErrorVector("$[?@.a and @.b]", 7, "and is not an operator of JSONPath; write &&"),
        JSONPathErrorVector("$[?@.a==1 OR @.b]", 10, "OR is not an operator of JSONPath; write ||"),
        JSONPathErrorVector(
            "$[?@.a in ['b']]", 7, "in is not an operator of JSONPath; write == for each value, joined with ||"),
    ]

    private static let comparedNodes =
        "a query that may select several nodes can't be compared; use only names and indices, or write value(…) or "
        + "count(…)"
    private static let blankInQuery =
        "blank space inside the brackets of a query that gives a value is not allowed; remove it"
    private static let comparedParentheses =
        "an expression in parentheses can't be compared; write the value without them"
    private static let comparedTwice = "a comparison can't be compared again; join two with &&"
    private static let negatedComparison =
        "! does not negate a comparison without parentheses; write !(a == b) or a != b"

    private static let comparisons = [
        JSONPathErrorVector("$[?@.*==1]", 3, comparedNodes),
        JSONPathErrorVector("$[?1==@..a]", 6, comparedNodes),
        JSONPathErrorVector("$[?@[0:1]==1]", 3, comparedNodes),
        JSONPathErrorVector("$[?@[0,1] == $.a]", 3, comparedNodes),
        JSONPathErrorVector("$[?$[?@.a]==1]", 3, comparedNodes),
        JSONPathErrorVector("$[?@.a == 1 && $.* < 2]", 15, comparedNodes),
        JSONPathErrorVector("$[?@[ 'a' ]==1]", 5, blankInQuery),
        JSONPathErrorVector("$[?1==$.a[0 ]]", 11, blankInQuery),
        JSONPathErrorVector("$[?length(@[ 0])==1]", 12, blankInQuery),
        JSONPathErrorVector("$[?(@.a)==1]", 3, comparedParentheses),
        JSONPathErrorVector("$[?1==(@.a)]", 6, comparedParentheses),
        JSONPathErrorVector("$[?(1==1)==true]", 3, comparedParentheses),
        JSONPathErrorVector("$[?1==1==1]", 7, comparedTwice),
        JSONPathErrorVector("$[?1 < @.a < 3]", 11, comparedTwice),
        JSONPathErrorVector("$[?!@.a==1]", 3, negatedComparison),
        JSONPathErrorVector("$[?@.b && ! 1 < 2]", 10, negatedComparison),
        JSONPathErrorVector("$[?1 == !@.a]", 8, "! \(missingOperand)"),
    ]

    private static let nodesForValue =
        "() takes one value, but this query may select several; use only names and indices, or write value(…)"

    private static let functions = [
        JSONPathErrorVector(
            "$[?size(@)==1]", 3,
            "size() is not a function of JSONPath; there are length, count, match, search and value"),
        JSONPathErrorVector("$[?lenght(@)==1]", 3, "lenght() is not a function of JSONPath; did you mean length()?"),
        JSONPathErrorVector("$[?Count(@)==1]", 3, "Count() is not a function of JSONPath; did you mean count()?"),
        JSONPathErrorVector("$[?matches(@,'a')]", 3, "matches() is not a function of JSONPath; did you mean match()?"),
        JSONPathErrorVector(
            "$[?true(1)==0]", 3,
            "true() is not a function of JSONPath; there are length, count, match, search and value"),
        JSONPathErrorVector("$[?count (@)==1]", 8, "blank space after count is not allowed; remove it"),
        JSONPathErrorVector(
            "$[?length(@.a)]", 3, "length() gives a value, not a test; compare it, as in length(…) == 1"),
        JSONPathErrorVector("$[?!count(@.*)]", 4, "count() gives a value, not a test; compare it, as in count(…) == 1"),
        JSONPathErrorVector(
            "$[?@.a||value(@.*)]", 8, "value() gives a value, not a test; compare it, as in value(…) == 1"),
        JSONPathErrorVector(
            "$[?match(@,'a')==true]", 3, "match() is true or false and can't be compared; write it alone or after !"),
        JSONPathErrorVector(
            "$[?false!=search(@,'a')]", 10,
            "search() is true or false and can't be compared; write it alone or after !"),
        JSONPathErrorVector("$[?length()==1]", 3, "length() has 1 argument, not 0"),
        JSONPathErrorVector("$[?count(@,@)==1]", 3, "count() has 1 argument, not 2"),
        JSONPathErrorVector("$[?match(@)]", 3, "match() has 2 arguments, not 1"),
        JSONPathErrorVector("$[?search(@,'a','b')]", 3, "search() has 2 arguments, not 3"),
        JSONPathErrorVector("$[?count(@ @)==1]", 11, "@ stands where , or ) should, after an argument of count()"),
        JSONPathErrorVector("$[?count(@]", 10, "] stands where , or ) should, after an argument of count()"),
        JSONPathErrorVector("$[?count(@", 8, "this ( has no closing ); write it"),
        JSONPathErrorVector("$[?count(@,)==1]", 11, ") \(missingOperand)"),
        JSONPathErrorVector("$[?count(,@)==1]", 9, ", \(missingOperand)"),
        JSONPathErrorVector(
            "$[?length(@.*)==1]", 10,
            "length\(nodesForValue)"
        ),
        JSONPathErrorVector(
            "$[?match(@..a,'a')]", 9,
            "match\(nodesForValue)"),
        JSONPathErrorVector("$[?length(match(@,'a'))==1]", 10, "the argument of length() must be a value, not a test"),
        JSONPathErrorVector("$[?length(@.a==1)==1]", 10, "the argument of length() must be a value, not a test"),
        JSONPathErrorVector("$[?length((@.a))==1]", 10, "the argument of length() must be a value, not a test"),
        JSONPathErrorVector("$[?match(!@.a,'a')]", 9, "the argument of match() must be a value, not a test"),
        JSONPathErrorVector("$[?search(@,@.a||@.b)]", 12, "the argument of search() must be a value, not a test"),
        JSONPathErrorVector("$[?count(1)==1]", 9, "the argument of count() must be a query such as @.*"),
        JSONPathErrorVector("$[?count(length(@))==1]", 9, "the argument of count() must be a query such as @.*"),
        JSONPathErrorVector("$[?value('a')==1]", 9, "the argument of value() must be a query such as @.*"),
        JSONPathErrorVector("$[?count(@.a&&@.b)==1]", 9, "the argument of count() must be a query such as @.*"),
        JSONPathErrorVector("$[?value(!@.a)==1]", 9, "the argument of value() must be a query such as @.*"),
    ]
}
