import APIClient
import Foundation
import Testing

struct StreamedResponseTests {
    @Test(
        "a success has a status from 200 to 299, streamed or whole",
        arguments: [(199, false), (200, true), (299, true), (300, false)])
    func success(_ status: Int, _ isSuccess: Bool) {
        let body = AsyncThrowingStream<Data, any Error> { $0.finish() }
        #expect(StreamedResponse(status: status, body: body).isSuccess == isSuccess)
        #expect(RESTResponse(status: status).isSuccess == isSuccess)
    }
}
