extension JSON {
    /// How deep arrays and objects may be nested unless the caller says otherwise.
    package static let depthLimit = 512

    /// What becomes of an object that repeats a member.
    package enum DuplicateMembers: Hashable, Sendable {
        /// The text is refused where the name stands for the second time.
        case refuse
        /// The last value stays.
        case keepLast
    }

    /// Reads a whole text (RFC 8259), nothing more and nothing less.
    ///
    /// - Throws: what is wrong with the text first, and where.
    package init(
        parsing bytes: [UInt8], duplicates: DuplicateMembers = .refuse, depthLimit: Int = JSON.depthLimit
    ) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            try JSON(bytes, duplicates, depthLimit)
        }
    }

    /// Reads a whole text from a part of a buffer.
    package init(
        parsing bytes: ArraySlice<UInt8>, duplicates: DuplicateMembers = .refuse, depthLimit: Int = JSON.depthLimit
    ) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            try JSON(bytes, duplicates, depthLimit)
        }
    }

    /// Reads a whole text.
    package init(
        parsing text: String, duplicates: DuplicateMembers = .refuse, depthLimit: Int = JSON.depthLimit
    ) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), duplicates: duplicates, depthLimit: depthLimit)
    }

    private init(
        _ bytes: UnsafeBufferPointer<UInt8>, _ duplicates: DuplicateMembers, _ depthLimit: Int
    ) throws(JSONError) {
        let builder = PlainBuilder(refusesDuplicates: duplicates == .refuse)
        var parser = JSONParser(bytes, builder: builder, depthLimit: depthLimit)
        self = try parser.parse()
    }
}
