// Whoever imports this module can subscribe to its publishers, by Combine or by OpenCombine, without saying which.
#if canImport(Combine)
@_exported public import Combine
#elseif Combine
@_exported public import OpenCombine
@_exported public import OpenCombineDispatch
#else
// Nothing else is here. By these names a user who forgot the trait is told of it.

/// The result of an asynchronous operation as a publisher.
@available(*, unavailable, message: "without Combine, mockserver needs its trait: .package(…, traits: [\"Combine\"])")
public enum TaskPublisher {}

/// A publisher of one value.
@available(*, unavailable, message: "without Combine, mockserver needs its trait: .package(…, traits: [\"Combine\"])")
public enum Single {}

/// A subscription that ends when it is released.
@available(*, unavailable, message: "without Combine, mockserver needs its trait: .package(…, traits: [\"Combine\"])")
public enum AnyCancellable {}

/// A profile for a view that observes it.
@available(*, unavailable, message: "without Combine, mockserver needs its trait: .package(…, traits: [\"Combine\"])")
public enum ObservableProfileViewModel {}
#endif
