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
/// `@Published` works by the same rule. The alternatives are worse: a global container makes tests share state, and a
/// wrapper that gets the container in each initializer says no less than a plain property.
@propertyWrapper
public struct Injected<Value>: Sendable {
    private let keyPath: any KeyPath<Container, Value> & Sendable

    /// A property with the value at a key path.
    public init(_ keyPath: any KeyPath<Container, Value> & Sendable) {
        self.keyPath = keyPath
    }

    /// The value outside a class, where there is no container: the key's default.
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
