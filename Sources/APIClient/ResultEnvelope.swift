/// The envelope that responses come in: `{"result": …}`. Other members are ignored.
struct ResultEnvelope<Value: Decodable>: Decodable {
    let result: Value
}
