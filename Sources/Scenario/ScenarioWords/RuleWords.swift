/// What a failed assertion does to the response.
public enum AssertFailureAction: String, Hashable, Sendable, CaseIterable {
    /// The response is sent all the same.
    case record
    /// The failure is sent as a 422.
    case reject
}

/// Whether a client stays to the end of a response.
public enum ClientBehavior: String, Hashable, Sendable, CaseIterable {
    /// It stays.
    case answered
    /// It leaves before the end: it hangs up, or resets the stream.
    case cancels
    /// Either.
    case any
}

/// What follows the last of several responses.
public enum AfterLastResponse: String, Hashable, Sendable, CaseIterable {
    /// One more request is a failure.
    case fail
    /// The last response is sent again.
    case repeatLast = "repeat_last"
    /// They begin anew.
    case cycle
}
