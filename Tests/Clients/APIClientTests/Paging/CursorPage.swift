/// A page of the tests' lists.
struct CursorPage: Decodable, Sendable, Equatable {
    let orders: [String]
    var nextCursor: String?
}
