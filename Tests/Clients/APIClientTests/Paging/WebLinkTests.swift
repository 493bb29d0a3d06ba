import Testing

@testable import APIClient

/// A value of `Link` and the links in it, written `target|name=value|…` with the names sorted; `nil` if it is malformed.
private struct LinkVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: String
    let links: [String]?

    init(_ name: String, _ value: String, _ links: [String]?) {
        testDescription = name
        self.value = value
        self.links = links
    }
}

struct WebLinkTests {
    private static let vectors = [
        LinkVector("nothing", "", []),
        LinkVector("only space", " \t", []),
        LinkVector("no link", "x", nil),
        LinkVector("a link", "</a>", ["/a"]),
        LinkVector("an empty target", "<>", [""]),
        LinkVector("a target that is not closed", "</a", nil),
        LinkVector("a target as it is written", "< http://h/a?b;c,d=\"e >", [" http://h/a?b;c,d=\"e "]),
        LinkVector("space around", " \t</a> \t", ["/a"]),
        LinkVector("two links", "</a>,</b>", ["/a", "/b"]),
        LinkVector("two links with space", "</a> ,\t</b>", ["/a", "/b"]),
        LinkVector("two links without a comma", "</a> </b>", nil),
        LinkVector("empty elements", ", </a>,, </b> ,", ["/a", "/b"]),
        LinkVector("an element that is no link", "</a>, b", nil),
        LinkVector("a parameter", "</a>;rel=next", ["/a|rel=next"]),
        LinkVector("a parameter without a semicolon", "</a>rel=next", nil),
        LinkVector("a quoted parameter", "</a>; rel=\"prev next\"", ["/a|rel=prev next"]),
        LinkVector("a parameter in capitals", "</a>; REL=Next", ["/a|rel=Next"]),
        LinkVector("space around all", "</a> \t; \trel \t= \t\"next\" \t, </b>", ["/a|rel=next", "/b"]),
        LinkVector("tabs around all", "</a>\t;\trel\t=\tnext\t;\ta\t,\t</b>", ["/a|a=|rel=next", "/b"]),
        LinkVector("two parameters", "</a>; rel=next; title=b", ["/a|rel=next|title=b"]),
        LinkVector("parameters of two links", "</a>; rel=next, </b>; rel=prev", ["/a|rel=next", "/b|rel=prev"]),
        LinkVector("of two of a name the first", "</a>; rel=next; Rel=prev", ["/a|rel=next"]),
        LinkVector("a parameter without a value", "</a>; crossorigin; rel=next", ["/a|crossorigin=|rel=next"]),
        LinkVector("a parameter without a value at the end", "</a>; crossorigin, </b>", ["/a|crossorigin=", "/b"]),
        LinkVector("an empty value", "</a>; rel=; title=\"\"", ["/a|rel=|title="]),
        LinkVector("an empty parameter", "</a>;; rel=next;", ["/a|=|rel=next"]),
        LinkVector("an equals sign in a value", "</a>; etag=ab==; rel=next", ["/a|etag=ab==|rel=next"]),
        LinkVector("an extended value", "</a>; title*=UTF-8''%e2%82%ac", ["/a|title*=UTF-8''%e2%82%ac"]),
        LinkVector("delimiters in quotes", "</a>; title=\"</b>, c; rel=d = e\"", ["/a|title=</b>, c; rel=d = e"]),
        LinkVector("escapes in quotes", #"</a>; title="a \"b\" \\ \c""#, [#"/a|title=a "b" \ c"#]),
        LinkVector("a quote that is not closed", "</a>; title=\"b", nil),
        LinkVector("a quote whose end is escaped", #"</a>; title="b\""#, nil),
        LinkVector("an escape at the end", #"</a>; title="b\"#, nil),
        LinkVector("characters that other headers delimit by", "</a>; a~b:c=d~e:f=", ["/a|a~b:c=d~e:f="]),
        LinkVector("text after a quote", "</a>; title=\"b\"c", nil),
        LinkVector("two words for a name", "</a>; rel next", nil),
        LinkVector("two words for a value", "</a>; rel=a b", nil),
        LinkVector("combining marks after delimiters", "<\u{301}>;\u{301}a=\"b\"", ["\u{301}|\u{301}a=b"]),
        LinkVector("a combining mark after an escape", "</a>; b=\"\\\"\u{301}\"", ["/a|b=\"\u{301}"]),
    ]

    private func written(_ link: WebLink) -> String {
        ([link.target] + link.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
            .joined(separator: "|")
    }

    @Test("a header has the links that the standard says", arguments: vectors)
    private func links(_ vector: LinkVector) {
        #expect(WebLink.links(in: vector.value)?.map(written) == vector.links)
    }

    @Test(
        "a link leads to each relation type that it names, from the response itself",
        arguments: [
            ("rel=next", true), ("rel=\"prev next\"", true), ("rel=\"NEXT\"", true), ("rel=\"  next  \"", true),
            ("rel=prev", false), ("rel=nextpage", false), ("rel=\"next,prev\"", false), ("rel=", false), ("", false),
            ("rev=next", false), ("rel=next; anchor=\"/b\"", false), ("rel=prev; rel=next", false),
        ])
    func relation(_ parameters: String, _ leads: Bool) throws {
        let link = try #require(WebLink.links(in: "</a>; \(parameters)")?.first)
        #expect(link.leads(to: "next") == leads)
    }
}
