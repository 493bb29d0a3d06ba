import FormatPage
import MockServerKit
import Scenarios
import Testing

@Suite("Each row of the page of the format")
struct FormatRowTests {
    /// The sections whose keys compare a request.
    private static let matching: Set<String> = [
        "Request", "Basic credentials", "Body", "Part", "GraphQL", "Schema file", "Connection of a request", "TLS",
        "Client certificate", "Operators", "Operators in JSON", "Length", "Protocol",
    ]

    /// The sections whose keys change what is sent.
    private static let responding: Set<String> = [
        "Response", "Header value", "Chunk", "Event", "Raw", "Interim response", "Delay", "Delay of a part", "Uniform",
        "Lognormal", "Dribble", "Fault", "Fault kinds", "HTTP/2 frames", "Stream reset", "Stream reset phases",
        "GOAWAY", "GOAWAY phases", "Settings", "Error codes of HTTP/2", "Then of events", "Framing", "Encoding",
        "Ranges", "Connection of a response", "Capture", "CORS",
    ]

    /// The sections about templates.
    private static let templates: Set<String> = ["Template names", "Parts of a request", "Forms of now", "Filters"]

    /// The rows that only one protocol can carry; the response that the other can't is unsendable.
    private static let unsendable: [WireProtocol: Set<String>] = [
        .http1: ["Response: h2"],
        .http2: ["Response: reason", "Response: raw", "Raw: base64", "Fault kinds: malformed_chunk"],
    ]

    /// The sections of keys below `h2`, which HTTP/1.1 can't carry.
    private static let framed: Set<String> = [
        "HTTP/2 frames", "Stream reset", "Stream reset phases", "GOAWAY", "GOAWAY phases", "Settings",
        "Error codes of HTTP/2",
    ]

    private let page: FormatPage

    init() throws {
        page = try FormatPage()
    }

    /// The names of the rows of sections.
    private func rows(_ isWanted: (String) -> Bool) -> Set<String> {
        Set(
            page.sections.filter { isWanted($0.title) }.flatMap { section in
                section.keys.map { "\(section.title): \($0)" }
            })
    }

    @Test("is loaded, and has a twin that is not")
    func loading() {
        let rows = rows { $0 != "Failure kinds" }
        #expect(rows.subtracting(LoadCase.rows) == [])
    }

    @Test("that compares a request has one that matches and one that doesn't")
    func comparing() {
        #expect(rows(Self.matching.contains).subtracting(MatchCase.rows + TLSMatchTests.rows) == [])
    }

    @Test("that changes a response is played", arguments: WireProtocol.allCases)
    func playing(wire: WireProtocol) {
        let played = ResponseCase.all.filter { $0.wire == wire }.map(\.name) + ResponseWireTests.encodedRows
        let rows = rows { title in
            Self.responding.contains(title) && !(wire == .http1 && Self.framed.contains(title))
        }
        let unsendable = Self.unsendable[wire] ?? []
        #expect(rows.subtracting(played) == unsendable)
        #expect(UnsendableCase.all.contains { $0.wire == wire })
    }

    @Test("of a fault is played at each phase", arguments: Fault.Kind.allCases, WireProtocol.allCases)
    func faults(kind: Fault.Kind, wire: WireProtocol) {
        guard kind != .malformedChunk || wire == .http1 else { return }
        let played = ResponseCase.all.filter { $0.wire == wire && $0.title == "Fault kinds" && $0.row == kind.rawValue }
        #expect(Set(played.compactMap(\.phase)) == Set(kind.phases.map(\.rawValue)))
    }

    @Test("about templates is made")
    func templating() {
        #expect(rows(Self.templates.contains).subtracting(TemplateCase.all.map(\.name)) == [])
    }

    @Test("that is a rule of a run is played")
    func running() {
        let sections = Set(page.sections.map(\.title)).subtracting(Self.matching).subtracting(Self.responding)
            .subtracting(Self.templates)
        let rows = rows { sections.contains($0) && !["Fault phases", "Failure kinds"].contains($0) }
        #expect(rows.subtracting(RunCase.rows + TimedCase.rows) == RunCase.unplayed)
    }

    @Test("is the row of every case")
    func named() {
        let keys = page.sections.flatMap { section in page.keys(of: section).map { "\(section.title): \($0)" } }
        let cases =
            LoadCase.rows + MatchCase.rows + ResponseCase.rows + TemplateCase.all.map(\.name) + RunCase.rows
            + TimedCase.rows
        #expect(Set(cases).subtracting(keys) == [])
    }
}
