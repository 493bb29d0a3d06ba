extension Array {
    /// Replaces all elements by copies of `elements`, in the same memory if they fit and nobody shares it.
    @inlinable
    package mutating func replaceContents(with elements: UnsafeBufferPointer<Element>) {
        if count == elements.count, let source = elements.baseAddress {
            // The usual case, in which a client repeats a request.
            withUnsafeMutableBufferPointer { $0.baseAddress?.update(from: source, count: elements.count) }
        } else {
            removeAll(keepingCapacity: true)
            append(contentsOf: elements)
        }
    }
}
