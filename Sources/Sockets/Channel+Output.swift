import CPlatform

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Channel {
    /// Sends `bytes` after earlier writes, at the end of the pass, by as few calls as possible. Bytes that the system
    /// does not take are kept and sent later.
    package func write(_ bytes: UnsafeRawBufferPointer) {
        guard phase == .open, bytes.count > 0 else { return }
        eventLoop.assertCurrent()
        depth += 1
        if let output {
            output.append(bytes)
        } else {
            let buffer = eventLoop.takeBuffer()
            buffer.append(bytes)
            output = buffer
        }
        hasWritten = true
        endTurn()
    }

    /// Sends `bytes` after earlier writes, at once and without a copy if nothing is waiting. For the last write of a
    /// pass; bytes that the system does not take are written as usual.
    package func writeLast(_ bytes: UnsafeRawBufferPointer) {
        guard phase == .open, output == nil, let start = bytes.baseAddress, bytes.count > 0 else {
            return write(bytes)
        }
        eventLoop.assertCurrent()
        eventLoop.sends += 1
        // An error shows up again in the next call, which handles it.
        let count = max(0, cplatform_send(descriptor, start, bytes.count))
        guard count == bytes.count else { return write(UnsafeRawBufferPointer(rebasing: bytes[count...])) }
        depth += 1
        hasWritten = true
        endTurn()
    }

    /// Sends the bytes written so far, before the end of the pass; `unsent` then tells how many are still waiting.
    package func sendNow() {
        guard phase != .closed else { return }
        turn { send() }
    }

    /// Sends `bytes` after earlier writes.
    package func write(_ bytes: some Sequence<UInt8>) {
        let written: Void? = bytes.withContiguousStorageIfAvailable { write(UnsafeRawBufferPointer($0)) }
        if written == nil { Array(bytes).withUnsafeBytes { write($0) } }
    }

    /// How often in one pass a handler is told that its bytes are sent and may write more, before the event loop's
    /// other members run.
    private static let refills = 8

    /// Sends the bytes written in this pass, and those that the handler writes when it is told.
    func sendAll() {
        var budget = Self.refills
        while hasWritten, phase != .closed {
            guard budget > 0 else {
                // The socket is writable, so the next event continues here.
                wantsWritable = true
                break
            }
            budget -= 1
            hasWritten = false
            send()
            guard phase != .closed, unsent <= Self.lowMark else { break }
            handler?.drained()
        }
        if phase == .finishing, unsent == 0 { halfClose() }
    }

    /// Sends as many of the waiting bytes as the system takes.
    func send() {
        wantsWritable = false
        guard let output else { return }
        while output.count > 0 {
            eventLoop.sends += 1
            let bytes = output.bytes
            guard let start = bytes.baseAddress else { break }
            let count = cplatform_send(descriptor, start, bytes.count)
            if count >= 0 {
                output.removeFirst(count)
                if phase == .finishing { arm(at: EventLoop.now + Self.sendingTimeout) }
                // The system took only some: the next call would give EAGAIN.
                if count < bytes.count {
                    wantsWritable = true
                    break
                }
            } else if count == -Int(EAGAIN) || count == -Int(EWOULDBLOCK) {
                wantsWritable = true
                break
            } else if count != -Int(EINTR) {
                return finish(.gone)
            }
        }
        let unsent = output.count
        if unsent == 0 { dropOutput() }
        if unsent > Self.highMark {
            pauses.insert(.unsent)
        } else if unsent <= Self.lowMark {
            pauses.remove(.unsent)
        }
    }

    /// Returns the buffer to the event loop.
    func dropOutput() {
        guard let output else { return }
        self.output = nil
        output.removeFirst(output.count)
        eventLoop.giveBack(output)
    }
}
