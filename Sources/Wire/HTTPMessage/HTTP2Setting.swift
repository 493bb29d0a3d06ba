/// One parameter of a SETTINGS frame with a valid value (RFC 9113, section 6.5.2).
@usableFromInline
package struct HTTP2Setting: Hashable, Sendable {
    /// The parameters a server may send, with their identifiers.
    package enum Name: UInt16, CaseIterable, Sendable {
        case headerTableSize = 0x1
        /// A server may only send 0.
        case enablePush = 0x2
        case maxConcurrentStreams = 0x3
        case initialWindowSize = 0x4
        case maxFrameSize = 0x5
        case maxHeaderListSize = 0x6
        /// RFC 8441.
        case enableConnectProtocol = 0x8
    }

    package let name: Name
    package let value: UInt32

    /// The setting, or nil if the value is not valid for it.
    package init?(_ name: Name, _ value: Int) {
        guard name.values.contains(value), let value = UInt32(exactly: value) else { return nil }
        self.name = name
        self.value = value
    }

    /// The setting with the nearest valid value.
    package init(_ name: Name, clamping value: Int) {
        self.name = name
        self.value = UInt32(clamping: min(max(value, name.values.lowerBound), name.values.upperBound))
    }
}

extension HTTP2Setting.Name {
    /// The valid values of the parameter.
    package var values: ClosedRange<Int> {
        switch self {
        case .headerTableSize, .maxConcurrentStreams, .maxHeaderListSize: 0...Int(UInt32.max)
        case .enablePush: 0...0
        case .initialWindowSize: 0...Int(Int32.max)
        case .maxFrameSize: 16_384...16_777_215
        case .enableConnectProtocol: 0...1
        }
    }

    /// The name in scenario files: that of the RFC in lower case, such as `max_concurrent_streams`.
    package var text: String {
        switch self {
        case .headerTableSize: "header_table_size"
        case .enablePush: "enable_push"
        case .maxConcurrentStreams: "max_concurrent_streams"
        case .initialWindowSize: "initial_window_size"
        case .maxFrameSize: "max_frame_size"
        case .maxHeaderListSize: "max_header_list_size"
        case .enableConnectProtocol: "enable_connect_protocol"
        }
    }

    /// The parameter with that name in scenario files.
    package init?(text: String) {
        guard let name = Self.allCases.first(where: { $0.text == text }) else { return nil }
        self = name
    }
}
