/// The envelope of responses: `{"result": …}`. Other members are ignored.
struct ResultEnvelope<Value: Decodable>: Decodable {
    let result: Value
}
