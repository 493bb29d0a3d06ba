import CPlatform

extension Channel {
    /// How long a closing channel waits, in nanoseconds, for a peer that takes none of its last bytes.
    static let sendingTimeout: Int64 = 30_000_000_000
    /// How long it waits for the peer's end after FIN, in nanoseconds.
    static let lingeringTimeout: Int64 = 5_000_000_000
    /// How long a reset first waits for the peer's system, in nanoseconds; each further wait is twice as long…
    private static let firstResetWait: Int64 = 50_000
    /// …but not longer than this.
    private static let longestResetWait: Int64 = 10_000_000
    /// The most bytes that are read and dropped after FIN: about ten milliseconds of loopback traffic.
    static let lingeringBytes = 64 * 1_024 * 1_024

    /// Closes without losing written bytes: sends the rest and FIN, reads and drops the peer's bytes until its end (at
    /// most 5 s or 64 MiB), then closes.
    ///
    /// A socket closed with unread input sends RST, which can destroy bytes that the peer has received but not read
    /// yet. The handler gets no more bytes; `drained` still tells when the last ones were taken, then `closed`.
    package func closeLingering() {
        guard phase == .open else { return }
        batch {
            phase = .finishing
            pauses.remove(.asked)
            // Writes of this pass are sent at its end; without one, the phase must be checked too.
            arm(at: EventLoop.now + Self.sendingTimeout)
        }
    }

    /// Closes at once; written bytes that the system does not take are lost. The peer sees FIN, or RST if it sent bytes
    /// that were not read.
    package func close() {
        end(.done)
    }

    /// Closes with RST. Earlier writes are sent first, and a peer that takes them can read them before it sees the reset:
    /// RST would discard bytes that are still under way. A peer that takes none of them for 30 s is reset all the same.
    package func reset() {
        guard phase != .closed, phase != .resetting else { return }
        batch {
            send()
            guard phase == .open else { return finishWithReset() }
            phase = .resetting
            resetWait = ResetWait(next: Self.firstResetWait)
            resetWhenReceived()
        }
    }

    /// Sends RST if the peer's system has acknowledged everything; otherwise looks again later, because no event tells.
    func resetWhenReceived() {
        guard phase == .resetting else { return }
        let now = EventLoop.now
        let pending = unsent + Int(max(0, cplatform_unacknowledged(descriptor)))
        if pending < resetWait.pending {
            resetWait.pending = pending
            resetWait.end = now + Self.sendingTimeout
        }
        guard pending > 0, now < resetWait.end else { return finishWithReset() }
        arm(at: now + resetWait.next)
        resetWait.next = min(2 * resetWait.next, Self.longestResetWait)
    }

    private func finishWithReset() {
        if phase != .closed { _ = cplatform_linger_zero(descriptor) }
        finish(.done)
    }

    /// Closes because the listener stops.
    func stop() {
        guard phase != .closed else { return }
        batch {
            if !pauses.isEmpty { readRest() }
            if phase == .open { handler?.stopping() }
            end(.stopped)
        }
    }

    private func end(_ why: CloseReason) {
        guard phase != .closed else { return }
        batch {
            send()
            finish(why)
        }
    }

    /// Sends FIN when everything is sent, and waits for the peer's end.
    func halfClose() {
        phase = .lingering
        // A peer whose end was read sends no more, so the close can't become RST.
        guard !hasEnded, cplatform_shutdown_writing(descriptor) >= 0 else { return finish(.done) }
        pauses = []
        arm(at: EventLoop.now + Self.lingeringTimeout)
    }

    /// Counts the bytes that a closing channel reads and drops.
    func drop(_ count: Int) {
        dropped += count
        guard dropped > Self.lingeringBytes else { return }
        if phase == .lingering { finish(.done) } else { pauses.insert(.asked) }
    }
}
