/// A binary heap: its least element is found at once, and is taken in the logarithm of their number.
package struct MinHeap<Element: Comparable & Sendable>: Sendable {
    private var elements: [Element] = []

    package init() {}

    package init(_ elements: some Sequence<Element>) {
        for element in elements { insert(element) }
    }

    package var count: Int { elements.count }
    package var isEmpty: Bool { elements.isEmpty }

    /// The least element.
    package var first: Element? { elements.first }

    package mutating func insert(_ element: Element) {
        elements.append(element)
        var index = elements.count - 1
        while index > 0, elements[index] < elements[(index - 1) / 2] {
            elements.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Takes the least element.
    package mutating func popFirst() -> Element? {
        guard let first = elements.first, let last = elements.popLast() else { return nil }
        guard !elements.isEmpty else { return first }
        elements[0] = last
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < elements.count && elements[child] < elements[least] { least = child }
            if least == index { return first }
            elements.swapAt(index, least)
            index = least
        }
    }
}
