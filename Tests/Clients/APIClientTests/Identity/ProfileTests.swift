import APIClient
import Foundation
import Testing

@Suite("A profile") struct ProfileTests {
    private static let full = Profile(
        id: "u-1", name: "Ada", email: "ada@example.com", memberSince: Date(timeIntervalSince1970: 1_709_209_845),
        address: PostalAddress(street: "12 St James's Square", postalCode: "SW1Y 4JH", city: "London", country: "GB"))

    private func profile(_ members: String) throws -> Profile {
        let body = #"{"result": {"id": "u-1", "name": "Ada", "email": "ada@example.com"\#(members)}}"#
        return try Expected.result(of: Profile.self).output(of: RESTResponse(status: 200, body: Data(body.utf8)))
    }

    @Test("its date and address are read")
    func whole() throws {
        let read = try profile(
            """
            , "memberSince": "2024-02-29T12:30:45Z", "address": {"street": "12 St James's Square", \
            "postalCode": "SW1Y 4JH", "city": "London", "country": "GB"}
            """)
        #expect(read == Self.full)
    }

    @Test("its date and address may be missing or null, and so may a postal code")
    func partial() throws {
        let bare = Profile(id: "u-1", name: "Ada", email: "ada@example.com")
        #expect(try profile("") == bare)
        #expect(bare.memberSince == nil)
        #expect(bare.address == nil)
        #expect(try profile(#", "memberSince": null, "address": null"#) == bare)
        let dublin = try profile(#", "address": {"street": "1 Grafton Street", "city": "Dublin", "country": "IE"}"#)
        #expect(dublin.address == PostalAddress(street: "1 Grafton Street", city: "Dublin", country: "IE"))
    }

    @Test("an address without its city is told by its path")
    func invalidAddress() {
        #expect(reason(#", "address": {"street": "s", "country": "IE"}"#) == "$.result.address.city is missing")
    }

    @Test("a malformed date is told by its path and text")
    func invalidDate() {
        #expect(
            reason(#", "memberSince": "yesterday""#)
                == #"$.result.memberSince is malformed: "yesterday" is not an ISO 8601 date"#)
        #expect(reason(#", "memberSince": 5"#)?.hasPrefix("$.result.memberSince is not of type String") == true)
    }

    @Test("what is sent is read as the same")
    func roundTrip() throws {
        let sent = try RequestBody.json(Self.full).bytes
        #expect(String(decoding: sent, as: UTF8.self).contains(#""memberSince":"2024-02-29T12:30:45Z""#))
        #expect(try Expected.json(Profile.self).output(of: RESTResponse(status: 200, body: sent)) == Self.full)
    }

    private func reason(_ members: String) -> String? {
        do {
            _ = try profile(members)
            return nil
        } catch RESTError.invalidData(let reason, _) {
            return reason
        } catch {
            return "\(error)"
        }
    }
}
