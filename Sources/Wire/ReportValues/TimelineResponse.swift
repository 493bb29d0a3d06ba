package import ExactJSON

/// The response to a request.
public enum TimelineResponse: Hashable, Sendable {
    /// A response with that status code.
    case status(Int)
    /// A fault, by its name, instead of a status.
    case fault(String)
}

extension TimelineResponse: Decodable {
    /// The member of a request that tells its response.
    package var member: (ReportMember.Exchange, JSON?) {
        switch self {
        case .status(let code): (.status, .integer(code))
        case .fault(let name): (.fault, .string(name))
        }
    }

    /// Decodes the member of a request that tells its response.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ReportMember.Exchange.self)
        if let fault = try container.decodeIfPresent(String.self, forKey: .fault) {
            self = .fault(fault)
        } else {
            self = .status(try container.decode(Int.self, forKey: .status))
        }
    }
}
