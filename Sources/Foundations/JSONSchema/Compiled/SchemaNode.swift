/// A compiled schema object or boolean schema. Other nodes are named by their index in `CompiledSchema.nodes`.
struct SchemaNode: Sendable {
    let location: SchemaLocation
    /// The index of the schema resource that contains this schema.
    let resource: Int
    /// The value of a boolean schema.
    var constant: Bool?
    /// The keywords that look at the value alone, cheap ones first.
    var assertions: [Assertion] = []
    /// The keywords that apply other schemas, in the order in which they are evaluated.
    var applicators: [Applicator] = []
    /// Whether `unevaluatedItems` or `unevaluatedProperties` is among the applicators.
    var hasUnevaluated = false

    init(location: SchemaLocation, resource: Int) {
        self.location = location
        self.resource = resource
    }
}
