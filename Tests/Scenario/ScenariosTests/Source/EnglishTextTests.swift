import Scenarios
import Testing

@Test(
    "ordinals have the English endings",
    arguments: [
        (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
        (111, "111th"), (122, "122nd"), (0, "0th"),
    ])
func ordinal(number: Int, text: String) {
    #expect(EnglishText.ordinal(number) == text)
}

@Test("only one is singular")
func plural() {
    #expect([0, 1, 2].map { EnglishText.count($0, "request") } == ["0 requests", "1 request", "2 requests"])
}
