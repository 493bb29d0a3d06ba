import Foundation

/// How the parameters of a request are sent. Names are sorted, so that the same parameters always give the same bytes.
///
///     let search = networking.request("/search", parameters: ["q": "a b"])  // GET /search?q=a%20b
///     let login = networking.request("/login", method: .post, parameters: ["user": "ada"], encoding: .form)
///     let items = networking.request("/items", method: .post, parameters: ["tags": [1, 2]], encoding: .json)
public struct ParameterEncoding: Sendable {
    private let add: @Sendable (Parameters, inout APIRequest<RESTResponse>) throws -> Void

    /// An encoding by a function that adds parameters to a request. What it throws is the request's error.
    public init(_ add: @escaping @Sendable (Parameters, inout APIRequest<RESTResponse>) throws -> Void) {
        self.add = add
    }

    /// In the URL, with lists as repeated names.
    public static let query = query(lists: .repeated)

    /// In the URL, with all but the unreserved characters of RFC 3986, section 2.3, escaped.
    public static func query(lists: ListStyle) -> ParameterEncoding {
        ParameterEncoding { parameters, request in
            request.query = try ParameterItems(parameters, lists: lists).items
        }
    }

    /// As a form in the body, with lists as repeated names.
    public static let form = form(lists: .repeated)

    /// As a form in the body, ``RequestBody/form(_:)``.
    public static func form(lists: ListStyle) -> ParameterEncoding {
        ParameterEncoding { parameters, request in
            request.body = try .form(ParameterItems(parameters, lists: lists).items)
        }
    }

    /// As a JSON object in the body.
    public static let json = ParameterEncoding { parameters, request in
        request.body = try .json(parameters)
    }

    /// In the URL for `GET`, `HEAD` and `DELETE`, whose bodies have no meaning (RFC 9110, section 9.3), else as a JSON
    /// object in the body.
    public static let byMethod = ParameterEncoding { parameters, request in
        switch request.method {
        case .get, .head, .delete: try query.add(parameters, &request)
        case .post, .put, .patch: try json.add(parameters, &request)
        }
    }

    /// A request with the parameters; `nil` adds nothing, not even an empty body.
    ///
    /// - Throws: ``RESTError/invalidData(_:_:)`` for a number that is not finite; what a function of its own throws.
    public func request(
        _ method: HTTPMethod, _ path: RequestPath, parameters: Parameters? = nil, headers: HTTPHeaders = [:]
    ) throws -> APIRequest<RESTResponse> {
        var request = APIRequest(method, path, headers: headers, expecting: .raw)
        if let parameters { try add(parameters, &request) }
        return request
    }
}
