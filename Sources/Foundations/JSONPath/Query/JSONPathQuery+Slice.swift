extension JSONPathQuery {
    /// An array slice selector (RFC 9535, section 2.3.4). Its numbers are nil where the query leaves them out.
    package struct Slice: Hashable, Sendable {
        /// The index of the first element; a negative one counts from the end.
        package let start: Int?
        /// The index before which the slice ends; a negative one counts from the end.
        package let end: Int?
        /// The distance between elements, backwards if it is negative; 1 if it is nil. A slice with step 0 is empty.
        package let step: Int?

        /// The slice with these numbers.
        package init(start: Int?, end: Int?, step: Int?) {
            self.start = start
            self.end = end
            self.step = step
        }

        /// The index of the element that the slice selects as the one with this number, from 0, in an array of this
        /// length; nil after the last one.
        package func index(ofElement number: Int, count: Int) -> Int? {
            let step = step ?? 1
            guard step != 0 else { return nil }
            let (first, end) = bounds(step, count)
            let (distance, overflow) = number.multipliedReportingOverflow(by: step)
            guard !overflow else { return nil }
            let index = first + distance
            return step > 0 ? (index < end ? index : nil) : (index > end ? index : nil)
        }

        /// Whether the slice selects the element at this index of an array of this length.
        package func contains(_ index: Int, count: Int) -> Bool {
            let step = step ?? 1
            guard step != 0 else { return false }
            let (first, end) = bounds(step, count)
            let isWithin = step > 0 ? index >= first && index < end : index <= first && index > end
            return isWithin && (index - first) % step == 0
        }

        /// The index of the first element, and the one before which the slice ends in the direction of its step (RFC 9535,
        /// section 2.3.4.2.2).
        private func bounds(_ step: Int, _ count: Int) -> (first: Int, end: Int) {
            let limits = step > 0 ? 0...count : -1...(count - 1)
            let first = start.map { bound($0, count, limits) } ?? (step > 0 ? 0 : count - 1)
            let last = end.map { bound($0, count, limits) } ?? (step > 0 ? count : -1)
            return (first, last)
        }

        private func bound(_ index: Int, _ count: Int, _ limits: ClosedRange<Int>) -> Int {
            let normalized = index >= 0 ? index : count + index
            return min(max(normalized, limits.lowerBound), limits.upperBound)
        }
    }
}
