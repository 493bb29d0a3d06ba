import HTTPWire
import MockRuntime

/// A request of HTTP/1.1 that was decided at its head, while its body comes and is thrown away.
struct ArrivingHTTP1Request: ~Copyable {
    /// What happens within the body.
    final class Fault {
        /// The number of bytes of the body before it; a shorter body passes whole.
        let bytesBefore: Int
        let player: ResponsePlayer
        let context: ResponseContext
        private var exchange: Exchange?

        init(
            _ bytesBefore: Int, _ exchange: consuming Exchange, _ player: ResponsePlayer, _ context: ResponseContext
        ) {
            self.bytesBefore = bytesBefore
            self.player = player
            self.context = context
            self.exchange = consume exchange
        }

        /// Takes the exchange, which the fault has only once.
        func takeExchange() -> Exchange? { exchange.take() }
    }

    /// nil while the request is being decided.
    let exchange: ExchangeReference?
    var fault: Fault?

    init(_ exchange: ExchangeReference? = nil) { self.exchange = exchange }
}
