import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPTransport {
    /// The whole response, with a call of `progress` after each piece of its body. A transport that can't stream has one
    /// piece.
    func response(to request: URLRequest, progress: (TransferProgress) -> Void) async throws -> RESTResponse {
        let response: StreamedResponse
        do {
            response = try await streaming().stream(request)
        } catch RESTError.unsupported {
            // Nothing was sent.
            let response = try await self.response(to: request)
            let length = Int64(response.body.count)
            progress(TransferProgress(bytes: length, expected: length))
            return response
        }
        var body = Data()
        for try await piece in response.body {
            body.append(piece)
            progress(TransferProgress(bytes: Int64(body.count), expected: response.headers.bodyLength))
        }
        return RESTResponse(status: response.status, headers: response.headers, body: body)
    }
}

extension HTTPHeaders {
    /// The length of the body in bytes. `Content-Length` counts those that were sent (RFC 9110, section 8.6), so the
    /// length is not known if `Content-Encoding` says that they were compressed.
    fileprivate var bodyLength: Int64? {
        guard self["Content-Encoding"] == nil else { return nil }
        return self["Content-Length"].flatMap { Int64($0) }
    }
}
