import CYAML

/// libyaml's parser of a text.
///
/// It holds a pointer into itself, so it is allocated on the heap. The deinitializer frees it and libyaml's memory.
struct YAMLParser: ~Copyable {
    let pointer: UnsafeMutablePointer<yaml_parser_t>

    /// Nil if there is no memory for a parser. `bytes` must outlive this.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        pointer = .allocate(capacity: 1)
        guard yaml_parser_initialize(pointer) == 1 else {
            pointer.deallocate()
            return nil
        }
        yaml_parser_set_encoding(pointer, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(pointer, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(pointer)
        pointer.deallocate()
    }
}
