/// The known word that `word` was probably meant to be: the one with the fewest slips, if they are few for a word of
/// this length. A slip is a letter too many, missing or wrong, or two letters swapped; case does not count.
package func nearest(to word: String, among known: some Sequence<String>) -> String? {
    var work = SuggestionWork(limit: .max)
    return nearest(to: word, among: known, within: &work)
}

/// The work that is left for comparing misspelled words with known ones, in pairs of letters.
///
/// A file can have as many misspelled words as names, and so the square of its size to compare.
package struct SuggestionWork: Sendable {
    /// What is left; zero or less once there are no more suggestions.
    package private(set) var left: Int

    /// The limit is enough for fifty slips among a thousand names.
    package init(limit: Int = 2_000_000) { left = limit }

    fileprivate mutating func spend(_ steps: Int) { left -= steps }
}

/// The most bytes of a word that was misspelled: longer ones are compared letter by letter for too long.
private let longestWord = 256

/// The same with the work that is left; nil without any.
package func nearest(
    to word: String, among known: @autoclosure () -> some Sequence<String>, within work: inout SuggestionWork
) -> String? {
    guard word.utf8.count <= longestWord, work.left > 0 else { return nil }
    let typed = Array(word.lowercased().unicodeScalars)
    var best: (word: String, slips: Int)?
    for candidate in known() {
        work.spend(1)
        if work.left <= 0 { break }
        guard candidate.utf8.count <= longestWord else { continue }
        let letters = Array(candidate.lowercased().unicodeScalars)
        let bound = max(1, max(typed.count, letters.count) / 3)
        // A word of one letter would match anything.
        guard abs(letters.count - typed.count) <= bound, min(letters.count, typed.count) > 1 else { continue }
        work.spend(typed.count * letters.count)
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
