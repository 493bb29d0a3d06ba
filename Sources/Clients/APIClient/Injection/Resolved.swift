/// A property whose value is the one at a key path of a container that it is given: in a struct what ``Injected`` is in a
/// class.
///
///     struct ProfileView {
///         @Resolved var profiles: any ProfileServing
///         init(container: Container) { _profiles = Resolved(\.profiles, in: container) }
///     }
///
/// Without a container it can't be made, so a struct that forgets it does not compile.
/// A plain property that the initializer sets to `container.profiles` does as much; the wrapper says where the value is from.
///
/// An app with one container for all views names it once. Its tests hand in their own, by the memberwise initializer:
/// `ProfileView(profiles: Resolved(\.profiles, in: container))`.
///
///     struct ProfileView {
///         @Resolved(\.profiles, in: .app) var profiles
///     }
@propertyWrapper
public struct Resolved<Value: Sendable>: Sendable {
    /// The value in the container.
    public let wrappedValue: Value

    /// A property with the value at a key path.
    public init(_ keyPath: KeyPath<Container, Value>, in container: Container) {
        wrappedValue = container[keyPath: keyPath]
    }
}
