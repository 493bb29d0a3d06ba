/// A position in a schema document.
package struct SchemaLocation: Hashable, Sendable, CustomStringConvertible {
    /// The URI that the document was read from.
    package let documentURI: String
    /// The JSON Pointer of the value in the document.
    package let pointer: String

    /// The URI with the pointer as its fragment.
    package var description: String { documentURI + "#" + pointer }

    /// The location of a member or element of this value.
    func appending(_ token: String) -> SchemaLocation {
        SchemaLocation(documentURI: documentURI, pointer: pointer + JSONPointer.step(token))
    }
}
