import APIClient
import ClientTestSupport
import Foundation
import Testing

@Suite("A service with its own decoder") struct IdentityServiceDecoderTests {
    @Test("reads the dates of an API that another service can't read")
    func localDates() async throws {
        try await withServer("local-dates") { server in
            let client = try server.client()
            let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
            let service = IdentityService(client: client, decoder: { .iso8601(assuming: berlin) })
            #expect(try await service.fetchProfile().memberSince == Date(timeIntervalSince1970: 1_719_817_200))
            let error = await #expect(throws: IdentityError.self) {
                try await IdentityService(client: client).fetchProfile()
            }
            #expect(
                error?.description == """
                    The server sent no valid profile: $.result.memberSince is malformed: "2024-07-01T09:00:00" is not an \
                    ISO 8601 date.
                    """)
        }
    }
}
