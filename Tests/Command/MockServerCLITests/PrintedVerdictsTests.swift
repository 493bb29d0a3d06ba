import Locking
import Testing

@testable import MockServerCLI

@Suite("Verdicts that are printed before the last one") struct PrintedVerdictsTests {
    @Test("are printed once, each as often as it comes")
    func once() {
        let printed = PrintedVerdicts()
        let texts = Locked<[String]>([])
        for key in ["a", "b", "a"] { printed.print(key) { texts.withLock { $0.append(key) } } }
        #expect(texts.withLock { $0 } == ["a", "b", "a"])
        #expect(printed.rest(of: ["a", "c", "a", "a", "b"]) { $0 } == ["c", "a"])
    }

    @Test("are not printed behind the last one, which lists them")
    func closed() {
        let printed = PrintedVerdicts()
        #expect(printed.rest(of: ["a"]) { $0 } == ["a"])
        printed.print("a") { Issue.record("it is printed twice") }
        printed.print("b") { Issue.record("it comes last") }
    }
}
