import Locking
import Playback

// Reading the journal one request after the other, while the run plays.
extension ScenarioRun {
    /// What a reader finds after the last request that it has read.
    package enum NextRequest: Sendable {
        case request(UnreadRequest)
        /// No request yet: wait until `WaitCondition.request`.
        case notYet
        /// The run is over, and so is its journal.
        case end
    }

    /// A request that a reader has found. Making its entry takes longer than finding it.
    package struct UnreadRequest: Sendable {
        fileprivate let unread: Journal.Unread
        fileprivate let redactor: Redactor
        fileprivate let secrets: RunSecrets

        /// The request's number.
        package var number: Int { unread.number }
        /// Whether requests between the last read one and this one have left the journal.
        package var followsDropped: Bool { unread.followsDropped }
        package var entry: JournalEntry { unread.entry(redactor, secrets) }
    }

    /// The next request after the one with that number, in order of arrival, once its response is made.
    package func next(after number: Int) -> NextRequest {
        state.withLock { state in
            if let unread = state.next(after: number) {
                return .request(UnreadRequest(unread: unread, redactor: redactor, secrets: secrets))
            }
            return state.isReadToEnd(after: number) ? .end : .notYet
        }
    }

    /// Keeps in the journal every request after the one with that number, whatever their size, for this
    /// reader; nil if it reads no more.
    package func keep(after number: Int?, forReader reader: ObjectIdentifier) {
        state.withLock { state in
            state.lastRead[reader] = number
            state.journal.keep(after: state.lastRead.values.min())
        }
    }

    /// The run gets no further requests, except those that were announced. A hold that only a request could open is decided
    /// with the last of them.
    package func end() {
        handle(counts: false) { state, _ in
            state.isOver = true
            state.hasEnded = true
            if clock.isFinished { state.script.judgeWaiting() }
        }
    }

    /// The response to a request is made, so its entry in the journal is what readers should see.
    func settle(_ number: Int) {
        changeState { state in state.unsettled.removeAll { $0 == number } }
    }

    /// Changes what waiters wait for, although nothing happens in the scenario.
    private func changeState(_ change: (inout State) -> Void) {
        let due = state.withLock { state -> [Waiter] in
            change(&state)
            return state.waiters.isEmpty ? [] : state.takeDueWaiters()
        }
        for waiter in due { waiter.resume() }
    }
}
