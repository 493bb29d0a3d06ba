import HTTPWire
import MockRuntime

/// A request of HTTP/1.1 that was decided at its head, while its body comes and is thrown away.
struct ArrivingHTTP1Request {
    /// What happens within the body.
    struct Fault {
        /// The number of bytes of the body before it; a shorter body passes whole.
        let bytesBefore: Int
        let player: ResponsePlayer
        let context: ResponseContext
    }

    /// nil while the request is being decided.
    let exchange: ExchangeHandle?
    var fault: Fault?

    init(_ exchange: ExchangeHandle? = nil) { self.exchange = exchange }
}
