/// How a query or a form names the values of a list. There is no standard; servers differ.
public enum ListStyle: Sendable, Hashable {
    /// `tag=a&tag=b`, as browsers send a form's fields of one name. It keeps objects in a list apart by nothing.
    case repeated
    /// `tag[]=a&tag[]=b`, as PHP and Rails read it.
    case brackets
    /// `tag[0]=a&tag[1]=b`, which also keeps objects in a list apart.
    case indices

    /// The name of the list's value at an index, from 0.
    func name(_ name: String, at index: Int) -> String {
        switch self {
        case .repeated: name
        case .brackets: "\(name)[]"
        case .indices: "\(name)[\(index)]"
        }
    }
}
