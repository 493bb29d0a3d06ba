import HTTPMessage
import TextCoding

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
    /// The user and the password of `Authorization: Basic`.
    case basicUser
    case basicPassword
    /// The body as text, decoded.
    case text
    /// The body's bytes as they came; an empty body has no value.
    case body
    /// The number of these bytes, and their SHA-256 in hexadecimal.
    case bodyLength
    case bodyDigest
    /// A part of a multipart body by its name or number, as a whole.
    case part(String)
    /// The name and file name of the part that is compared.
    case partName
    case partFilename
    /// Something in a part of a multipart body.
    indirect case inPart(String, RequestPart)
    /// A member of a GraphQL request: `operation`, `query` or `variables`.
    case graphQL(String)
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
        case .query(let name): "query parameter \(name)"
        case .header(let name): "header \(name)"
        case .cookie(let name): "cookie \(name)"
        case .form(let name): "form \(name)"
        case .bearer: "bearer token"
        case .text: "text"
        case .body: "body"
        case .basicUser: "basic user"
        case .basicPassword: "basic password"
        case .bodyLength: "body length"
        case .bodyDigest: "body sha256"
        case .part(let name): "part \(name)"
        case .partName: "name"
        case .partFilename: "filename"
        case .inPart(let name, let part): "\(part.words) of part \(name)"
        case .graphQL(let member): "graphql \(member)"
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
        case .text: .body
        default: []
        }
    }

    /// Whether its value is in the body, which may be large.
    var isInBody: Bool {
        switch self {
        case .text, .body, .bodyLength, .bodyDigest, .json, .form, .part, .inPart, .graphQL: true
        default: false
        }
    }

    /// The compared value's own part, which may be in a part of a multipart body.
    package var innermost: RequestPart { if case .inPart(_, let part) = self { part.innermost } else { self } }

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
        case .basicUser: ValueList(basic.map { $0.user[...] })
        case .basicPassword: ValueList(basic.map { $0.password[...] })
        case .text: ValueList(body.bytes.map { $0[...] })
        case .body: ValueList(request.body.isEmpty ? nil : request.body[...])
        case .bodyLength: ValueList(Array(String(request.body.count).utf8)[...])
        case .bodyDigest: ValueList(Array(Hex.encode(SHA256.hash(request.body)).utf8)[...])
        case .partName: ValueList(self.part?.name.map { $0[...] })
        case .partFilename: ValueList(self.part?.filename.map { $0[...] })
        case .json, .applicationProtocol, .connection, .serverName, .clientSubject, .combination, .part, .inPart,
            .graphQL:
            ValueList()
        }
    }
}

extension RequestView {
    /// Why the value of a part is unknown, because it is in a body that can't be decoded; nil for any other.
    func problem(of part: RequestPart) -> String? { part.needs.contains(.body) ? body.problem : nil }
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
    var isInBody: Bool { self == .form }
}
