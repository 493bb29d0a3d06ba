extension ResponseCase {
    static let faults: [ResponseCase] = kinds + requestKinds + keys

    /// Each kind at each phase.
    private static let kinds: [ResponseCase] = [
        fault("reset", nil, http1: [], .rst, http2: ["RST_STREAM 1 INTERNAL_ERROR"], nil),
        fault(
            "reset", "response_body, after_bytes: 3", http1: head1 + ["hel"], .rst,
            http2: [head2, "DATA 1 hel", "RST_STREAM 1 INTERNAL_ERROR"], nil),
        fault(
            "reset", "response_end", http1: hello1, .rst,
            http2: [head2, "DATA 1 hello", "RST_STREAM 1 INTERNAL_ERROR"], nil),
        fault("stall", "response_start", http1: [], nil, http2: [], nil),
        fault("stall", nil, http1: head1 + [""], nil, http2: [head2], nil),
        fault(
            "stall", "response_body, after_bytes: 3", http1: head1 + ["hel"], nil, http2: [head2, "DATA 1 hel"], nil),
        fault("stall", "response_end", http1: hello1, nil, http2: [head2, "DATA 1 hello"], nil),
        fault("close", nil, http1: [], .fin, http2: [], .fin),
        fault("close", "response_body", http1: head1 + [""], .fin, http2: [head2], .fin),
        fault(
            "close", "response_body, after_bytes: 3", http1: head1 + ["hel"], .fin, http2: [head2, "DATA 1 hel"], .fin),
        fault("close", "response_end", http1: hello1, .fin, http2: hello2, .fin),
        fault("empty", nil, http1: [], .fin, http2: [], .fin),
        fault("garbage", nil, http1: [], .fin, http2: [], .fin),
        fault(
            "garbage", "response_body, after_bytes: 2", http1: head1 + ["he"], .fin, http2: [head2, "DATA 1 he"], .fin),
        fault(
            "truncate", nil, http1: head1 + ["he"], .fin,
            http2: [head2, "DATA 1 he", "RST_STREAM 1 INTERNAL_ERROR"], nil),
        fault(
            "truncate", "response_body, after_bytes: 4", http1: head1 + ["hell"], .fin,
            http2: [head2, "DATA 1 hell", "RST_STREAM 1 INTERNAL_ERROR"], nil),
        Array(
            fault(
                "malformed_chunk", "response_body, after_bytes: 2",
                http1: chunkedHead1 + ["2", "he", "not-a-size", ""],
                .fin, http2: [], nil
            ).prefix(1)),
    ].flatMap { $0 }

    /// Those that happen while the request comes; its body has 10 bytes.
    private static let requestKinds: [ResponseCase] = ["request_start", "request_body", "request_body, after_bytes: 3"]
        .flatMap { at in
            [
                fault("reset", at, http1: [], .rst, http2: ["RST_STREAM 1 INTERNAL_ERROR"], nil),
                fault("stall", at, http1: [], nil, http2: [], nil),
                fault("close", at, http1: [], .fin, http2: [], .fin),
            ].flatMap { $0 }
        }.map { $0.to("POST /x", body: "0123456789") }

    private static let keys: [ResponseCase] = [
        renamed("Response", "fault", "text: hello, fault: reset", http1: [], http2: ["RST_STREAM 1 INTERNAL_ERROR"]),
        renamed(
            "Fault", "kind", "text: hello, fault: {kind: reset}", http1: [], http2: ["RST_STREAM 1 INTERNAL_ERROR"]),
        renamed(
            "Fault", "at", "text: hello, fault: {kind: reset, at: response_end}", http1: hello1,
            http2: [head2, "DATA 1 hello", "RST_STREAM 1 INTERNAL_ERROR"]),
        renamed(
            "Fault", "after_bytes", "text: hello, fault: {kind: reset, at: response_body, after_bytes: 1}",
            http1: head1 + ["h"], http2: [head2, "DATA 1 h", "RST_STREAM 1 INTERNAL_ERROR"]),
    ].flatMap { $0 }

    /// A fault of the text `hello`; `at` is its phase, and perhaps the bytes before it.
    private static func fault(
        _ kind: String, _ at: String?, http1: [String], _ end1: ConnectionEnd?, http2: [String], _ end2: ConnectionEnd?
    ) -> [ResponseCase] {
        let standard = ["stall", "truncate", "malformed_chunk"].contains(kind) ? "response_body" : "response_start"
        let keys = "text: hello, fault: " + (at.map { "{kind: \(kind), at: \($0)}" } ?? kind)
        let phase = at.map { String($0.prefix { $0 != "," }) } ?? standard
        let cases = [
            ResponseCase.http1("Fault kinds", kind, keys, http1, end: end1),
            .http2("Fault kinds", kind, keys, http2, end: end2),
        ]
        return cases.map { vector in
            var vector = vector
            vector.phase = phase
            vector.endsInGarbage = kind == "garbage"
            return vector
        }
    }

    private static func renamed(
        _ title: String, _ row: String, _ keys: String, http1: [String], http2: [String]
    ) -> [ResponseCase] {
        [.http1(title, row, keys, http1, end: .rst), .http2(title, row, keys, http2)]
    }
}
