extension Script {
    /// Corrects the status of a request's response, which differs from the planned one: ranges and templates have one of their own.
    ///
    /// - Returns: the request, unless its end is already known.
    @discardableResult
    package mutating func rendered(_ id: ExchangeID, status: Int) -> TimelineEntry? {
        guard var exchange = exchanges.remove(id) else { return nil }
        exchange.entry.response = .status(status)
        exchanges.insert(exchange, for: id)
        let (entry, rule) = (exchange.entry, exchange.rule)
        log.amend(entry)
        tallies.amend(entry)
        if lastRefused?.number == entry.number { lastRefused = entry }
        guard let rule else { return entry }
        if progress[rule].first?.number == entry.number { progress[rule].first = entry }
        progress[rule].recent.change(entry.number) { $0.response = entry.response }
        return entry
    }
}
