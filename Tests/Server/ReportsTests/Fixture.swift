import ExactJSON
import HTTPMessage
import MockRuntime
import ScenarioFiles
import Scenarios

/// A complete request as a transport delivers it.
func request(
    _ method: String, _ target: String, _ headers: [(String, String)] = [], body: [UInt8] = [], connection: Int = 1,
    exchange: Int = 1, stream: Int? = nil, trailers: [(String, String)] = [], version: HTTPVersion = .http11,
    tls: TLSInfo? = nil
) -> Request {
    let target = Array(target.utf8)
    let parts = target.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let head = RequestHead(
        method: Array(method.utf8)[...], target: target[...], authority: Array("127.0.0.1:1".utf8)[...],
        path: parts.first ?? [], query: parts.count > 1 ? parts[1] : nil, version: version, fields: Fields(headers),
        raw: nil)
    return Request(
        head: head, body: body, trailers: Fields(trailers),
        connection: ConnectionInfo(index: connection, exchange: exchange, stream: stream, tls: tls))
}

/// A run of the scenario in `yaml`, as the file `run.yaml`, seed 7.
func scenarioRun(_ yaml: String, _ options: ScenarioRun.Options = ScenarioRun.Options()) throws -> ScenarioRun {
    var options = options
    options.seed = 7
    return ScenarioRun(try Scenario(yaml: "mockserver: 1\n" + yaml, path: "run.yaml"), options)
}

extension ScenarioRun {
    /// A request arrives, and its response is written.
    func play(_ request: Request) {
        var (id, player) = arrived(request)
        while true {
            switch player.recordedNext(at: clock.now()) {
            case .informational, .head, .chunk, .bytes, .trailers, .raw, .wait, .held: break
            case .frame, .goawayAfterEnd, .notReady, .end:
                if answered(id) { delivered(id) }
                return
            }
        }
    }
}

extension JSON {
    /// The value with all times, which differ from run to run, set to 0.
    var timeless: JSON {
        switch self {
        case .array(let elements): return .array(elements.map(\.timeless))
        case .object(let object):
            return .object(
                JSONObject(
                    object.map {
                        (
                            $0.name,
                            ["at", "answered", "left", "began", "wrote"].contains($0.name) ? 0 : $0.value.timeless
                        )
                    }))
        default: return self
        }
    }
}
