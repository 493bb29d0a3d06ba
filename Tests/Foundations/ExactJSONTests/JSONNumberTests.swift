import ExactJSON
import SeededRandom
import Testing

@Suite("Exact numbers")
struct JSONNumberTests {
    private func number(_ lexeme: String) throws -> JSONNumber { try #require(JSONNumber(lexeme: lexeme)) }

    @Test(
        "spellings of one value are equal and hash alike",
        arguments: [
            ["1.10", "1.1", "11e-1", "0.11e1", "110E-2", "0.0000011e+6"],
            ["0", "-0", "0.0", "0e5", "-0.000e-99999999999999999999"],
            ["100", "1e2", "1.00e2", "1000e-1"],
            ["-12.5", "-125e-1", "-1.25E1"],
            ["12345678901234567890", "12345678901234567890.0", "1234567890123456789e1"],
            ["1e999999999999", "10e999999999998", "0.1e1000000000000"],
            ["1e100000000000000000000", "10e99999999999999999999", "0.01e100000000000000000002"],
            ["1e99999999999999999", "0.1e100000000000000000"],
            ["1e-99999999999999999999", "10e-100000000000000000000"],
        ])
    func equal(_ lexemes: [String]) throws {
        let numbers = try lexemes.map { try number($0) }
        for a in numbers {
            for b in numbers {
                #expect(a == b)
                #expect(a.hashValue == b.hashValue)
                #expect(!(a < b))
            }
        }
    }

    @Test("numbers are ordered by their exact value")
    func ordered() throws {
        let ordered = try [
            "-1e100000000000000000000", "-1e999999999999", "-12345678901234567890", "-2", "-1.5", "-1", "-1e-5",
            "-1e-999999999999999999999", "0", "1e-999999999999999999999", "1e-99999999999999999999", "1e-99999999999",
            "0.1", "0.10000000000000000000000000001", "0.11", "1", "1.5", "2", "9", "10", "9007199254740992",
            "9007199254740993", "12345678901234567890", "12345678901234567891", "1e99999999999999999",
            "1e100000000000000000", "1e100000000000000001", "2e100000000000000001", "1e200000000000000000",
            "1e1000000000000000000",
        ].map { try number($0) }
        for (i, a) in ordered.enumerated() {
            for (j, b) in ordered.enumerated() {
                #expect((a < b) == (i < j), "\(a) < \(b)")
                #expect((a == b) == (i == j), "\(a) == \(b)")
            }
        }
    }

    @Test(
        "an integer by value is one, however it is spelled",
        arguments: [
            ("1", 1), ("-7", -7), ("1.0", 1), ("1e3", 1000), ("12.5e1", 125), ("-0", 0), ("0e999999999999999999999", 0),
            ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("-9223372036854775808.0", Int.min),
            ("922337203685477580.7e1", Int.max),
        ])
    func integers(_ lexeme: String, value: Int) throws {
        #expect(try number(lexeme).asInt == value)
        #expect(try number(lexeme).isInteger)
    }

    @Test(
        "what is no integer, or does not fit, is none",
        arguments: [
            ("1.5", false), ("1e-1", false), ("1e-99999999999999999999999", false), ("9223372036854775808", true),
            ("-9223372036854775809", true), ("1e19", true), ("1e999999999999", true), ("1e99999999999999999999", true),
        ])
    func noIntegers(_ lexeme: String, isInteger: Bool) throws {
        #expect(try number(lexeme).asInt == nil)
        #expect(try number(lexeme).isInteger == isInteger)
    }

    @Test(
        "a multiple is found exactly, however large the exponents are",
        arguments: [
            ("0.3", "0.1", true), ("0.35", "0.1", false), ("0.0075", "0.0001", true), ("0.00751", "0.0001", false),
            ("0", "7", true), ("-0.0", "1e999999999999999999999", true), ("-9", "3", true), ("-9", "2", false),
            ("1", "0", false), ("0", "0", true), ("1e308", "0.123456789", false), ("1e308", "0.5", true),
            ("1e1000000000", "3", false), ("3e1000000000", "3", true), ("1e1000000000", "1024", true),
            ("1e3", "16", false), ("1e4", "16", true), ("1e4", "625", true), ("1e3", "625", false),
            ("1e999999999999999999999", "1e999999999999999999998", true),
            ("1e999999999999999999998", "1e999999999999999999999", false),
            ("1e100000000000000000", "1e99999999999999999", true),
            ("1e99999999999999999", "1e100000000000000000", false),
            ("1e-99999999999999999999", "1e-100000000000000000000", true), ("1e-99999999999999999999", "1", false),
            ("1", "1e-99999999999999999999", true), ("7e5", "3e-99999999999999999999", false),
            ("9e5", "3e-99999999999999999999", true),
            ("246913578024691357802469135780", "12345678901234567890123456789", true),
            ("246913578024691357802469135781", "12345678901234567890123456789", false),
            ("1e400", "1267650600228229401496703205376", true), ("1e99", "1267650600228229401496703205376", false),
            ("121932631137021795226185032733622923332237463801111263526900", "123456789012345678901234567890", true),
        ])
    func multiples(_ lexeme: String, of divisor: String, isMultiple: Bool) throws {
        #expect(try number(lexeme).isMultiple(of: number(divisor)) == isMultiple)
    }

    @Test("random numbers are multiples as their integers are", arguments: 1...10 as ClosedRange<UInt64>)
    func multipleProperty(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<200 {
            let divisor = Int.random(in: 1...60, using: &random)
            let value = Int.random(in: -1200...1200, using: &random)
            let x = try number(spelling(of: value, &random))
            let y = try number(spelling(of: divisor, &random))
            #expect(x.isMultiple(of: y) == value.isMultiple(of: divisor), "\(x) by \(y)")
            // Both times a power of ten and a long odd factor.
            #expect(try scaled(value).isMultiple(of: scaled(divisor)) == value.isMultiple(of: divisor))
        }
    }

    /// `value` × 1000000000000000000000000000057 × 10⁻⁴⁰.
    private func scaled(_ value: Int) throws -> JSONNumber {
        let product = value.magnitude * 57
        let zeros = String(repeating: "0", count: 30 - String(product).count)
        return try number((value < 0 ? "-" : "") + (value == 0 ? "0" : "\(value.magnitude)\(zeros)\(product)") + "e-40")
    }

    @Test("the spelling survives", arguments: ["1.10", "12345678901234567890", "1E+05", "-0", "1e999999999999"])
    func lexeme(_ lexeme: String) throws {
        #expect(try JSON(parsing: "[\(lexeme)]").text() == "[\(lexeme)]")
    }

    @Test(
        "what is no JSON number is not a number",
        arguments: ["", "-", "+1", "01", "1.", ".5", "1e", "0x1", "1 ", " 1", "NaN", "1e5x", "--1", "1..2", "Infinity"])
    func refused(_ lexeme: String) {
        #expect(JSONNumber(lexeme: lexeme) == nil)
    }

    @Test("doubles are written as short as they can be, and infinities not at all")
    func doubles() {
        #expect(JSONNumber(0.1)?.lexeme == "0.1")
        #expect(JSONNumber(1e300) == JSONNumber(lexeme: "1e300"))
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(Double.nan) == nil)
    }

    @Test(
        "random numbers compare as their integers do, whatever their spelling", arguments: 1...20 as ClosedRange<UInt64>
    )
    func property(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<200 {
            let a = Int.random(in: -1200...1200, using: &random)
            let b = Int.random(in: -1200...1200, using: &random)
            let x = try number(spelling(of: a, &random))
            let y = try number(spelling(of: b, &random))
            #expect((x == y) == (a == b), "\(x) == \(y)")
            #expect((x < y) == (a < b), "\(x) < \(y)")
            #expect(x != y || x.hashValue == y.hashValue)
        }
    }

    /// One of the many spellings of `value` thousandths.
    private func spelling(of value: Int, _ random: inout SplitMix) -> String {
        let digits =
            Array(String(value.magnitude)) + Array(repeating: "0", count: Int.random(in: 0...4, using: &random))
        let zeros = digits.count - String(value.magnitude).count
        let point = Int.random(in: 1...digits.count, using: &random)
        var whole = String(digits[..<point])
        if whole.count > 1, whole.hasPrefix("0") { whole = "0" }
        let fraction = String(digits[point...])
        // value × 10⁻³ = digits × 10^(-3 - zeros) = whole.fraction × 10^(-3 - zeros + fraction digits)
        let exponent = -3 - zeros + fraction.count
        return (value < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
            + (Bool.random(using: &random) ? "e" : "E") + "\(exponent)"
    }
}
