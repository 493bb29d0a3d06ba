import HTTPMessage
import Testing

@Test(
    "a bearer token is what follows the scheme and its spaces",
    arguments: [
        ("Bearer abc", "abc"), ("bearer  abc", "abc"), ("BEARER a b", "a b"), ("Bearer ", ""), ("Bearer", nil),
        ("Bearerabc", nil), ("Bearer\tabc", nil), ("Basic abc", nil), ("", nil),
    ] as [(String, String?)])
func bearerToken(value: String, token: String?) {
    #expect(Array(value.utf8)[...].bearerToken.map { String(decoding: $0, as: UTF8.self) } == token)
}
