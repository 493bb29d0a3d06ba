import ReportValues

extension RemoteMockServer {
    /// Header or trailer fields in order, with their spelling and repeats.
    ///
    /// ```swift
    /// XCTAssertEqual(entry.request.headers[.accept], "application/json")
    /// XCTAssertEqual(entry.request.headers["X-Request-Id"], "7")
    /// ```
    ///
    /// Values that the server redacts, `Authorization` among them, are not here: a scenario asserts on them.
    public struct HeaderFields: Hashable, Sendable, RandomAccessCollection, Decodable {
        /// A field line.
        public struct Field: Hashable, Sendable, Decodable {
            /// The name.
            public let name: FieldName
            /// The value; invalid UTF-8 is repaired.
            public let value: String

            private typealias CodingKeys = ReportMember.Field
        }

        private let fields: [Field]

        init() { fields = [] }

        /// Decodes the list `fields` of `Scenarios/report.schema.json`.
        public init(from decoder: any Decoder) throws { fields = try [Field](from: decoder) }

        /// 0.
        public var startIndex: Int { fields.startIndex }
        /// The number of fields.
        public var endIndex: Int { fields.endIndex }
        /// The field at an index, in the order of the message.
        public subscript(index: Int) -> Field { fields[index] }

        /// The values of a name joined by `, `, or by `; ` for `Cookie`; nil if there is no such field.
        public subscript(name: FieldName) -> String? {
            let values = self[values: name]
            return values.isEmpty ? nil : values.joined(separator: name == .cookie ? "; " : ", ")
        }

        /// The values of a name, one for each field line.
        public subscript(values name: FieldName) -> [String] { fields.filter { $0.name == name }.map(\.value) }
    }

    /// The name of a field; case does not count when names are compared.
    public struct FieldName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, Decodable {
        /// The name as it is spelled.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A name.
        public init(stringLiteral name: String) { rawValue = name }

        /// `Accept`
        public static let accept: FieldName = "Accept"
        /// `Authorization`
        public static let authorization: FieldName = "Authorization"
        /// `Content-Type`
        public static let contentType: FieldName = "Content-Type"
        /// `Cookie`
        public static let cookie: FieldName = "Cookie"
        /// `ETag`
        public static let eTag: FieldName = "ETag"
        /// `If-Match`
        public static let ifMatch: FieldName = "If-Match"
        /// `If-None-Match`
        public static let ifNoneMatch: FieldName = "If-None-Match"
        /// `Location`
        public static let location: FieldName = "Location"
        /// `User-Agent`
        public static let userAgent: FieldName = "User-Agent"

        /// Whether the names are equal in any case.
        public static func == (a: FieldName, b: FieldName) -> Bool {
            a.rawValue.lowercased() == b.rawValue.lowercased()
        }

        /// Hashes the name in lower case.
        public func hash(into hasher: inout Hasher) { hasher.combine(rawValue.lowercased()) }
    }

    /// A request method.
    public struct Method: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The method as it was sent, such as `GET`.
        public let rawValue: String

        /// A method.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A method.
        public init(stringLiteral method: String) { rawValue = method }

        /// `GET`
        public static let get: Method = "GET"
        /// `HEAD`
        public static let head: Method = "HEAD"
        /// `POST`
        public static let post: Method = "POST"
        /// `PUT`
        public static let put: Method = "PUT"
        /// `PATCH`
        public static let patch: Method = "PATCH"
        /// `DELETE`
        public static let delete: Method = "DELETE"
        /// `OPTIONS`
        public static let options: Method = "OPTIONS"

        /// The method as it was sent.
        public var description: String { rawValue }
    }
}
