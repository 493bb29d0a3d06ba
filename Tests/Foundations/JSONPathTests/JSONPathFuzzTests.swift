import ExactJSON
import JSONPath
import SeededRandom
import Testing

@Suite("JSONPath with random queries and documents")
struct JSONPathFuzzTests {
    private static let tokens = [
        "$", "@", ".", "..", "[", "]", "*", "'a'", "\"b\"", "0", "-1", ":", "?", "(", ")", "!", "&&", "||", "==", "!=",
        "<", ">=",
        "1.5", "true", "null", "a", "b", "length(", "count(", "match(", "value(", ",", " ", "\\", "'", "\"", "é",
        "\u{0}", "[?@.a]",
        "$.a", "@.b", "..*", "[0:2]", "[::-1]",
    ]
    private static let seeds = [
        "$.a[?@.b == 'a' && (count(@..*) > 1 || !match(@.a, '[a-z]+'))]",
        "$..[0, -1, 1:3:2, ::-1, 'a', \"b\", *, ?@.a]",
        "$[?length(value(@..a)) <= 1.5e1]['a\\u00e9\\ud83d\\ude00\\n']", "$..a..[?@[?@ != null]]",
        "$[?search(@.b, @.a) || $.a == @]",
    ]

    @Test("random and mutated texts are queries or errors inside the text, and never trap")
    func texts() throws {
        var random = SplitMix(seed: 9535)
        let document = Self.document(&random, depth: 4)
        var accepted = 0
        for round in 0..<6000 {
            let text = round.isMultiple(of: 2) ? Self.randomText(&random) : Self.mutated(&random)
            do throws(JSONPathError) {
                let query = try JSONPathQuery(text)
                accepted += 1
                var steps = 2000
                _ = try? query.nodes(in: document, steps: &steps)
                #expect(query == query && Set([query]).contains(query))
            } catch {
                #expect((0...text.unicodeScalars.count).contains(error.offset))
                #expect(!error.message.isEmpty)
            }
        }
        #expect(accepted > 300)
    }

    @Test("the normalized path of every node finds exactly this node again")
    func normalizedPaths() throws {
        var random = SplitMix(seed: 27)
        let queries = try ["$", "$..*", "$..[?@.a || @ != 1]", "$..[::-1]", "$[*]..['a', 0]"].map(JSONPathQuery.init)
        for _ in 0..<60 {
            let document = Self.document(&random, depth: 4)
            for query in queries {
                for node in try query.nodes(in: document) {
                    let again = try JSONPathQuery(node.path)
                    #expect(again.isSingular)
                    let nodes = try again.nodes(in: document)
                    #expect(nodes.map(\.path) == [node.path])
                    #expect(nodes.map(\.value) == [node.value])
                    #expect(nodes.first?.location == node.location)
                }
            }
        }
    }

    @Test("$..* selects each value below the root once, and the paths differ")
    func everything() throws {
        var random = SplitMix(seed: 3)
        for _ in 0..<60 {
            let document = Self.document(&random, depth: 5)
            let paths = try JSONPathQuery("$..*").nodes(in: document).map(\.path)
            #expect(paths.count == Self.size(of: document) - 1)
            #expect(Set(paths.map(UnicodeScalarKey.init)).count == paths.count)
        }
    }

    private static func randomText(_ random: inout SplitMix) -> String {
        let count = Int.random(in: 0...12, using: &random)
        return "$" + (0..<count).map { _ in tokens.randomElement(using: &random) ?? "" }.joined()
    }

    private static func mutated(_ random: inout SplitMix) -> String {
        var scalars = Array((seeds.randomElement(using: &random) ?? "").unicodeScalars)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let index = Int.random(in: 0..<scalars.count, using: &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0: scalars.remove(at: index)
            case 1:
                scalars.insert(
                    contentsOf: Array((tokens.randomElement(using: &random) ?? "").unicodeScalars), at: index)
            default: scalars.swapAt(index, Int.random(in: 0..<scalars.count, using: &random))
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static let names = [
        "a", "b", "", "'", "\\", "\"", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{E9}", "e\u{301}", "😀", "0", "]",
    ]

    private static func document(_ random: inout SplitMix, depth: Int) -> JSON {
        switch Int.random(in: 0...(depth > 0 ? 6 : 3), using: &random) {
        case 0: return nil
        case 1: return .number(JSONNumber(Int.random(in: 0...3, using: &random)))
        case 2: return .string(names.randomElement(using: &random) ?? "")
        case 3: return true
        case 4:
            return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in document(&random, depth: depth - 1) })
        default:
            let chosen = names.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
            return .object(JSONObject(chosen.map { ($0, document(&random, depth: depth - 1)) }))
        }
    }

    private static func size(of value: JSON) -> Int {
        switch value {
        case .array(let elements): 1 + elements.reduce(0) { $0 + size(of: $1) }
        case .object(let object): 1 + object.values.reduce(0) { $0 + size(of: $1) }
        case .null, .bool, .number, .string: 1
        }
    }
}
