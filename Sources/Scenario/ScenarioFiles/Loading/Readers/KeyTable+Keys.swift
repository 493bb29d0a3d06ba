// `.ci/embed-reference` writes this by the tables of `Scenarios/FORMAT.md`.

extension KeyTable.Name {
    /// The keys that the map may have.
    var keys: [String] {
        switch self {
        case .scenario:
            [
                "mockserver", "$schema", "name", "description", "include", "vars", "defaults", "base_path", "order",
                "steps", "stubs", "unmatched", "expect", "linger", "clock", "cors", "seed", "redact",
            ]
        case .crossOrigin: ["origins", "headers", "max_age"]
        case .included:
            [
                "mockserver", "$schema", "name", "description", "include", "vars", "defaults", "stubs", "redact",
            ]
        case .defaults: ["response", "assert", "on_assert_failure", "head"]
        case .step:
            [
                "id", "request", "when", "assert", "assert_defaults", "on_assert_failure", "times", "after", "capture",
                "set", "response", "responses", "then", "hold", "max_in_flight", "interval", "client", "early",
            ]
        case .stub:
            [
                "id", "request", "when", "assert", "assert_defaults", "on_assert_failure", "capture", "set", "response",
                "responses", "then", "hold", "max_in_flight", "interval", "client", "early", "times", "never", "head",
            ]
        case .parallel: ["parallel", "id"]
        case .times: ["at_least", "at_most"]
        case .capture: ["path", "header", "query", "cookie", "form", "json", "text", "method", "host", "matches"]
        case .hold: ["until", "release", "timeout"]
        case .holdCondition: ["arrivals", "each", "step", "taken", "quiet"]
        case .interval: ["gt", "gte", "lt", "lte"]
        case .requestMatcher:
            [
                "method", "host", "path", "target", "query", "query_exact", "headers", "cookies", "form", "form_exact",
                "bearer", "basic", "json", "json_exact", "json_path", "json_schema", "text", "base64", "file", "body",
                "multipart", "multipart_exact", "graphql", "protocol", "connection", "tls", "all_of", "any_of", "not",
            ]
        case .basic: ["user", "password"]
        case .body: ["length", "empty", "sha256"]
        case .part:
            [
                "name", "filename", "content_type", "headers", "json", "json_exact", "json_path", "json_schema", "text",
                "base64", "file", "body", "form", "form_exact", "multipart", "multipart_exact",
            ]
        case .graphQL: ["operation", "query", "variables"]
        case .schemaFile: ["file"]
        case .connection: ["same_as"]
        case .tls: ["sni", "client_certificate"]
        case .clientCertificate: ["subject"]
        case .response:
            [
                "status", "reason", "headers", "json", "text", "base64", "file", "chunks", "events", "then", "raw",
                "trailers", "informational", "delay", "dribble", "throttle", "ranges", "encoding", "framing",
                "content_length", "connection", "fault", "h2", "template",
            ]
        case .unmatched:
            [
                "reason", "headers", "json", "text", "base64", "file", "chunks", "events", "then", "raw", "trailers",
                "informational", "delay", "dribble", "throttle", "ranges", "encoding", "framing", "content_length",
                "connection", "fault", "h2", "template", "status", "allow",
            ]
        case .headerValue: ["text"]
        case .chunk: ["text", "json", "base64", "delay"]
        case .event: ["event", "data", "json", "id", "retry", "comment", "delay"]
        case .raw: ["base64"]
        case .interim: ["status", "headers"]
        case .delay: ["headers", "body", "uniform", "lognormal"]
        case .delayPart: ["uniform", "lognormal"]
        case .uniform: ["from", "to"]
        case .lognormal: ["median", "sigma"]
        case .dribble: ["chunk", "every"]
        case .fault: ["kind", "at", "after_bytes"]
        case .h2: ["rst_stream", "goaway", "settings"]
        case .resetStream: ["code", "at", "after_bytes"]
        case .goaway: ["code", "last_stream", "graceful", "at"]
        case .settings:
            [
                "header_table_size", "enable_push", "max_concurrent_streams", "initial_window_size", "max_frame_size",
                "max_header_list_size", "enable_connect_protocol",
            ]
        case .expectation: ["request", "times", "never", "max_in_flight", "step", "before", "connections"]
        }
    }
}
