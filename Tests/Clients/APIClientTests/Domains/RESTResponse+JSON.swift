import APIClient

extension RESTResponse {
    /// A response with a value as its JSON body.
    static func json(_ value: some Encodable, status: Int = 200) throws -> RESTResponse {
        RESTResponse(status: status, body: try RequestBody.json(value).bytes)
    }
}
