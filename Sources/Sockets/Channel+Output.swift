import CPlatform

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Channel {
    /// Sends `bytes` after what was written before: at the end of the turn, by as few calls as can be. What the system
    /// does not take is kept and sent when it does.
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

    /// Sends `bytes` after what was written before: at once, without a copy of them, if that is sent. For what nothing
    /// follows in this turn; what the system does not take is written as ever.
    package func writeLast(_ bytes: UnsafeRawBufferPointer) {
        guard phase == .open, output == nil, let start = bytes.baseAddress, bytes.count > 0 else {
            return write(bytes)
        }
        eventLoop.assertCurrent()
        eventLoop.sends += 1
        // What keeps it from sending keeps the next call from it, too, which sees to that.
        let count = max(0, cplatform_send(descriptor, start, bytes.count))
        guard count == bytes.count else { return write(UnsafeRawBufferPointer(rebasing: bytes[count...])) }
        depth += 1
        hasWritten = true
        endTurn()
    }

    /// Sends what was written so far, before the end of the turn; `unsent` then tells what the system has not taken.
    package func sendNow() {
        guard phase != .closed else { return }
        turn { send() }
    }

    /// Sends `bytes` after what was written before.
    package func write(_ bytes: some Sequence<UInt8>) {
        let written: Void? = bytes.withContiguousStorageIfAvailable { write(UnsafeRawBufferPointer($0)) }
        if written == nil { Array(bytes).withUnsafeBytes { write($0) } }
    }

    /// So often in one turn a handler that writes more whenever it has drained gets to do so; then the event loop's
    /// other members get theirs.
    private static let refills = 8

    /// Sends what the turn has written, and what the handler writes when told so.
    func sendAll() {
        var budget = Self.refills
        while hasWritten, phase != .closed {
            guard budget > 0 else {
                // The socket is writable: the next event goes on here.
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

    /// Sends what is kept, as much as the system takes.
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
                if phase == .finishing { arm(at: EventLoop.now + Self.sendingPatience) }
                // Less than all: the next call would give EAGAIN.
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

    /// Gives the buffer back to the event loop.
    func dropOutput() {
        guard let output else { return }
        self.output = nil
        output.removeFirst(output.count)
        eventLoop.giveBack(output)
    }
}
