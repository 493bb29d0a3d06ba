import HTTPMessage
import HTTPTypes
import Playback

extension RecordedRequest {
    /// The request with what the scenario redacts masked.
    ///
    /// - Parameter bodySize: how many bytes of body came, of which the request has the first ones; nil where it has all.
    init(_ request: Request, number: Int, bodySize: Int? = nil, _ redactor: Redactor) {
        self.init(request, number: number)
        if let bodySize {
            isBodyCut = bodySize > self.bodySize
            self.bodySize = bodySize
        }
        target = redactor.target(target)
        query = query.map(redactor.query)
        body = redactor.body(body, fields)
        fields = redactor.fields(fields)
        headers = HTTPFields(fields)
        trailerFields = redactor.fields(trailerFields)
    }
}

extension RecordedResponse {
    /// The response with what the scenario redacts masked.
    func redacted(_ redactor: Redactor) -> RecordedResponse {
        var response = self
        response.body = redactor.body(body, fields)
        response.fields = redactor.fields(fields)
        return response
    }
}

extension UnfinishedRequest {
    /// The request with what the scenario redacts masked.
    func redacted(_ redactor: Redactor) -> UnfinishedRequest {
        UnfinishedRequest(
            connection: connection, method: method, target: target.map(redactor.target), text: redactor.sentence(text),
            hasBytes: hasBytes)
    }
}
