extension Dictionary where Key == String {
    /// Entries by word: each value stands with its words, which have spaces between them.
    package init(byWord entries: KeyValuePairs<Value, String>) {
        self.init(byWord: entries.map { ($0, $1) })
    }

    package init(byWord entries: [(Value, String)]) {
        self.init()
        for (value, words) in entries {
            for word in words.split(separator: " ") {
                let former = updateValue(value, forKey: String(word))
                assert(former == nil, "\(word) stands twice")
            }
        }
    }
}
