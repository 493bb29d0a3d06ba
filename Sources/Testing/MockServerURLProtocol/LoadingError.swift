import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why a request gets no whole response. Each case is the `URLError` that `URLSession` has for it over a socket.
enum LoadingError {
    /// The connection was reset.
    case reset
    /// The connection ended without a byte of the response.
    case noResponse
    /// The response is not HTTP.
    case notHTTP
    /// The connection ended within the body; so many bytes of a stated length are missing.
    case truncated(missing: Int?)
    /// The size of a chunk is no number.
    case malformedChunk
    /// The body is not in its content coding.
    case undecodable(String)
    /// Nothing came for the request's timeout.
    case timedOut
    /// There were more than 20 redirects.
    case tooManyRedirects
    /// A GET has a body.
    case bodyOfGet

    /// The error, as libcurl's problems are reported on Linux, and as CFNetwork reports them elsewhere.
    func error(for url: URL?) -> URLError {
        #if canImport(FoundationNetworking)
        let (code, text): (URLError.Code, String?) =
            switch self {
            case .reset: (.networkConnectionLost, "Recv failure: Connection reset by peer")
            case .noResponse: (.badServerResponse, "Empty reply from server")
            case .notHTTP: (.unsupportedURL, "Received HTTP/0.9 when not allowed")
            case .truncated(let missing?): (.unknown, "transfer closed with \(missing) bytes remaining to read")
            case .truncated(nil): (.unknown, "transfer closed with outstanding read data remaining")
            case .malformedChunk: (.unknown, "Illegal or missing hexadecimal sequence in chunked-encoding")
            case .undecodable(let text): (.unknown, text)
            case .timedOut: (.timedOut, nil)
            case .tooManyRedirects: (.httpTooManyRedirects, "too many HTTP redirects")
            case .bodyOfGet: (.dataLengthExceedsMaximum, "resource exceeds maximum size")
            }
        #else
        let (code, text): (URLError.Code, String?) =
            switch self {
            case .reset, .noResponse, .truncated: (.networkConnectionLost, nil)
            case .notHTTP, .malformedChunk: (.cannotParseResponse, nil)
            case .undecodable(let text): (.cannotDecodeContentData, text)
            case .timedOut: (.timedOut, nil)
            case .tooManyRedirects: (.httpTooManyRedirects, nil)
            case .bodyOfGet: (.dataLengthExceedsMaximum, nil)
            }
        #endif
        return URLError(code, text, url: url)
    }
}

extension URLError {
    /// An error with this text, about a request for `url`.
    init(_ code: Code, _ text: String?, url: URL?) {
        var information: [String: Any] = [:]
        if let text { information[NSLocalizedDescriptionKey] = text }
        if let url { information[NSURLErrorFailingURLErrorKey] = url }
        self.init(code, userInfo: information)
    }

    /// The request of a session whose server has gone.
    static var serverReleased: URLError {
        URLError(
            .cannotConnectToHost,
            "The InProcessMockServer of this session has been stopped or released: keep it as long as the session.",
            url: nil)
    }

    #if canImport(FoundationNetworking)
    /// A task of a kind that a `URLProtocol` can't serve on Linux.
    ///
    /// - Parameter kind: the kind with its article, such as "an upload".
    static func needsSocket(_ kind: String, url: URL?) -> URLError {
        URLError(
            .unsupportedURL,
            "On Linux \(kind) task can't be served without a socket: use a data task, or use a socket, which "
                + "MockServer has.", url: url)
    }

    /// A response for which a session has a conversation with its delegate.
    static func credentialsNeedSocket(url: URL?) -> URLError {
        URLError(
            .userAuthenticationRequired,
            "On Linux a 401 with WWW-Authenticate: Basic or Digest can't be loaded without a socket, because URLSession "
                + "would ask for credentials: leave out that header, or use a socket, which MockServer has.", url: url)
    }
    #endif
}

extension InProcessTransport {
    /// The error of a request to a host that the scenario is not about.
    func otherHost(_ url: URL?) -> URLError {
        let hosts = (options.hosts ?? []).joined(separator: ", ")
        return URLError(
            .cannotFindHost,
            "The scenario \"\(run.scenario.name)\" is not about \(url?.host ?? "a URL without a host"), only about "
                + "\(hosts): name that host in options.hosts, or let requests to others pass by options.otherRequests = "
                + ".pass.", url: url)
    }
}
