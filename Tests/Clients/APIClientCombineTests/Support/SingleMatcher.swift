#if canImport(Combine) || Combine
#if canImport(APIClientCombine)
import APIClientCombine
#endif
#if canImport(ClientTestSupport)
import ClientTestSupport
#endif

/// The publisher of a ``expect(_:to:within:isolation:fileID:file:line:column:)`` did not end in time.
private struct StillWaiting: Error {}

/// Subscribes to a publisher once, and fails the test at the caller's line, in XCTest and in Swift Testing alike, if its
/// single value or its error does not match.
///
///     await expect(networking.single(for: request, on: queue), to: beSuccess(profile))
///     await expect(networking.single(for: request, on: queue), to: beFailure(RESTError.timedOut))
///
/// A publisher without a value, or with a second one, fails with `SingleError`. When the function returns, the
/// subscription has ended: if the publisher has not in time, it is cancelled, and the test fails, also one that expects
/// whatever failure.
func expect<P: Publisher>(
    _ publisher: P, to matcher: ResultMatcher<P.Output, any Error>, within timeout: Duration = .seconds(3_600),
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, file: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) async where P.Output: Sendable {
    let publication = await published(by: publisher.asSingle(), within: timeout)
    let result = publication.values.first.map(Result.success) ?? .failure(publication.error ?? StillWaiting())
    expect(
        result, to: publication.hasEnded ? matcher : beSuccess(), fileID: fileID, file: file, line: line, column: column
    )
}
#endif
