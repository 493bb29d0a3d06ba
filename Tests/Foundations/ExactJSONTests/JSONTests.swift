import ExactJSON
import Testing

@Suite("JSON values")
struct JSONTests {
    @Test("objects are equal whatever the order of their members, and hash alike")
    func objectEquality() throws {
        let a = try JSON(parsing: #"{"a":1,"b":[1,2],"c":{"d":null}}"#)
        let b = try JSON(parsing: #"{"c":{"d":null},"b":[1.0,2],"a":1}"#)
        #expect(a == b)
        #expect(a.hashValue == b.hashValue)
        #expect(a != (try JSON(parsing: #"{"a":1,"b":[2,1],"c":{"d":null}}"#)))
        #expect(a != (try JSON(parsing: #"{"a":1,"b":[1,2]}"#)))
        #expect(a != (try JSON(parsing: #"{"a":1,"b":[1,2],"x":{"d":null}}"#)))
    }

    @Test("strings are compared by scalars, not by canonical equivalence")
    func exactStrings() {
        #expect(JSON.string("\u{E9}") != JSON.string("e\u{301}"))
        #expect(JSON.string("\u{E9}") == JSON.string("\u{E9}"))
        let object: JSONObject = ["\u{E9}": 1]
        #expect(object["e\u{301}"] == nil)
        #expect(object["\u{E9}"] == 1)
        #expect(object.index(of: "e\u{301}") == nil)
        #expect(object.index(of: "\u{E9}") == 0)
    }

    @Test("kinds are not mixed up")
    func kinds() {
        let values: [JSON] = [nil, true, 1, "1", [1], ["1": 1], false, 0, "", [], [:]]
        for (i, a) in values.enumerated() {
            for (j, b) in values.enumerated() { #expect((a == b) == (i == j)) }
        }
        #expect(values.prefix(6).map(\.kind.rawValue) == ["null", "boolean", "number", "string", "array", "object"])
    }

    @Test("deep values are compared and hashed to the bottom")
    func deep() {
        func nested(_ leaf: JSON) -> JSON {
            (0..<250).reduce(leaf) { value, index in index.isMultiple(of: 2) ? [value, 1] : ["a": value, "b": nil] }
        }
        #expect(nested(1) == nested(1.0))
        #expect(nested(1) != nested(2))
        #expect(nested([]) != nested([:]))
        #expect(Set([nested(1), nested(2), nested(1.0), nested([]), nested([:]), nested([[]])]).count == 5)
    }

    @Test("members keep their order through setting, replacing and removing, few or many", arguments: [3, 9, 40])
    func objectEdits(count: Int) {
        var object = JSONObject()
        for i in 0..<count { object["m\(i)"] = .number(JSONNumber(i)) }
        object["m1"] = "new"
        object["m0"] = nil
        object["last"] = true
        #expect(object.names == (1..<count).map { "m\($0)" } + ["last"])
        #expect(object["m1"] == "new")
        #expect(object["m0"] == nil)
        #expect(object["m\(count - 1)"] == .number(JSONNumber(count - 1)))
        #expect(object["last"] == true)
        #expect(object.map(\.name) == object.names)
    }

    @Test(
        "an object is made of names and values, the last value of a name at its first place", arguments: [2, 8, 9, 40])
    func namesAndValues(count: Int) {
        let names = (1...count).map { "m\($0)" }
        let object = JSONObject(names: names, values: (1...count).map { .number(JSONNumber($0)) })
        #expect(object.names == names)
        #expect(object["m\(count)"] == .number(JSONNumber(count)))
        #expect(object["m0"] == nil)
        let repeated = JSONObject(names: names + ["m1"], values: object.values + ["last"])
        #expect(repeated.names == names)
        #expect(repeated["m1"] == "last")
        #expect(JSONObject(names: ["\u{E9}", "e\u{301}"], values: [1, 2]).count == 2)
    }

    @Test("a value is found by name and by index, and nothing where there is none")
    func subscripts() throws {
        let value = try JSON(parsing: #"{"a":[10,20]}"#)
        #expect(value["a"]?[1] == 20)
        #expect(value["a"]?[2] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["b"] == nil)
        #expect(value[0] == nil)
        #expect(value["a"]?["x"] == nil)
    }

    @Test("compact text has no white space, escapes only what must be, and keeps order and numbers")
    func compact() {
        let value: JSON = ["b": [1, "a\"\\/\u{1}\n\u{7F}é", nil], "a": [:], "c": [], "d": ["x": true]]
        #expect(value.text() == "{\"b\":[1,\"a\\\"\\\\/\\u0001\\n\u{7F}é\",null],\"a\":{},\"c\":[],\"d\":{\"x\":true}}")
    }

    @Test("pretty text has a member or element a line")
    func pretty() {
        let value: JSON = ["b": [1, ["x": 2]], "a": [:], "c": []]
        let text = """
            {
              "b": [
                1,
                {
                  "x": 2
                }
              ],
              "a": {},
              "c": []
            }
            """
        #expect(value.text(.pretty) == text)
    }
}
