extension RESTClient {
    /// The server-sent events that a request is answered with; see ``EventStream``. Each loop over it connects by itself.
    ///
    /// A connection on which nothing comes for the client's timeout breaks, so the server should send comments more
    /// often.
    ///
    /// - Parameters:
    ///   - request: what each connection asks for.
    ///   - lastEventID: the id of the last event that is known from before; empty if none.
    ///   - eventLimit: the most bytes of an event's data.
    ///   - reconnection: when and how often to connect again.
    public func events<Response>(
        _ request: APIRequest<Response>,
        after lastEventID: String = "",
        eventLimit: Int = 1_048_576,
        reconnection: EventReconnection = EventReconnection()
    ) -> EventStream {
        EventStream(lastEventID: lastEventID, eventLimit: eventLimit, reconnection: reconnection) { id in
            var headers: HTTPHeaders = ["Accept": "text/event-stream", "Cache-Control": "no-store"]
            headers["Last-Event-ID"] = id.isEmpty ? nil : id
            let opened = headers
            return try await stream(request.changed { $0.headers = opened.replaced(by: $0.headers) })
        }
    }
}
