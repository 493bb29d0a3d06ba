extension JSON {
    /// The default limit for the nesting of arrays and objects.
    package static let depthLimit = 512

    /// The treatment of an object that repeats a member.
    package enum DuplicateMembers: Hashable, Sendable {
        /// The text is rejected, with the position of the repeated name.
        case refuse
        /// The last value is kept.
        case keepLast
    }

    /// Parses a whole text (RFC 8259), which must contain exactly one value.
    ///
    /// - Throws: the first error of the text, with its position.
    package init(
        parsing bytes: [UInt8], duplicates: DuplicateMembers = .refuse, depthLimit: Int = JSON.depthLimit
    ) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            try JSON(bytes, duplicates, depthLimit: depthLimit)
        }
    }

    /// Parses a whole text from a part of a buffer.
    package init(
        parsing bytes: ArraySlice<UInt8>, duplicates: DuplicateMembers = .refuse, depthLimit: Int = JSON.depthLimit
    ) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            try JSON(bytes, duplicates, depthLimit: depthLimit)
        }
    }

    /// Parses a whole text.
    package init(
        parsing text: String, duplicates: DuplicateMembers = .refuse, depthLimit: Int = JSON.depthLimit
    ) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), duplicates: duplicates, depthLimit: depthLimit)
    }

    private init(
        _ bytes: UnsafeBufferPointer<UInt8>, _ duplicates: DuplicateMembers, depthLimit: Int
    ) throws(JSONError) {
        let builder = PlainBuilder(refusesDuplicates: duplicates == .refuse)
        var parser = JSONParser(bytes, builder: builder, depthLimit: depthLimit)
        self = try parser.parse()
    }
}
