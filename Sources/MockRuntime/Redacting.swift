import HTTPMessage
import HTTPTypes
import Playback

extension RecordedRequest {
    /// The request, redacted.
    ///
    /// - Parameter bodySize: the size of the whole body if the request has only its first bytes; else nil.
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
    /// The response, redacted.
    func redacted(_ redactor: Redactor) -> RecordedResponse {
        var response = self
        response.body = redactor.body(body, fields)
        response.fields = redactor.fields(fields)
        response.trailerFields = redactor.fields(trailerFields)
        response.informational = informational.map {
            RecordedInterimResponse(status: $0.status, fields: redactor.fields($0.fields))
        }
        return response
    }
}

extension UnfinishedRequest {
    /// The request, redacted.
    func redacted(_ redactor: Redactor) -> UnfinishedRequest {
        UnfinishedRequest(
            connection: connection, method: method, target: target.map(redactor.target), text: redactor.sentence(text),
            hasBytes: hasBytes)
    }
}
