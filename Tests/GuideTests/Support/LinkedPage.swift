/// A page of Markdown with its links and the names by which links lead to its headings.
struct LinkedPage {
    /// The addresses of its links, but for those to another site and those to a page of the documentation's site.
    let links: [String]
    /// The names of its headings, as GitHub makes them.
    let anchors: Set<String>

    init(_ text: String) {
        var links: [String] = []
        var anchors: Set<String> = []
        var isFenced = false
        for line in text.split(separator: "\n") {
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isFenced.toggle()
            } else if !isFenced {
                links += Self.links(in: line)
                if line.hasPrefix("#") { anchors.insert(Self.anchor(of: line, besides: anchors)) }
            }
        }
        (self.links, self.anchors) = (links, anchors)
    }

    private static func links(in line: Substring) -> [String] {
        // A link in code is text. Code in a link's text has no `](`.
        let parts = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        let bare = parts.map { $0.offset.isMultiple(of: 2) || !$0.element.contains("](") ? String($0.element) : "" }
        return bare.joined(separator: "`").split(separator: "](", omittingEmptySubsequences: false).dropFirst()
            .compactMap { rest in
                let address = rest.prefix { $0 != ")" }.filter { $0 != "<" && $0 != ">" }
                let scheme = address.prefix { $0 != ":" && $0 != "/" && $0 != "#" && $0 != "." }
                let isElsewhere = address.hasPrefix("/") || address.dropFirst(scheme.count).hasPrefix(":")
                return isElsewhere ? nil : address
            }
    }

    private static func anchor(of heading: Substring, besides others: Set<String>) -> String {
        // Of a link the text counts, not the address.
        let words = heading.drop { $0 == "#" }.split(separator: "](").enumerated()
            .map { $0.offset == 0 ? $0.element : $0.element.drop { $0 != ")" } }.joined()
        let name = String(
            words.drop { $0 == " " }.lowercased().filter { $0.isLetter || $0.isNumber || "_- ".contains($0) }
                .map { $0 == " " ? "-" : $0 })
        guard others.contains(name) else { return name }
        return (1...).lazy.map { "\(name)-\($0)" }.first { !others.contains($0) } ?? name
    }

    /// The links that lead nowhere.
    ///
    /// - Parameters:
    ///   - path: the page's path.
    ///   - pages: all pages by their paths.
    ///   - exists: whether there is another file or folder with this path.
    func broken(at path: String, among pages: [String: LinkedPage], exists: (String) -> Bool) -> [String] {
        links.filter { link in
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            guard let target = Self.resolve(parts[0], from: path) else { return true }
            guard parts.count > 1 else { return pages[target] == nil && !exists(target) }
            return pages[target]?.anchors.contains(String(parts[1])) != true
        }
    }

    /// A path from the top folder; nil if it leads out of that.
    private static func resolve(_ link: Substring, from page: String) -> String? {
        guard !link.isEmpty else { return page }
        var parts = page.split(separator: "/").dropLast()
        for part in link.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.joined(separator: "/")
    }
}
