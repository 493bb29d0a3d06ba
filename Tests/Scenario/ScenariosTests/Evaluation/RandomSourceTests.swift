import ExactJSON
import Testing

import ScenarioFiles
@testable import Scenarios

@Suite("The source of random values")
struct RandomSourceTests {
    private func position(_ line: Int, _ column: Int) -> Position {
        Position(file: SourceFile(path: "f.yaml"), line: line, column: column)
    }

    private func uuid(_ randomSource: RandomSource, _ position: Position) -> String {
        var generator = randomSource.generator(at: position)
        return generator.uuid()
    }

    @Test("the same seed, rule, count and place draw the same, any other randomSource another")
    func repeatable() {
        var seen: Set<String> = []
        for seed: UInt64 in [0, 1, .max] {
            for rule in -1...2 {
                for count in 0...3 {
                    for (line, column) in [(1, 1), (1, 2), (2, 1), (9, 40)] {
                        let randomSource = RandomSource(seed: seed, rule: rule, count: count)
                        let made = uuid(randomSource, position(line, column))
                        #expect(made == uuid(randomSource, position(line, column)))
                        #expect(seen.insert(made).inserted)
                    }
                }
            }
        }
    }

    @Test("a seed randomSource next year what it randomSource today")
    func pinned() {
        var generator = RandomSource(seed: 42, rule: 0, count: 1).generator(at: position(3, 7))
        #expect(generator.uuid() == "689f32da-0a36-4abd-8dcf-a5fbeb7b19cf")
        #expect(generator.integer(in: 1...6) == 6)
        #expect(generator.text(length: 12) == "ygPNVGIXmmso")
    }

    @Test("a UUID has the shape of version 4", arguments: 0..<50)
    func shape(count: Int) throws {
        let made = uuid(RandomSource(seed: 7, rule: 0, count: count), position(1, 1))
        let form = try Regex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
        #expect(made.wholeMatch(of: form) != nil, "\(made)")
    }

    @Test("numbers keep to their range, reach its ends and are spread evenly")
    func integers() {
        var generator = RandomSource(seed: 1, rule: 0, count: 0).generator(at: position(1, 1))
        var counts = Array(repeating: 0, count: 6)
        for _ in 0..<6000 { counts[generator.integer(in: 1...6) - 1] += 1 }
        #expect(counts.allSatisfy { (850...1150).contains($0) }, "\(counts)")
        #expect(generator.integer(in: 3...3) == 3)
        #expect((Int.min...Int.max).contains(generator.integer(in: Int.min...Int.max)))
        #expect((Int.min...(Int.min + 1)).contains(generator.integer(in: Int.min...(Int.min + 1))))
    }

    @Test("a random text has the wanted length and only letters and digits")
    func texts() {
        var generator = RandomSource(seed: 1, rule: 0, count: 0).generator(at: position(1, 1))
        let text = generator.text(length: 2000)
        #expect(text.utf8.count == 2000)
        #expect(text.utf8.allSatisfy { $0 < 0x80 } && text.allSatisfy { $0.isLetter || $0.isNumber })
        #expect(Set(text).count == 62)
        #expect(generator.text(length: 0).isEmpty)
    }

    @Test("moments before 1970 and beyond all calendars are written, not trapped on")
    func moments() {
        #expect(WallClockTime(nanoseconds: -1).written(as: .unix) == -1)
        #expect(WallClockTime(nanoseconds: -1).written(as: .unixMilliseconds) == -1)
        #expect(WallClockTime(nanoseconds: .max).advanced(by: .seconds(1)).nanoseconds == .max)
        #expect(WallClockTime(nanoseconds: .min).advanced(by: .seconds(-1)).nanoseconds == .min)
        #expect(WallClockTime(nanoseconds: -1).written(as: .iso) == "1969-12-31T23:59:59Z")
    }
}
