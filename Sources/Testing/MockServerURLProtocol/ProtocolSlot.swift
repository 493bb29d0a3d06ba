/// The number of a slot, as a type. `URLSession` makes its protocols from classes, without any context, so the class
/// itself must tell whose requests they play; and types for any number of classes can only be made from the bits of a
/// number.
protocol ProtocolSlot {
    /// The slot's index in the table.
    static var index: Int { get }
}

/// The slot with index 0.
enum ZeroSlot: ProtocolSlot {
    static var index: Int { 0 }
}

/// The slot whose index is that of `Half`, shifted, with a lowest bit of 0.
enum EvenSlot<Half: ProtocolSlot>: ProtocolSlot {
    static var index: Int { Half.index << 1 }
}

/// The slot whose index is that of `Half`, shifted, with a lowest bit of 1.
enum OddSlot<Half: ProtocolSlot>: ProtocolSlot {
    static var index: Int { Half.index << 1 | 1 }
}
