#if canImport(Combine) || Combine
import Dispatch

/// A serial queue that knows whether code runs on it.
struct MarkedQueue: Sendable {
    private static let mark = DispatchSpecificKey<Bool>()

    let queue = DispatchQueue(label: "marked")

    init() {
        queue.setSpecific(key: Self.mark, value: true)
    }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.mark) ?? false }
}
#endif
