import HTTPMessage

/// A part of a request, which conditions compare, captures and templates read, and failures name.
package enum RequestPart: Hashable, Sendable {
    case method
    case host
    /// The target as written on the request line.
    case target
    case path
    /// A `{name}` in the path of a step or stub.
    case pathParameter(String)
    case query(String)
    case header(String)
    case cookie(String)
    case form(String)
    /// The token of `Authorization: Bearer`.
    case bearer
    /// The body as text.
    case text
    /// A value in the body's JSON by its normalized path, `$` the whole.
    case json(String)
    case applicationProtocol
    case connection
    /// A result of the TLS handshake.
    case serverName
    case clientSubject
    /// A branch of `any_of` or `not`.
    case combination(String)

    /// The name in a failure: `header Authorization`, `json $.items[0]`, `path`.
    package var description: String { Excerpt.visible(words) }

    private var words: String {
        switch self {
        case .method: "method"
        case .host: "host"
        case .target: "target"
        case .path: "path"
        case .pathParameter(let name): "path parameter \(name)"
        case .query(let name): "query \(name)"
        case .header(let name): "header \(name)"
        case .cookie(let name): "cookie \(name)"
        case .form(let name): "form \(name)"
        case .bearer: "bearer token"
        case .text: "text"
        case .json(let path): "json \(path)"
        case .applicationProtocol: "protocol"
        case .connection: "connection"
        case .serverName: "tls sni"
        case .clientSubject: "tls client_certificate subject"
        case .combination(let name): name
        }
    }

    /// The name in a sentence: `the request has no query parameter page`.
    var noun: String {
        switch self {
        case .query(let name): "query parameter \(name)"
        case .form(let name): "form field \(name)"
        case .text: "body"
        default: words
        }
    }

    /// The parts of the request that must be parsed before this one has a value.
    package var needs: RequestNeeds {
        switch self {
        case .query: .query
        case .cookie: .cookies
        case .form: .form
        case .json: .json
        default: []
        }
    }

    /// Whether its value is in the body, which may be large.
    var isInBody: Bool {
        switch self {
        case .text, .json, .form: true
        default: false
        }
    }

    /// How the value is compared.
    var style: ValueStyle {
        switch self {
        case .header(let name): .header(name)
        case .host: .host
        default: .plain
        }
    }
}

extension RequestView {
    /// The values of a part as bytes: one for most, a header's lines, a parameter's repeats. JSON is read separately.
    func values(of part: RequestPart) -> ValueList {
        switch part {
        case .method: ValueList(request.head.method)
        case .host: ValueList(host)
        case .target: ValueList(request.head.target)
        case .path: ValueList(path)
        case .pathParameter(let name): ValueList(parameters.first { $0.name == name }.map { Array($0.value.utf8)[...] })
        case .query(let name): values(.query, named: name)
        case .header(let name): values(.header, named: name)
        case .cookie(let name): values(.cookie, named: name)
        case .form(let name): values(.form, named: name)
        case .bearer: ValueList(bearer)
        case .text: ValueList(request.body[...])
        case .json, .applicationProtocol, .connection, .serverName, .clientSubject, .combination: ValueList()
        }
    }
}

/// The kinds of named parts of a request.
package enum NamedPart: Hashable, Sendable {
    case query, header, cookie, form

    /// The part with that name.
    package func callAsFunction(_ name: String) -> RequestPart {
        switch self {
        case .query: .query(name)
        case .header: .header(name)
        case .cookie: .cookie(name)
        case .form: .form(name)
        }
    }

    /// The parts of the request that must be parsed before any of these has a value.
    package var needs: RequestNeeds { self("").needs }

    /// Whether their values are in the body, which may be large.
    var isInBody: Bool { self("").isInBody }
}
