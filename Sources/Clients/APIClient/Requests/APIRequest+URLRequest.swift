import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension APIRequest {
    /// What is sent for this request below a base URL, but for its token. It accepts JSON, and its body gives the content
    /// type, unless its own headers say otherwise.
    ///
    /// - Parameter timeout: the `timeoutInterval`, in seconds.
    /// - Throws: ``RESTError/badURL(_:)``.
    func urlRequest(below baseURL: BaseURL, timeout: TimeInterval) throws(RESTError) -> URLRequest {
        let url = try baseURL.url(path, query: query)
        var sent = URLRequest(url: url, timeoutInterval: timeout).using(method)
        var defaults: HTTPHeaders = ["Accept": "application/json"]
        if let body {
            defaults["Content-Type"] = body.contentType
            sent = sent.sending(body.bytes)
        }
        for (name, value) in defaults.replaced(by: headers).fields {
            sent = sent.settingHeader(name, to: value)
        }
        return sent
    }
}
