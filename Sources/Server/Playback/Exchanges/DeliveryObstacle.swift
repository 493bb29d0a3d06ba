import HTTPMessage
import Scenarios

/// Why a response has not come to its end, as far as its transport can tell.
package enum DeliveryObstacle: Hashable, Sendable {
    /// Its time has not come: a delay, or a pace.
    case time
    /// A hold keeps it back.
    case hold
    /// A response before it on its connection is not sent to its end.
    case order
    /// The client does not read, or opens no window.
    case client
}

/// How far a response has come whose delivery the scenario judges. It lasts until the client's system has acknowledged
/// the last byte, or the client has left.
struct ResponseDelivery: Sendable {
    let rule: Int
    var entry: TimelineEntry
    /// Whether only the client can end the response.
    var hasNoEnd = false
    /// Whether the system has taken the last byte.
    var isWritten = false
    /// How long a verdict has waited in vain for its delivery since the last byte was written.
    var wait = DeliveryWait.none
    /// When the client ended its own direction before it had the last byte; nil if it did not.
    var ended: Instant?
    var obstacle = DeliveryObstacle.client
    /// How many events of a stream were sent before the client left; nil if that is not known.
    var sentEvents: Int?
    /// Whether it is known that the rest will never be sent, so that nothing changes what is said of it.
    var isJudged = false
}

/// How long a verdict has waited for a response that is written to be delivered. A client's system may acknowledge the last
/// byte late, so before any wait nothing is said of such a response.
package enum DeliveryWait: Comparable, Sendable {
    case none
    /// As long as somebody asked for: then it counts as not delivered.
    case some
    /// As long as any verdict waits, so that nobody waits for it again.
    case longest
}

/// A hold that opens once no request has come for a time, in real time.
package struct QuietHold: Hashable, Sendable {
    /// The rule whose responses are held.
    package let rule: Int
    /// The time without a request.
    package let duration: Duration
}
