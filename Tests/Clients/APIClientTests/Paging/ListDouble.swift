import APIClient
import ClientTestSupport
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server of a list at `https://h`, without a socket.
struct ListDouble: Sendable {
    let transport: RecordingTransport

    /// A double with a response for each URL below the origin, and 404 for others.
    init(_ responses: [String: RESTResponse]) {
        transport = RecordingTransport { request in
            let url = request.url?.absoluteString.replacingOccurrences(of: "https://h", with: "") ?? ""
            return responses[url] ?? RESTResponse(status: 404)
        }
    }

    /// Pages of the list, from a client of its own.
    func pages<Page>(of request: APIRequest<Page>, by pagination: Pagination<Page>) throws -> PageSequence<Page> {
        try RESTClient(baseURL: "https://h", transport: transport).pages(of: request, by: pagination)
    }

    /// The URLs asked for, in their order.
    var urls: [String] { transport.requests.map { $0.url?.absoluteString ?? "" } }
}

extension RESTResponse {
    /// A page, perhaps with a header `Link`.
    static func page(_ json: String, link: String? = nil) -> RESTResponse {
        RESTResponse(status: 200, headers: HTTPHeaders(link.map { [("Link", $0)] } ?? []), body: Data(json.utf8))
    }
}

extension AsyncSequence {
    /// The elements, and the error that they end with.
    func collected() async -> ([Element], RESTError?) {
        var elements: [Element] = []
        do {
            for try await element in self { elements.append(element) }
            return (elements, nil)
        } catch {
            return (elements, error as? RESTError)
        }
    }
}

extension APIRequest {
    /// This request with a query.
    func asking(_ items: (String, String)...) -> APIRequest {
        var copy = self
        copy.query = items.map { URLQueryItem(name: $0.0, value: $0.1) }
        return copy
    }
}
