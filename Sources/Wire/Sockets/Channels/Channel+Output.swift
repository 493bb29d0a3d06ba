import Bytes
import CPlatform
import Libc

extension Channel {
    /// Sends `bytes` after earlier writes, at the end of the pass, by as few calls as possible. Bytes that the system
    /// does not take are kept and sent later.
    package func write(_ bytes: UnsafeRawBufferPointer) {
        guard phase == .open, bytes.count > 0 else { return }
        eventLoop.assertCurrent()
        depth += 1
        if output == nil { output = eventLoop.takeBuffer() }
        output?.append(bytes)
        hasWritten = true
        endBatch()
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
        endBatch()
    }

    /// Sends the bytes written so far, before the end of the pass; `unsent` then tells how many are still waiting.
    package func sendNow() {
        guard phase != .closed else { return }
        batch {
            // If this takes the rest of an earlier pass, the handler must be told: no event will.
            if unsent > 0 { hasWritten = true }
            send()
        }
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
            guard phase != .closed, !isBroken, unsent <= Self.lowMark else { break }
            handler?.drained()
        }
        if phase == .finishing, unsent == 0 { halfClose() }
    }

    /// Sends as many of the waiting bytes as the system takes.
    func send() {
        wantsWritable = false
        let hasOutput = unsent > 0
        if hasOutput { handler?.sending() }
        while !isBroken, let bytes = output?.bytes, let start = bytes.baseAddress, !bytes.isEmpty {
            eventLoop.sends += 1
            let count = cplatform_send(descriptor, start, bytes.count)
            if count >= 0 {
                output?.removeFirst(count)
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
                isBroken = true
            }
        }
        if unsent == 0 { dropOutput() } else if hasOutput { handler?.notSent() }
        if unsent > Self.highMark {
            pauses.insert(.unsent)
        } else if unsent <= Self.lowMark {
            pauses.remove(.unsent)
        }
    }

    /// Returns the buffer to the event loop.
    func dropOutput() {
        guard var buffer = output.take() else { return }
        buffer.removeAll()
        eventLoop.giveBack(buffer)
    }
}
