import HTTPMessage
import Scenarios

/// Reads the keys of a response that say how it is delivered: framing, trailers, interim responses, pace, encoding.
struct DeliveryReader {
    let state: LoadingContext
    let context: TemplateContext

    /// Fields that tell how to read the message, so they can't follow its body (RFC 9110, section 6.5.1).
    private static let notTrailers: Set<String> = [
        "content-encoding", "content-length", "content-range", "content-type", "host", "trailer", "transfer-encoding",
    ]

    private static let keys = [
        "framing", "content_length", "trailers", "informational", "dribble", "throttle", "encoding", "ranges",
    ]

    /// What the keys state; nil if none of them is there.
    func delivery(_ entry: (String) -> Node.Entry?) -> ResponseDelivery? {
        guard Self.keys.contains(where: { entry($0) != nil }) else { return nil }
        let framing = entry("framing").flatMap { state.word($0.value, "framing", BodyFraming.self) }
        let length = entry("content_length").flatMap { state.integer($0.value, minimum: 0, "content_length") }
        let trailers = entry("trailers").map { self.trailers($0.value) } ?? []
        let informational = entry("informational").map { self.informational($0.value) } ?? []
        let pace = [entry("dribble").flatMap { dribble($0.value) }, entry("throttle").flatMap { throttle($0.value) }]
        let encoding = entry("encoding").flatMap { state.word($0.value, "encoding", BodyEncoding.self) }
        let ranges = entry("ranges").flatMap { state.word($0.value, "ranges", Ranges.self) }
        let chunked = framing == .chunked ? entry("framing") : entry("trailers")
        return ResponseDelivery(
            framing: framing, statedLength: length, trailers: trailers, informational: informational,
            pace: pace.compactMap { $0 }.first, encoding: encoding, acceptsRanges: ranges == .auto,
            framingPosition: chunked?.position)
    }

    /// What `ranges` may say.
    enum Ranges: String, CaseIterable {
        case auto
    }

    // MARK: Fields

    private func trailers(_ node: Node) -> [ResponseTemplate.Header] {
        let trailers = HeaderReader(state: state, context: context, isTrailer: true).headers(node)
        if node.entries?.isEmpty ?? false {
            state.error("trailers needs a field: write {Checksum: abc}", at: node.position)
        }
        for entry in node.entries ?? [] where Self.notTrailers.contains(entry.name.lowercased()) {
            let isDeliberate = trailers.contains { $0.name == entry.name && $0.isDeliberate }
            guard !isDeliberate else { continue }
            state.error(
                "\(entry.name) can't be a trailer (RFC 9110, section 6.5.1): write it in headers"
                    + MessageCheck.onPurpose(entry.name, entry.value.text), at: entry.position)
        }
        return trailers
    }

    private func informational(_ node: Node) -> [InterimResponse] {
        guard let items = node.items, !items.isEmpty else {
            state.error(
                "informational is a list of at least one response, like [{status: 103, headers: {Link: …}}]",
                at: node.position)
            return []
        }
        return items.compactMap { interim($0) }
    }

    private func interim(_ node: Node) -> InterimResponse? {
        guard let keyed = state.entries(of: node, .interim) else { return nil }
        let headers = HeaderReader(state: state, context: context).headers(keyed["headers"])
        guard let statusNode = keyed["status"] else {
            if keyed.isComplete {
                state.error("an interim response needs a status from 100 to 199: write status: 103", at: node.position)
            }
            return nil
        }
        guard let status = state.integer(statusNode, minimum: 0, "a status") else { return nil }
        guard (100...199).contains(status), status != 101 else {
            return state.refuse(
                status == 101
                    ? "101 changes the protocol, and the server changes to no other one; write 103"
                    : "an interim response has a status from 100 to 199, and \(status) is final: write 103",
                at: statusNode.position)
        }
        return InterimResponse(status: status, headers: headers, position: node.position)
    }

    // MARK: Pace

    private func dribble(_ node: Node) -> Pace? {
        guard let keyed = state.entries(of: node, .dribble) else { return nil }
        guard let chunk = keyed["chunk"], let every = keyed["every"] else {
            if keyed.isComplete {
                state.error("dribble needs chunk and every, like {chunk: 16B, every: 50ms}", at: node.position)
            }
            return nil
        }
        guard let size = state.size(chunk, "chunk"), let interval = state.duration(every) else { return nil }
        guard interval > .zero else {
            return state.refuse("every is longer than 0: write 50ms", at: every.position)
        }
        return .dribble(slice: size, interval: interval)
    }

    private func throttle(_ node: Node) -> Pace? {
        state.rate(node, "throttle").map { .throttle(bytesPerSecond: $0) }
    }
}
