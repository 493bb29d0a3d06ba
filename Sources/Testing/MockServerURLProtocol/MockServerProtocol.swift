import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads the requests of one server's sessions. Each server has a class of its own, so sessions never meet.
final class MockServerProtocol<Slot: ProtocolSlot>: URLProtocol {
    private var exchange: InProcessExchange?

    override class func canInit(with request: URLRequest) -> Bool {
        guard let scheme = request.url?.scheme?.lowercased(), ["http", "https"].contains(scheme) else { return false }
        // A request of a session that has outlived its server fails here, and does not go to the network.
        guard let transport = ProtocolSlots.transport(at: Slot.index) else { return true }
        return transport.claims(request) || transport.options.otherRequests == .fail
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { false }

    override func startLoading() {
        // On Linux it is called again whenever a task is resumed, which is how work comes to the session's queue.
        if let exchange { return exchange.loading.run() }
        guard let transport = ProtocolSlots.transport(at: Slot.index) else {
            client?.urlProtocol(self, didFailWithError: URLError.serverReleased)
            return
        }
        let exchange = InProcessExchange(of: self, transport)
        self.exchange = exchange
        exchange.start()
    }

    override func stopLoading() {
        #if canImport(FoundationNetworking)
        // It is called when the task is suspended, too.
        guard task?.state == .canceling else { return }
        #endif
        exchange?.cancelled()
    }
}
