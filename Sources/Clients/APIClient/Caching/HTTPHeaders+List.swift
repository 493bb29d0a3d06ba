extension HTTPHeaders {
    /// The elements of a value that is a list (RFC 9110, section 5.6.1), in lower case.
    func list(_ name: String) -> [String] {
        (self[name] ?? "").split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
    }
}
