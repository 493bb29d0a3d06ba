public import Foundation

extension RequestBody {
    /// Names and values as `application/x-www-form-urlencoded` (WHATWG URL, section 5.2): a space is `+`, and all bytes
    /// of UTF-8 but letters, digits and `*-._` are escaped. An item without a value has an empty one.
    public static func form(_ items: [URLQueryItem]) -> RequestBody {
        let pairs = items.map { "\(FormEncoding.encode($0.name))=\(FormEncoding.encode($0.value ?? ""))" }
        return .bytes(
            Data(pairs.joined(separator: "&").utf8), contentType: "application/x-www-form-urlencoded")
    }
}

/// The escapes of `application/x-www-form-urlencoded`, which are not those of a URL.
private enum FormEncoding {
    static func encode(_ text: String) -> String {
        text.percentEncoded(keeping: String.unreserved.filter { $0 != "~" } + "* ").replacingOccurrences(
            of: " ", with: "+")
    }
}
