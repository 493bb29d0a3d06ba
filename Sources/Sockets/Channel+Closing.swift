import CPlatform

extension Channel {
    /// How long a peer that is sent its last bytes may take none of them.
    static let sendingPatience: Int64 = 30_000_000_000
    /// How long after FIN the peer's end is waited for.
    static let lingeringPatience: Int64 = 5_000_000_000
    /// How much of what the peer still sends is read and dropped: over loopback some ten milliseconds' worth.
    static let lingeringBytes = 64 * 1_024 * 1_024

    /// Closes so that nothing written is lost: sends the rest and FIN, reads and drops what the peer still sends until
    /// its end (at most 5 s or 64 MiB), then closes.
    ///
    /// A socket closed with unread input sends RST, which can destroy at the peer what it has received and not read
    /// yet. The handler gets no more bytes; `drained` still tells when the last ones were taken, then `closed`.
    package func closeLingering() {
        guard phase == .open else { return }
        turn {
            phase = .finishing
            pauses.remove(.asked)
            // Any write of this turn is sent at its end; without one the phase must be looked at all the same.
            arm(at: EventLoop.now + Self.sendingPatience)
        }
    }

    /// Closes at once: what the system does not take of the bytes written is lost. The peer sees FIN, or RST if it sent
    /// what was not read.
    package func close() {
        end(.done)
    }

    /// Closes at once and sends RST. What was written before is given to the system first, but may be lost as well.
    package func reset() {
        guard phase != .closed else { return }
        turn {
            send()
            if phase != .closed { _ = cplatform_linger_zero(descriptor) }
            finish(.done)
        }
    }

    /// Closes because the listener stops.
    func stop() {
        guard phase != .closed else { return }
        turn {
            if phase == .open { handler?.stopping() }
            end(.stopped)
        }
    }

    private func end(_ why: CloseReason) {
        guard phase != .closed else { return }
        turn {
            send()
            finish(why)
        }
    }

    /// Everything is sent: says so, and waits for the peer's end.
    func halfClose() {
        phase = .lingering
        // A peer whose end was read sends no more: the close cannot become RST.
        guard !hasEnded, cplatform_shutdown_writing(descriptor) >= 0 else { return finish(.done) }
        pauses = []
        arm(at: EventLoop.now + Self.lingeringPatience)
    }

    /// Counts what is read and dropped of a channel that closes.
    func drop(_ count: Int) {
        dropped += count
        guard dropped > Self.lingeringBytes else { return }
        if phase == .lingering { finish(.done) } else { pauses.insert(.asked) }
    }
}
