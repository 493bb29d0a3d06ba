import Foundation

/// Parameters as flat names and values, sorted by name: a member of an object is `object[member]`.
struct ParameterItems {
    let lists: ListStyle
    private(set) var items: [URLQueryItem] = []

    init(_ parameters: Parameters, lists: ListStyle) throws(RESTError) {
        self.lists = lists
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) { try append(value, named: name) }
    }

    private mutating func append(_ parameter: Parameter, named name: String) throws(RESTError) {
        switch parameter {
        case .null: break
        case .string(let text): items.append(URLQueryItem(name: name, value: text))
        case .integer(let number): items.append(URLQueryItem(name: name, value: "\(number)"))
        case .boolean(let value): items.append(URLQueryItem(name: name, value: "\(value)"))
        case .number(let number):
            guard number.isFinite else {
                throw .invalidData("the parameter \(name) can't be sent: it is \(number)", nil)
            }
            items.append(URLQueryItem(name: name, value: "\(number)"))
        case .list(let values):
            for (index, value) in values.enumerated() { try append(value, named: lists.name(name, at: index)) }
        case .object(let members):
            for (member, value) in members.sorted(by: { $0.key < $1.key }) {
                try append(value, named: "\(name)[\(member)]")
            }
        }
    }
}
