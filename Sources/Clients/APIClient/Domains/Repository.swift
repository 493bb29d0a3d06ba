/// Values of one kind by their identifiers, wherever a service has them. The latest that never change are kept in memory.
///
///     let orders = Repository(
///         service: client, asking: .eachTime(APIEndpoint.Order.open), .once(APIEndpoint.Order.archived))
///     let order = try await orders.value("o-7")  // nil if there is none
public actor Repository<Value: Identifiable & Sendable> where Value.ID: Sendable {
    /// Something that may know a value.
    public struct Source: Sendable {
        let request: @Sendable (Value.ID) -> APIRequest<Value>
        let isKept: Bool

        /// A source of values that change, which is asked each time.
        public static func eachTime(_ request: @escaping @Sendable (Value.ID) -> APIRequest<Value>) -> Source {
            Source(request: request, isKept: false)
        }

        /// A source whose values are kept, until they are forgotten or have to make room for others.
        public static func once(_ request: @escaping @Sendable (Value.ID) -> APIRequest<Value>) -> Source {
            Source(request: request, isKept: true)
        }
    }

    private let service: any APIService
    private let capacity: Int
    private let sources: [Source]
    /// The latest last.
    private var kept: [Value] = []
    /// Counts how often values were forgotten: what was asked for before is not kept afterwards.
    private var generation = 0

    /// A repository that asks a service.
    ///
    /// - Parameters:
    ///   - service: what sends the requests.
    ///   - capacity: how many values are kept.
    ///   - sources: what is asked for a value, in this order, until one does not answer 404.
    public init(service: any APIService, capacity: Int = 100, asking sources: Source...) {
        self.service = service
        self.capacity = capacity
        self.sources = sources
    }

    /// A value; `nil` if every source answers 404. Another failure of a source is not taken for a missing value.
    ///
    /// - Throws: ``RESTError``; `CancellationError` in a cancelled task.
    public func value(_ id: Value.ID) async throws -> Value? {
        if let known = kept.first(where: { $0.id == id }) { return known }
        let asked = generation
        for source in sources {
            guard let value = try await found(source.request(id)) else { continue }
            if source.isKept, asked == generation { keep(value) }
            return value
        }
        return nil
    }

    /// Sends a request that makes or changes a value, and returns the value. A kept one with its identifier is forgotten.
    ///
    /// - Throws: ``RESTError``; `CancellationError` in a cancelled task.
    public func send(_ change: APIRequest<Value>) async throws -> Value {
        let value = try await service.send(change)
        forget { $0.id == value.id }
        return value
    }

    /// Forgets all values that are kept, as at a sign-out.
    public func forgetAll() {
        forget { _ in true }
    }

    private func forget(where isForgotten: (Value) -> Bool) {
        generation += 1
        kept.removeAll(where: isForgotten)
    }

    private func keep(_ value: Value) {
        kept.removeAll { $0.id == value.id }
        kept.append(value)
        if kept.count > capacity { kept.removeFirst() }
    }

    /// What a source knows; `nil` if it answers 404.
    private func found(_ request: APIRequest<Value>) async throws -> Value? {
        do {
            return try await service.send(request)
        } catch RESTError.status(let response) where response.status == 404 {
            return nil
        }
    }
}
