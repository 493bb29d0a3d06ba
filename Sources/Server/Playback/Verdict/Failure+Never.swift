import Scenarios
import TextCoding

extension Failure {
    /// Adds another request that the same stub must never get. Shown are the first ones.
    mutating func mergeNever(_ other: Failure, keeping limit: Int) {
        repeats += 1
        title = "\(Printable.stub(rule ?? "")): \(EnglishText.count(repeats, "request")), expected none"
        guard requests.count < limit else {
            let remark = "the first \(limit) of them:"
            if !remarks.contains(remark) { remarks.append(remark) }
            return
        }
        requests += other.requests
        note = requests.typingText
    }

    /// Says of the requests after a rule's last one that someone types, as long as that is so.
    mutating func noteTyping(upTo last: TimelineEntry?) {
        let known = remarks.firstIndex { $0.hasSuffix(TimelineEntry.typing) }
        let text = last.flatMap { requests.followed(by: $0).typingText }
        switch (known, text) {
        case (nil, let text?) where repeats == 2 || requests.count == 3: remarks.append(text)
        case (let known?, nil): remarks.remove(at: known)
        default: break
        }
    }
}

extension [TimelineEntry] {
    /// These, and a request that came after them.
    fileprivate func followed(by entry: TimelineEntry) -> [TimelineEntry] {
        last.map { $0.number < entry.number } ?? true ? self + [entry] : self
    }

    /// That someone types, as a sentence; nil if it does not look so.
    fileprivate var typingText: String? {
        typedName.map { "query parameter \($0) grows with each request\(TimelineEntry.typing)" }
    }

    /// The name of the query value that grows from each of at least three requests to the next one, which are alike but for
    /// it; nil for other requests.
    fileprivate var typedName: String? {
        guard count > 2 else { return nil }
        let names = zip(self, dropFirst()).map { $0.grownName(in: $1) }
        guard let name = names.first ?? nil, names.allSatisfy({ $0 == name }) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}

extension TimelineEntry {
    fileprivate static let typing = ", as someone types: wait for a pause in the typing before you send one"

    /// The name of the only query value in which another request differs, if that begins with the one of this.
    fileprivate func grownName(in other: TimelineEntry) -> [UInt8]? {
        let (mine, its) = (target.split(at: UInt8(ascii: "?")), other.target.split(at: UInt8(ascii: "?")))
        guard method.elementsEqual(other.method), mine.0 == its.0, let query = mine.1, let longer = its.1 else {
            return nil
        }
        let (pairs, others) = (Form.pairs(query), Form.pairs(longer))
        guard pairs.map(\.name) == others.map(\.name) else { return nil }
        let changed = zip(pairs, others).filter { $0.value != $1.value }
        guard changed.count == 1, let (before, after) = changed.first, after.value.starts(with: before.value) else {
            return nil
        }
        return before.name
    }
}

extension Collection<UInt8> {
    /// What stands before the first such byte, and behind it; nil without it.
    fileprivate func split(at byte: UInt8) -> ([UInt8], [UInt8]?) {
        guard let index = firstIndex(of: byte) else { return (Array(self), nil) }
        return (Array(self[..<index]), Array(self[self.index(after: index)...]))
    }
}
