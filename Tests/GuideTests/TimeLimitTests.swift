import Foundation
import Testing

/// A limit of Swift Testing counts while other tests hold the processors, so a short one fails on a slow machine.
@Suite("A limit of a test") struct TimeLimitTests {
    /// The least limit, in minutes: for what hangs, and beyond a whole run of all tests on a slow machine.
    private static let least = 60
    /// A test that hangs on purpose, and the examples below.
    private static let excepted: Set = [
        "Tests/Fixtures/HarnessUser/SwiftTestingUse/OrderTests.swift", "Tests/GuideTests/TimeLimitTests.swift",
    ]

    @Test("is far above what a slow machine needs")
    func limits() throws {
        let files = Package.files(below: "Tests", named: "swift").filter {
            !$0.contains("/.build") && !Self.excepted.contains($0)
        }
        try #require(files.count > 300)
        let short = try files.flatMap { file in
            Self.shortLimits(in: try Package.text(of: file)).map { "\(file): .timeLimit(\($0))" }
        }
        #expect(short == [], "write .timeLimit(.minutes(\(Self.least))), or wait for an event without a limit")
    }

    @Test("that is short is found, whatever it is written in")
    func found() {
        let text = """
            @Suite(.timeLimit(.minutes(59))) @Test(.timeLimit( .minutes( 2 )), .timeLimit(.minutes(60)))
            @Test(.timeLimit(.minutes(least)), .timeLimit(.minutes(1_000)))
            """
        #expect(Self.shortLimits(in: text) == [".minutes(59)", ".minutes(2)", ".minutes(least)"])
    }

    private static func shortLimits(in text: String) -> [String] {
        text.components(separatedBy: ".timeLimit(").dropFirst().compactMap { rest -> String? in
            guard let end = rest.range(of: "))") else { return String(rest.prefix(20)) }
            let limit = rest[..<end.upperBound].dropLast().filter { $0 != " " && $0 != "_" }
            let digits = limit.dropFirst(".minutes(".count).dropLast()
            guard limit.hasPrefix(".minutes("), let minutes = Int(digits) else { return String(limit) }
            return minutes < least ? String(limit) : nil
        }
    }
}
