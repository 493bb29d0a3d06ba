import Testing

@testable import JSONSchema

@Suite("URI references")
struct URIReferenceTests {
    @Test(
        "the examples of RFC 3986, sections 5.4.1 and 5.4.2",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
            ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
        ])
    func resolved(reference: String, target: String) {
        let base = URIReference("http://a/b/c/d;p?q")
        #expect(URIReference(reference).resolved(against: base).text == target)
    }

    @Test(
        "other bases",
        arguments: [
            ("urn:example:a", "#/x", "urn:example:a#/x"), ("urn:example:a?+r", "", "urn:example:a?+r"),
            ("file:///dir/a.json", "b.json", "file:///dir/b.json"),
            ("file:///dir/a.json", "../b.json", "file:///b.json"),
            ("file:///c:/dir/a.json", "b.json", "file:///c:/dir/b.json"), ("http://a", "b", "http://a/b"),
            ("http://a?q", "b", "http://a/b"), ("a/b", "c", "a/c"), ("", "c", "c"),
            ("http://a/b?x", "#y", "http://a/b?x#y"),
            ("http://a/b/", "c:d", "c:d"), ("http://a/b/", "./c:d", "http://a/b/c:d"),
            ("http://a/é/", "ü", "http://a/é/ü"),
        ])
    func bases(base: String, reference: String, target: String) {
        #expect(URIReference(reference).resolved(against: URIReference(base)).text == target)
    }

    @Test(
        "a pointer is split at slashes, then unescaped",
        arguments: [
            ("", []), ("/", [""]), ("/a/b", ["a", "b"]), ("//", ["", ""]), ("/a~1b", ["a/b"]), ("/m~0n", ["m~n"]),
            ("/~01", ["~1"]), ("/é/0", ["é", "0"]),
        ] as [(String, [String])])
    func pointers(text: String, tokens: [String]) {
        #expect(JSONPointer(text)?.tokens == tokens)
        #expect(tokens.map(JSONPointer.step).joined() == text)
    }

    @Test("what is not a pointer", arguments: ["a", "a/b", "/~", "/~2", "/a~/b"])
    func notPointers(text: String) {
        #expect(JSONPointer(text) == nil)
    }
}
