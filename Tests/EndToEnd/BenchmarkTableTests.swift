import Foundation
import Testing

/// A guide shows the figures of Tests/Benchmarks/results.json, README.md five rows of them, and the figures are consistent.
@Suite("The table of benchmarks", .timeLimit(.minutes(60))) struct BenchmarkTableTests {
    /// The output of `Tests/Benchmarks/run --record`.
    struct Results: Decodable {
        let command: String
        let date: String
        let quick: Bool
        /// How many other processes were ready to run when it began.
        let loadBefore: Double
        let machine: Machine
        /// The budget of instructions when it was measured.
        let budget: [String: Int]
        let rows: [Row]

        enum CodingKeys: String, CodingKey {
            case command, date, quick, machine, budget, rows
            case loadBefore = "load_before"
        }
    }

    struct Machine: Decodable {
        let processor: String
        let processors: Int
        let kernel: String
        let system: String
    }

    struct Row: Decodable {
        let row: String
        let what: String
        let unit: String
        let mockserver: Figure
        let others: [String: Figure]
        let goals: [Goal]
        let met: Bool
    }

    struct Figure: Decodable {
        let median: Double
        let low: Double
        let high: Double
        /// mockserver's median divided by this one's; nil for mockserver itself.
        let ratio: Double?
    }

    struct Goal: Decodable {
        /// The figure that mockserver's is compared with; nil for the figure alone.
        let of: String?
        let atLeast: Double?
        let atMost: Double?
        let ahead: Bool?
        let within: Double?

        enum CodingKeys: String, CodingKey {
            case of, ahead, within
            case atLeast = "at_least"
            case atMost = "at_most"
        }

        /// Whether the goal is met; nil if the row has no such figure.
        func isMet(in row: Row) -> Bool? {
            guard let value = of.map({ row.others[$0]?.ratio }) ?? row.mockserver.median else { return nil }
            return value >= atLeast ?? value && value <= atMost ?? value && (ahead != true || value > 1)
                && (within.map { (1 / (1 + $0)...1 + $0).contains(value) } ?? true)
        }

        /// The goal in the words of the table.
        func text(_ unit: String) -> String {
            func number(_ value: Double) -> String { String(format: of == nil ? "%g" : "%.2f", value) }
            let base = of.map { " of \($0)" } ?? " \(unit)"
            if ahead == true { return "ahead\(base)" }
            if let within { return "within \(Int((within * 100).rounded())) %\(base)" }
            if let atLeast { return "at least \(number(atLeast))\(base)" }
            return atMost.map { "at most \(number($0))\(base)" } ?? "nothing"
        }
    }

    /// Tests/Benchmarks/budget.json.
    struct Budget: Decodable {
        let rows: [String: Int]
    }

    /// One row as the table shows it.
    struct Shown: Hashable {
        let what: String
        let figure: Double
        let unit: String
        let others: [String: [Double]]
        let goal: String
        let met: String
    }

    private static func results() throws -> Results {
        let path = Program.package.appendingPathComponent("Tests/Benchmarks/results.json")
        return try JSONDecoder().decode(Results.self, from: Data(contentsOf: path))
    }

    private static let guide = "Sources/Guides/Guides.docc/WhatItCosts.md"

    /// The lines between the table's two marks.
    private static func lines(of page: String = guide) throws -> [Substring] {
        let text = try String(contentsOf: Program.package.appendingPathComponent(page), encoding: .utf8)
        let marked = try #require(
            try /<!-- Tests\/Benchmarks\/run --record -->\n((?s:.*?))<!-- end of the benchmarks -->\n/.firstMatch(
                in: text))
        return marked.1.split(separator: "\n")
    }

    private static func number(_ text: Substring) -> Double { Double(text.filter { $0 != "," }) ?? .nan }

    private static func shown(_ line: Substring) throws -> Shown {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { $0.trimmingCharacters(in: .whitespaces) }
        try #require(cells.count == 5, "\(line)")
        let figure = try #require(try /([\d.,]+) (.+)/.wholeMatch(in: cells[1]), "\(line)")
        var others: [String: [Double]] = [:]
        for part in cells[2].components(separatedBy: "; ") where !part.isEmpty {
            let match = try #require(try /(.+): ([\d.,]+) \(×([\d.,]+)\)/.wholeMatch(in: part), "\(part)")
            others[String(match.1)] = [number(match.2), number(match.3)]
        }
        return Shown(
            what: cells[0], figure: number(figure.1), unit: String(figure.2), others: others, goal: cells[3],
            met: cells[4])
    }

    @Test("it is that of the last results")
    func table() throws {
        let wanted = try Self.results().rows.map { row in
            Shown(
                what: row.what, figure: row.mockserver.median, unit: row.unit,
                others: row.others.mapValues { [$0.median, $0.ratio ?? .nan] },
                goal: row.goals.map { $0.text(row.unit) }.joined(separator: ", "), met: row.met ? "yes" : "no")
        }
        // Without its heading and the line below it.
        let shown = try Self.lines().filter { $0.hasPrefix("|") }.dropFirst(2).map(Self.shown)
        for (shown, wanted) in zip(shown, wanted) { #expect(shown == wanted) }
        #expect(shown.map(\.what) == wanted.map(\.what))
    }

    @Test("README.md has five of its rows as they stand")
    func readme() throws {
        let shown = try Self.lines(of: "README.md")
        let rows = shown.filter { $0.hasPrefix("|") }.dropFirst(2)
        #expect(rows.count == 5)
        // With the sentence on the machine and the heading, and in the same order.
        #expect(try Self.lines().filter(shown.contains) == shown)
    }

    @Test("it names the command and the machine")
    func machine() throws {
        let results = try Self.results()
        let machine = results.machine
        let load = String(format: "%.1f", results.loadBefore)
        let crowd =
            results.loadBefore > 0.5 ? ", while \(load) other processes wanted a processor, so not to be relied on" : ""
        let line = """
            Measured on \(results.date) by `\(results.command)` on \(machine.processor), \(machine.processors) processors, \
            \(machine.kernel), \(machine.system)\(results.quick ? ", in short rounds" : "")\(crowd).
            """
        #expect(try Self.lines().first.map(String.init) == line)
    }

    @Test("ratios and whether goals are met follow from the figures")
    func consistency() throws {
        let rows = try Self.results().rows
        #expect(!rows.isEmpty)
        for row in rows {
            for (name, other) in row.others {
                let ratio = try #require(other.ratio)
                // Each figure is rounded.
                #expect(abs(row.mockserver.median / other.median / ratio - 1) < 0.02, "\(row.what): \(name)")
            }
            for figure in [row.mockserver] + row.others.values {
                #expect((figure.low...figure.high).contains(figure.median))
            }
            let met = try row.goals.map { goal in try #require(goal.isMet(in: row) as Bool?, "\(row.what)") }
            #expect(!met.isEmpty, "\(row.what)")
            #expect(met.allSatisfy { $0 } == row.met, "\(row.what)")
        }
    }

    @Test("it is of a state whose instructions differ by at most 5 % from the budget's")
    func age() throws {
        let path = Program.package.appendingPathComponent("Tests/Benchmarks/budget.json")
        let today = try JSONDecoder().decode(Budget.self, from: Data(contentsOf: path)).rows
        let measured = try Self.results().budget
        #expect(measured.keys.sorted() == today.keys.sorted())
        for (row, then) in measured {
            let now = try #require(today[row])
            #expect(
                (0.95...1.05).contains(Double(now) / Double(then)),
                "\(row): \(then) instructions when the table was measured, \(now) now: Tests/Benchmarks/run --record")
        }
    }

    @Test("each kind of row is there")
    func rows() throws {
        let script = try String(
            contentsOf: Program.package.appendingPathComponent("Tests/Benchmarks/harness/rows.py"), encoding: .utf8)
        let kinds = script.matches(of: /\n        "([a-z0-9-]+)": \w+,/).map { String($0.1) }
        var shown: [String] = []
        for row in try Self.results().rows where shown.last != row.row { shown.append(row.row) }
        #expect(shown == kinds)
    }
}
