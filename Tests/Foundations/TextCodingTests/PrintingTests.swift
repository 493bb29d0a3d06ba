import Testing
import TextCoding

@Test("bytes that are not printable ASCII are shown in hexadecimal")
func printableASCII() {
    #expect(PrintableASCII.text([0x20, 0x61, 0x7E, 0x7F, 0x0A, 0xE9]) == #" a~\x7F\x0A\xE9"#)
    #expect(PrintableASCII.text([]) == "")
}

@Test(
    "a character is printable unless it is invisible or moves others",
    arguments: [
        ("a", true), (" ", true), ("é", true), ("\u{1F600}", true), ("\u{300}", true), ("\u{A0}", true), ("\0", false),
        ("\n", false), ("\u{7F}", false), ("\u{9B}", false), ("\u{AD}", false), ("\u{202E}", false),
        ("\u{2028}", false), ("\u{E000}", false),
    ] as [(Unicode.Scalar, Bool)])
func isPrintable(scalar: Unicode.Scalar, expected: Bool) {
    #expect(scalar.isPrintable == expected)
}

@Test("code points and bytes are shown in upper-case hexadecimal")
func codePoints() {
    #expect(Hex.codePoint("\u{A0}") == "00A0" && Hex.codePoint("\u{1F600}") == "1F600" && Hex.codePoint(0) == "0000")
    #expect(Hex.upperPair(0x0A) == "0A" && Hex.upperPair(0xFF) == "FF")
}
