public import Foundation
import ReportValues

extension RemoteMockServer {
    /// The clock of a server's run, which delays, `interval` and `now` use. Under `clock: virtual` only `advance(by:)`
    /// moves it:
    ///
    /// ```swift
    /// async let profile = service.fetchProfile()
    /// try await server.clock.waitForSleepers(1)
    /// try await server.clock.advance(by: .seconds(3_600))
    /// ```
    public struct Clock: Sendable {
        private struct State: Decodable, Sendable {
            let now: String
            let sleepers: Int

            private typealias CodingKeys = ReportMember.Clock
        }

        let admin: AdminClient

        /// The instant at which the clock stands.
        public var now: Date {
            get async throws {
                let text = try await state().now
                guard let date = try? Date(text, strategy: Self.format) else {
                    throw RemoteMockServerError.notAnAdminAPI(
                        admin.adminURL, response: "\"\(text)\" is not a time")
                }
                return date
            }
        }

        /// The number of delayed responses that wait for a virtual clock; 0 for another.
        public var sleepers: Int { get async throws { try await state().sleepers } }

        /// Moves a virtual clock; returns when the responses that fall due are written.
        ///
        /// - Throws: ``RemoteMockServerError/refused(status:_:)`` under another clock.
        public func advance(by duration: Duration) async throws {
            let body = try JSONEncoder().encode(["advance": duration.inMilliseconds])
            let _: State = try await admin.send("POST", "/clock", body: body)
        }

        /// Waits until this many delayed responses wait for a virtual clock, so that a test does not move it too early.
        ///
        /// - Parameters:
        ///   - count: how many responses.
        ///   - timeout: how long to wait for them, in real time: 5 seconds unless given, at most 5 minutes.
        /// - Throws: ``RemoteMockServerError/timedOut(_:)``, which says how many waited, or ``RemoteMockServerError/refused(status:_:)`` under
        ///   another clock.
        public func waitForSleepers(_ count: Int, timeout: Duration = .seconds(5)) async throws {
            guard count > 0 else { return }
            let _: State = try await admin.get(
                "/clock", [("sleepers", "\(count)"), ("timeout", timeout.inMilliseconds)], waiting: timeout)
        }

        private func state() async throws -> State { try await admin.get("/clock") }

        private static let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    }
}
