/// A JSON value with its position and those of its members and elements: the result of reading a `.json` file.
package struct PositionedJSON: Sendable {
    /// The kind and content of a value.
    package enum Content: Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array([PositionedJSON])
        /// The members as written, including repeated ones.
        case object([Member])
    }

    /// A member of an object.
    package struct Member: Sendable {
        /// The member's name.
        package let name: String
        /// The position of the name's opening quote.
        package let position: JSONPosition
        /// The member's value.
        package let value: PositionedJSON
    }

    /// The result of reading a text.
    package struct Reading: Sendable {
        /// The value; nil if the text is not JSON. Repeated members don't make it nil.
        package let root: PositionedJSON?
        /// All repeated members, then the error that ended the reading, if there was one.
        package let errors: [JSONError]
    }

    /// The position of the value's first byte.
    package let position: JSONPosition
    /// The kind and content of the value.
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

    /// The value without positions; of repeated members the last is kept.
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
