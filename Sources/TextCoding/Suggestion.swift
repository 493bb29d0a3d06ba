/// The known word that `word` was probably meant to be: the one with the fewest slips, if they are few for a word of
/// this length. A slip is a letter too many, missing or wrong, or two letters swapped; case does not count.
package func nearest(to word: String, among known: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased().unicodeScalars)
    var best: (word: String, slips: Int)?
    for candidate in known {
        let letters = Array(candidate.lowercased().unicodeScalars)
        let bound = max(1, max(typed.count, letters.count) / 3)
        // A word of one letter would match anything.
        guard abs(letters.count - typed.count) <= bound, min(letters.count, typed.count) > 1 else { continue }
        let slips = slips(typed, letters)
        if slips <= bound, slips < best?.slips ?? .max { best = (candidate, slips) }
    }
    return best?.word
}

/// The optimal string alignment distance of two words.
private func slips(_ a: [UnicodeScalar], _ b: [UnicodeScalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, beforeLast[j - 1] + 1) }
            row.append(least)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
