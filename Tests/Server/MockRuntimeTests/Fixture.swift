import HTTPMessage
import MockRuntime
import ScenarioFiles
import Scenarios

/// A complete request as a transport delivers it.
func request(
    _ method: String, _ target: String, _ headers: [(String, String)] = [], body: String = "", connection: Int = 1,
    exchange: Int = 1, trailers: [(String, String)] = [], version: HTTPVersion = .http11
) -> Request {
    let target = Array(target.utf8)
    let parts = target.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let head = RequestHead(
        method: Array(method.utf8)[...], target: target[...], authority: Array("127.0.0.1:1".utf8)[...],
        path: parts.first ?? [], query: parts.count > 1 ? parts[1] : nil, version: version, fields: Fields(headers),
        raw: nil)
    return Request(
        head: head, body: Array(body.utf8), trailers: Fields(trailers),
        connection: ConnectionInfo(index: connection, exchange: exchange))
}

/// A run of the scenario in `yaml`, as the file `run.yaml`.
func scenarioRun(_ yaml: String, _ options: ScenarioRun.Options = ScenarioRun.Options()) throws -> ScenarioRun {
    ScenarioRun(try Scenario(yaml: "mockserver: 1\n" + yaml, path: "run.yaml"), options)
}

/// All output of a player, asked at each instant that it names, as words: `head 200 5`, `body hello`, `wait 100`.
func played(_ player: ResponsePlayer, from start: Instant = Instant(nanoseconds: 0), limit: Int = 100) -> [String] {
    var (player, now, words) = (player, start, [String]())
    for _ in 0..<limit {
        switch player.recordedNext(at: now) {
        case .informational(let head): words.append("interim \(head.head.status)")
        case .head(let head, let framing):
            // `length(5)`, `chunked`
            let text = "\(framing)".split(separator: "(").last ?? ""
            words.append("head \(head.head.status) \(text.split(separator: ")").first ?? "")")
        case .chunk(let size): words.append("chunk \(size)")
        case .trailers(let fields):
            words.append(
                "trailers"
                    + fields.lines.indices.map { index in
                        " \(String(decoding: fields.name(at: index), as: UTF8.self))="
                            + String(decoding: fields.value(at: index), as: UTF8.self)
                    }.joined())
        case .raw(let bytes):
            words.append(
                bytes.allSatisfy { $0 < 0x80 }
                    ? "raw \(String(decoding: bytes, as: UTF8.self))" : "raw of \(bytes.count)")
        case .bytes(let bytes):
            words.append(bytes.count > 40 ? "body of \(bytes.count)" : "body " + String(decoding: bytes, as: UTF8.self))
        case .frame(.settings(let settings)):
            words.append("settings " + settings.map { "\($0.name.text)=\($0.value)" }.joined(separator: " "))
        case .frame(.goaway(let goaway)):
            words.append("goaway \(goaway.code)\(goaway.lastStream.map { " \($0)" } ?? "")")
            if !goaway.isGraceful { return words + ["end"] }
        case .frame(.reset(let code)): return words + ["rst_stream \(code)"]
        case .wait(let until):
            words.append("wait \((until - now).wholeNanoseconds / 1_000_000)")
            now = until
        case .held: return words + ["held"]
        case .notReady: return words + ["not ready"]
        case .goawayAfterEnd(let goaway, _): words.append("goaway \(goaway.code) after the end")
        case .end(.reset): return words + ["reset"]
        case .end(.truncated): return words + ["truncated"]
        case .end(.stall): return words + ["stall"]
        case .end(.keepOpen): return words + ["keep open"]
        case .end(.broken(let error, _)): return words + ["broken: \(error)"]
        case .end(.close): return words + ["close"]
        case .end(.done): return words + ["done"]
        }
    }
    return words + ["endless"]
}

extension ResponsePlayer {
    /// The head and the body that it sends, if nothing waits.
    func response(at instant: Instant = Instant(nanoseconds: 0)) -> (head: ResponseHead?, body: String) {
        var (player, head, body, now) = (self, ResponseHead?.none, [UInt8](), instant)
        for _ in 0..<1_000 {
            switch player.next(at: now) {
            case .head(let rendered, _): head = rendered.head
            case .bytes(let bytes): body += bytes
            case .wait(let until): now = until
            case .informational, .chunk, .trailers: continue
            case .held, .notReady, .raw, .frame, .goawayAfterEnd, .end:
                return (head, String(decoding: body, as: UTF8.self))
            }
        }
        return (head, "endless")
    }
}

extension ResponseHead {
    func field(_ name: String) -> String? { fields.first(named: name).map { String(decoding: $0, as: UTF8.self) } }
}
