/// An instance that was given a container, from which its ``Injected`` properties take their values.
public protocol Injecting: AnyObject {
    /// The container.
    var container: Container { get }
}

/// A property whose value is the one at a key path of the container of the instance that has the property.
///
///     final class ProfileViewModel: Injecting {
///         let container: Container
///         @Injected(\.profiles) private var profiles
///         init(container: Container) { self.container = container }
///     }
///
/// The instance is found by the subscript below, which the compiler prefers in a class to `wrappedValue`; Combine's
/// `@Published` works by the same rule, and like it this wrapper does not compile elsewhere; a struct has ``Resolved``.
@propertyWrapper
public struct Injected<Value>: Sendable {
    private let keyPath: any KeyPath<Container, Value> & Sendable

    /// A property with the value at a key path.
    public init(_ keyPath: any KeyPath<Container, Value> & Sendable) {
        self.keyPath = keyPath
    }

    /// Only the subscript below gives a value: a struct has no instance to ask for a container, and the key's default would
    /// take the place of the value that was set.
    @available(
        *, unavailable, message: "only classes that are Injecting have @Injected; use @Resolved(_:in:) elsewhere"
    )
    public var wrappedValue: Value { Container()[keyPath: keyPath] }

    /// The value in the container of the instance that has the property.
    public static subscript<Instance: Injecting>(
        _enclosingInstance instance: Instance,
        wrapped wrapped: KeyPath<Instance, Value>,
        storage storage: KeyPath<Instance, Injected>
    ) -> Value {
        instance.container[keyPath: instance[keyPath: storage].keyPath]
    }
}
