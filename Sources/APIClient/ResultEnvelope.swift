/// The envelope that answers come in: `{"result": …}`. Other members are ignored.
struct ResultEnvelope<Value: Decodable>: Decodable {
    let result: Value
}
