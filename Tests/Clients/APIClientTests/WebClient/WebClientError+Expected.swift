import Foundation

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension WebClientError {
    /// That of a body that is not JSON.
    static let malformed = invalidData(
        DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "The data is not valid JSON.")))

    /// That of a connection that was reset.
    static let reset = connection(URLError(.networkConnectionLost))

    /// That of a connection that ended in a body of a stated length.
    static var cut: WebClientError {
        #if canImport(FoundationNetworking)
        connection(URLError(.unknown))
        #else
        connection(URLError(.networkConnectionLost))
        #endif
    }

    /// The same without the code of a connection's error, of which each protocol has its own.
    var withoutCode: WebClientError {
        if case .connection = self { .connection(URLError(.unknown)) } else { self }
    }
}
