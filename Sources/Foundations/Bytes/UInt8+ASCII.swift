/// Characters of ASCII that the protocols give a meaning, by name.
extension UInt8 {
    /// Carriage return.
    @inlinable package static var cr: UInt8 { 0x0D }
    /// Line feed.
    @inlinable package static var lf: UInt8 { 0x0A }
    @inlinable package static var tab: UInt8 { 0x09 }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var doubleQuote: UInt8 { 0x22 }
    @inlinable package static var hash: UInt8 { 0x23 }
    @inlinable package static var percent: UInt8 { 0x25 }
    @inlinable package static var comma: UInt8 { 0x2C }
    @inlinable package static var slash: UInt8 { 0x2F }
    @inlinable package static var colon: UInt8 { 0x3A }
    @inlinable package static var semicolon: UInt8 { 0x3B }
    @inlinable package static var equalsSign: UInt8 { 0x3D }
    @inlinable package static var questionMark: UInt8 { 0x3F }
    @inlinable package static var backslash: UInt8 { 0x5C }
    /// DEL, the control character behind the printable ones.
    @inlinable package static var delete: UInt8 { 0x7F }
}
