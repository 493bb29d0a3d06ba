extension APIRequest {
    /// The same request, whose response is read as something else.
    public func expecting<Other>(_ expected: Expected<Other>) -> APIRequest<Other> {
        var other = APIRequest<Other>(
            method, path, query: query, headers: headers, sending: body, expecting: expected)
        other.domain = domain
        return other
    }

    /// The request with a change.
    func changed(_ change: (inout APIRequest) -> Void) -> APIRequest {
        var copy = self
        change(&copy)
        return copy
    }
}
