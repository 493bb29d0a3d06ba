/// A stub that is added to a scenario after it was loaded: a document that is one stub, or a list of stubs.
package struct AddedStubs: Sendable {
    /// The path as shown to people, which also tells the notation.
    package let path: String
    package let bytes: [UInt8]
    /// Which of its stubs are removed again, by their index in it. They keep their position among the scenario's stubs,
    /// but their ids are free for others.
    package var removed: Set<Int>

    package init(path: String, bytes: [UInt8], removed: Set<Int> = []) {
        self.path = path
        self.bytes = bytes
        self.removed = removed
    }
}
