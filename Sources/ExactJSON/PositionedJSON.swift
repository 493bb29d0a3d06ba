/// A JSON value that knows where it stands, as do its members and elements: what a `.json` file is read into.
package struct PositionedJSON: Sendable {
    /// What the value is.
    package enum Content: Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array([PositionedJSON])
        /// The members as written, repeated ones too.
        case object([Member])
    }

    /// A member of an object.
    package struct Member: Sendable {
        /// The member's name.
        package let name: String
        /// Where the name's opening quote stands.
        package let position: JSONPosition
        /// The member's value.
        package let value: PositionedJSON
    }

    /// What reading a text gave.
    package struct Reading: Sendable {
        /// The value; nil if the text is not JSON. With repeated members it is there.
        package let root: PositionedJSON?
        /// All repeated members, then what ended the reading, if anything did.
        package let errors: [JSONError]
    }

    /// Where the value's first byte stands.
    package let position: JSONPosition
    /// What the value is.
    package let content: Content

    init(_ position: JSONPosition, _ content: Content) {
        self.position = position
        self.content = content
    }

    /// Reads a whole text, at most `depthLimit` arrays and objects deep.
    package static func read(_ bytes: [UInt8], depthLimit: Int = JSON.depthLimit) -> Reading {
        bytes.withUnsafeBufferPointer { bytes in
            var parser = JSONParser(bytes, builder: PositionedBuilder(bytes), depthLimit: depthLimit)
            do throws(JSONError) {
                let root = try parser.parse()
                return Reading(root: root, errors: parser.builder.duplicates)
            } catch {
                return Reading(root: nil, errors: parser.builder.duplicates + [error])
            }
        }
    }

    /// The value without its positions; of repeated members the last stays.
    package var json: JSON {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .array(let elements): .array(elements.map(\.json))
        case .object(let members): .object(JSONObject(members.map { ($0.name, $0.value.json) }))
        }
    }
}
