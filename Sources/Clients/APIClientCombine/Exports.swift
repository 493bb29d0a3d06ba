// Whoever imports this module can subscribe to its publishers, by Combine or by OpenCombine, without saying which.
#if canImport(Combine)
@_exported public import Combine
#elseif Combine
@_exported public import OpenCombine
@_exported public import OpenCombineDispatch
#elseif canImport(APIClient)
// Nothing else is here. By these names a user who forgot the trait is told of it.

/// A publisher of any kind.
@available(*, unavailable, message: "without Combine, mockserver needs its trait: .package(…, traits: [\"Combine\"])")
public enum AnyPublisher<Output, Failure> {}

/// The result of an asynchronous operation as a publisher.
@available(*, unavailable, message: "without Combine, mockserver needs its trait: .package(…, traits: [\"Combine\"])")
public enum TaskPublisher<Output, Context> {}

/// A publisher of one value.
@available(*, unavailable, message: "without Combine, mockserver needs its trait: .package(…, traits: [\"Combine\"])")
public enum Single<Output> {}

/// A subscription that ends when it is released.
@available(*, unavailable, message: "without Combine, mockserver needs its trait: .package(…, traits: [\"Combine\"])")
public enum AnyCancellable {}

/// A profile for a view that observes it.
@available(*, unavailable, message: "without Combine, mockserver needs its trait: .package(…, traits: [\"Combine\"])")
public enum ObservableProfileViewModel {}
#else
#error(
    """
    Without Combine a target that has this file needs OpenCombine in Package.swift: swiftSettings: [.define("Combine")], and the \
    products OpenCombine and OpenCombineDispatch of https://github.com/OpenCombine/OpenCombine.
    """)
#endif
