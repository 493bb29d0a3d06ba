extension HTTPHeaders {
    /// These headers, with the values of the others in place of their own.
    func replaced(by others: HTTPHeaders) -> HTTPHeaders {
        var copy = self
        for (name, value) in others.fields { copy[name] = value }
        return copy
    }
}
