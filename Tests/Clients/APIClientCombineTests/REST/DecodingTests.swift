#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import ClientTestSupport
import Foundation
import Testing

@Suite("Responses that are read later in a chain") struct DecodingTests {
    private struct Broken: Error {}

    private static let date = Date(timeIntervalSince1970: 60)

    private static func seconds() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }

    @Test("are decoded")
    func decoded() async {
        let response = Just(RESTResponse(text: #"["1970-01-01T00:01:00Z"]"#))
        #expect(await published(by: response.decode([Date].self)).values == [[Self.date]])
        #expect(await published(by: response.decode(.json([Date].self))).values == [[Self.date]])
        #expect(
            await published(by: Just(RESTResponse(text: "[60]")).decode([Date].self, decoder: Self.seconds)).values == [
                [Self.date]
            ])
    }

    @Test("are unwrapped")
    func unwrapped() async {
        let response = Just(RESTResponse(text: #"{"result": ["1970-01-01T00:01:00Z"], "other": 1}"#))
        #expect(await published(by: response.unwrapResult(of: [Date].self)).values == [[Self.date]])
        let seconds = Just(RESTResponse(text: #"{"result": [60]}"#))
        #expect(
            await published(by: seconds.unwrapResult(of: [Date].self, decoder: Self.seconds)).values == [[Self.date]])
    }

    @Test(
        "are unwrapped, or read whole where there is no result",
        arguments: [#"{"result": ["1970-01-01T00:01:00Z"]}"#, #"["1970-01-01T00:01:00Z"]"#])
    func unwrappedOrWhole(_ body: String) async {
        await expect(Just(RESTResponse(text: body)).unwrapResult(orWhole: [Date].self), to: beSuccess([Self.date]))
        let seconds = body.replacingOccurrences(of: #""1970-01-01T00:01:00Z""#, with: "60")
        await expect(
            Just(RESTResponse(text: seconds)).unwrapResult(orWhole: [Date].self, decoder: Self.seconds),
            to: beSuccess([Self.date]))
    }

    @Test("are errors with the response if they are something else")
    func invalid() async {
        let response = RESTResponse(text: #"{"id": 1}"#)
        let unwrapped = await published(by: Just(response).unwrapResult(of: Int.self))
        #expect(unwrapped.error as? RESTError == .invalidData("$.result is missing", response))
        let decoded = await published(by: Just(response).decode([String: [Int]].self))
        guard case .invalidData(let reason, response)? = decoded.error as? RESTError else {
            Issue.record("\(String(describing: decoded.error))")
            return
        }
        #expect(reason.hasPrefix("$.id is not of type Array<Any>"))
    }

    @Test("leave the errors before them as they are")
    func failed() async {
        let failed = Fail<RESTResponse, Broken>(error: Broken())
        #expect(await published(by: failed.decode(Int.self)).error is Broken)
        #expect(await published(by: failed.unwrapResult(of: Int.self)).error is Broken)
    }
}
#endif
