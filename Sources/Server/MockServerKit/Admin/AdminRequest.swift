import ExactJSON
import HTTPMessage
import Scenarios
import Sockets
import TextCoding

/// A parsed request to the admin API.
struct AdminRequest: Sendable {
    let method: String
    /// The decoded path; empty if it is not UTF-8.
    let path: String
    /// The first value of each name.
    let query: [String: String]
    /// The names in the query that come again.
    private let repeated: [String]
    let body: [UInt8]
    /// The parts of the path that stand for names in the operation's path.
    var captures: [String: String] = [:]
    /// About how many bytes it has the server read.
    var size = 0
    /// The ends of the connection that it came by.
    let ends: ConnectionEnds?

    init(_ head: RequestHead, body: [UInt8], over ends: ConnectionEnds?) {
        self.ends = ends
        method = String(decoding: head.method, as: UTF8.self)
        path = Percent.decode(head.path).text ?? ""
        var (query, repeated) = ([String: String](), [String]())
        for pair in Form.pairs(head.query ?? []) {
            let name = String(decoding: pair.name, as: UTF8.self)
            if query[name] == nil {
                query[name] = String(decoding: pair.value, as: UTF8.self)
            } else {
                repeated.append(name)
            }
        }
        (self.query, self.repeated) = (query, repeated)
        self.body = body
    }

    /// Checks that the query has only parameters of the route, each once: one that was ignored would seem to have an effect.
    ///
    /// - Throws: the response that explains the first error in it.
    func checkParameters(of route: AdminRoute) throws(AdminResponse) {
        let known = route.parameters.map(\.name)
        if let name = query.keys.filter({ !known.contains($0) }).min() {
            let near = nearest(to: name, among: known)
            let taken = known.isEmpty ? "it takes none" : "it takes \(known.joined(separator: ", "))"
            throw .refusal(
                400,
                "\(Printable.line(String(name.prefix(64)))): \(route.method) \(route.path) has no such parameter; "
                    + (near.map { "did you mean \"\($0)\"?" } ?? "\(taken)."))
        }
        if let name = repeated.min() { throw .refusal(400, "\(name): it is given twice; give it once.") }
    }

    /// A duration in the query, such as `wait=2s`; nil if it is missing.
    ///
    /// - Throws: the response that explains the error in it.
    func duration(_ name: String) throws(AdminResponse) -> Duration? {
        guard let text = query[name] else { return nil }
        let duration: Duration
        do {
            duration = try DurationReader.read(text)
        } catch .tooLong {
            throw Self.tooLong(name, text)
        } catch {
            throw .refusal(400, "\(name): \(error.message(for: text)).")
        }
        guard duration <= AdminAPI.longestWait else {
            throw Self.tooLong(name, text)
        }
        return duration
    }

    private static func tooLong(_ name: String, _ text: String) -> AdminResponse {
        .refusal(400, "\(name): \(text) is too long; give at most \(AdminAPI.longestWait).")
    }

    /// A whole number of at least 1 in the query; nil if it is missing.
    ///
    /// - Throws: the response that explains the error in it.
    func count(_ name: String) throws(AdminResponse) -> Int? {
        guard let text = query[name] else { return nil }
        guard let count = Int(text), count >= 1 else {
            throw .refusal(400, "\(name): \"\(text)\" is not a whole number of at least 1.")
        }
        return count
    }

    /// Whether the query says `true` by this name; false if it is missing.
    ///
    /// - Throws: the response that explains the error in it.
    func flag(_ name: String) throws(AdminResponse) -> Bool {
        guard let text = query[name] else { return false }
        guard text == "true" || text == "false" else {
            throw .refusal(400, "\(name): \"\(text)\" is neither true nor false.")
        }
        return text == "true"
    }

    /// The values in the query's `vars`, a JSON object, for variables of a scenario; empty if it is missing.
    ///
    /// - Throws: the response that explains the error in it.
    func variables() throws(AdminResponse) -> [String: String] {
        guard let text = query["vars"] else { return [:] }
        guard case .object(let object)? = try? JSON(parsing: Array(text.utf8)) else {
            throw .refusal(400, "vars: write a JSON object with a value for each variable, like {\"token\": \"at-1\"}.")
        }
        var variables: [String: String] = [:]
        for (name, value) in object.map({ ($0.name, $0.value) }) {
            switch value {
            case .string(let text): variables[name] = text
            case .number, .bool: variables[name] = value.text()
            case .null, .array, .object:
                throw .refusal(400, "vars: the value of \"\(name)\" must be a string, a number, true or false.")
            }
        }
        return variables
    }
}
