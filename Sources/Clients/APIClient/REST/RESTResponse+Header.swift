extension RESTResponse {
    /// The value of a header; case of the name is ignored.
    public func header(_ name: String) -> String? { headers[name] }
}
