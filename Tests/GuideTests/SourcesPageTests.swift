import Foundation
import TestSupport
import Testing

/// The page for people who change mockserver names functions, which move and are renamed.
@Suite("Sources/README.md") struct SourcesPageTests {
    /// The section on the way of a request.
    private static func way() throws -> String {
        let page = try Package.text(of: "Sources/README.md")
        let section = try #require(page.range(of: "## The way of a request\n")?.upperBound)
        return page[section...].components(separatedBy: "\n## ")[0]
    }

    /// The modules that the section names.
    private static let modules = [
        "HTTP2", "HTTPWire", "MockRuntime", "MockServerKit", "MockServerURLProtocol", "Playback", "Reports", "Sockets",
    ]

    @Test("names types, functions and modules that there are")
    func names() throws {
        let names = Set(try Self.way().matches(of: /`([A-Za-z0-9_.]+)`/).map { String($0.1) })
            .subtracting(Self.modules).subtracting(["URLSession"])
        #expect(names.count > 30)
        // Bytes, because searching texts takes a minute in a debug build.
        let sources = try Self.modules.flatMap { Package.files(below: Checkout.path(of: $0) ?? $0, named: "swift") }
            .map { Data(try Package.text(of: $0).utf8) }
        try #require(sources.count > 200)
        func holders(_ words: [String], _ name: String, in sources: [Data]) -> [Data] {
            let wanted = words.map { Data("\($0) \(name)".utf8) }
            return sources.filter { source in wanted.contains { source.range(of: $0) != nil } }
        }
        for name in names {
            let parts = name.split(separator: ".").map(String.init)
            let last = parts[parts.count - 1]
            let isMember = last.first?.isLowercase ?? false
            let type = isMember ? parts.dropLast().last : last
            let words = ["struct", "class", "enum", "protocol", "extension"]
            let holding = type.map { holders(words, $0, in: sources) } ?? sources
            let isThere = isMember ? !holders(["func", "var"], last, in: holding).isEmpty : !holding.isEmpty
            #expect(isThere, "there is no \(name)")
        }
    }

    @Test("has a plain request enter another module at most nine times")
    func steps() throws {
        let lines = try Self.way().split(separator: "\n")
        let numbers = lines.compactMap { $0.firstMatch(of: #/^([0-9]+)\. /#).flatMap { Int($0.1) } }
        #expect(numbers == Array(1...9))
    }

    @Test("names each target, on its floor")
    func targets() throws {
        var floor = ""
        var named: Set<String> = []
        for line in try Package.text(of: "Sources/README.md").split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|").map { $0.matches(of: /`(\w+)`/).map { String($0.1) } }
            guard cells.count == 3 else { continue }
            floor = cells[0].first ?? floor
            named.formUnion(cells[1].map { "\(floor)/\($0)" })
        }
        let sources = Checkout.root.appendingPathComponent("Sources")
        let floors = ["System", "Foundations", "Wire", "Scenario", "Server", "Testing", "Command", "Clients"]
        let there = try floors.flatMap { floor in
            try FileManager.default.contentsOfDirectory(atPath: sources.appendingPathComponent(floor).path)
                .map { "\(floor)/\($0)" }
        }
        try #require(there.count > 35)
        #expect(Set(there).symmetricDifference(named) == [])
    }
}
