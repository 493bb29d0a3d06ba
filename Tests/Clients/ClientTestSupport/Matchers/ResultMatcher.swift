/// What a test expects of a `Result`.
///
///     expect(result, to: beSuccess(profile))
///     expect(result, to: beFailure(RESTError.timedOut))
public struct ResultMatcher<Success, Failure: Error> {
    /// Why a result does not match, with what it was; `nil` if it matches.
    public let mismatch: (Result<Success, Failure>) -> String?

    init(_ expected: String, _ matches: @escaping (Result<Success, Failure>) -> Bool) {
        mismatch = { result in
            if matches(result) { return nil }
            switch result {
            case .success(let value): return "expected \(expected), received the success \(value)"
            case .failure(let error): return "expected \(expected), received the failure \(error)"
            }
        }
    }
}

/// Matches any success.
public func beSuccess<Success, Failure>() -> ResultMatcher<Success, Failure> {
    ResultMatcher("a success") { result in
        if case .success = result { true } else { false }
    }
}

/// Matches a success with this value.
public func beSuccess<Success: Equatable, Failure>(_ value: Success) -> ResultMatcher<Success, Failure> {
    ResultMatcher("the success \(value)") { result in
        if case .success(value) = result { true } else { false }
    }
}

/// Matches any failure.
public func beFailure<Success, Failure>() -> ResultMatcher<Success, Failure> {
    ResultMatcher("a failure") { result in
        if case .failure = result { true } else { false }
    }
}

/// Matches a failure with this error, also where the type of errors is not fixed.
public func beFailure<Success, Failure, Wanted: Error & Equatable>(
    _ error: Wanted
) -> ResultMatcher<Success, Failure> {
    ResultMatcher("the failure \(error)") { result in
        if case .failure(let received) = result { received as? Wanted == error } else { false }
    }
}

/// Fails the test at the caller's line, in XCTest and in Swift Testing alike, if a result does not match.
public func expect<Success, Failure>(
    _ result: Result<Success, Failure>, to matcher: ResultMatcher<Success, Failure>,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    if let mismatch = matcher.mismatch(result) { TestLocation(fileID, file, line, column).fail(mismatch) }
}

extension Result where Failure == any Error {
    /// What an asynchronous function returned or threw.
    public static func of(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Success
    ) async -> Result {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
