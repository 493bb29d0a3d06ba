/// The name of a value in a ``Container``, and what is there until another is put in.
public protocol ContainerKey {
    /// The type of the value.
    associatedtype Value: Sendable
    /// The value of a container that was given none.
    static var defaultValue: Value { get }
}

/// The services that a part of an app is given: a value, made once at the app's start and handed down.
///
/// A key path names each service, as in SwiftUI's environment, so a service that nobody declared does not compile. Copies
/// are independent: a test changes its own.
///
///     enum OrdersKey: ContainerKey {
///         static var defaultValue: OrderRepository? { nil }
///     }
///     extension Container {
///         var orders: OrderRepository? {
///             get { self[OrdersKey.self] }
///             set { self[OrdersKey.self] = newValue }
///         }
///     }
///
/// An app makes one, and hands it down:
///
///     let container = Container().setting(\.profiles, to: IdentityService(client: client))
public struct Container: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// A container in which each key has its default.
    public init() {}

    /// The value of a key.
    public subscript<Key: ContainerKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// A copy with another value at a key path.
    public func setting<Value>(_ keyPath: WritableKeyPath<Container, Value>, to value: Value) -> Container {
        var copy = self
        copy[keyPath: keyPath] = value
        return copy
    }
}
