#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A call as a publisher") struct PlainCallTests {
    @Test("needs no query, body or modifier")
    func plain() async throws {
        let client = try RESTClient(
            sendingThrough: Responder { request in
                let sent = [
                    request.httpMethod, request.url?.absoluteString, request.httpBody.map { "\($0.count) bytes" },
                ]
                return RESTResponse(text: sent.compactMap { $0 }.joined(separator: " "))
            })
        let scheduler = ImmediateScheduler.shared
        let calls = [
            ("GET", client.get("/items", expecting: .raw, on: scheduler)),
            ("POST", client.post("/items", expecting: .raw, on: scheduler)),
            ("PUT", client.put("/items", expecting: .raw, on: scheduler)),
            ("PATCH", client.patch("/items", expecting: .raw, on: scheduler)),
            ("DELETE", client.delete("/items", expecting: .raw, on: scheduler)),
            ("HEAD", client.publisher(for: APIRequest(.head, "/items", expecting: .raw), on: scheduler)),
        ]
        for (method, call) in calls {
            let sent = await published(by: call)
            #expect(sent.values == [RESTResponse(text: "\(method) https://api.example.com/items")])
        }
    }
}
#endif
