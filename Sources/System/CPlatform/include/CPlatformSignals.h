#ifndef CPLATFORM_SIGNALS_H
#define CPLATFORM_SIGNALS_H

/// Has a signal write its number, as one byte, to a descriptor from now on, instead of ending the process. All signals
/// share the descriptor of the last call; it must be non-blocking and stay open. Returns 0 or the negated errno.
///
/// Unlike a Dispatch source this takes no descriptor for each signal, and works for SIGPROF and SIGVTALRM, which
/// Dispatch's threads don't block.
int cplatform_write_signal(int signal, int descriptor);

/// Has a signal of a crash that another process sends end this one, as by default. A handler that is there already, such as
/// that of Swift's backtraces, gets only those of crashes of this process: it returns, which repeats the instruction that
/// crashed, and after a signal that was sent, the process would go on. Does nothing where there is no handler. Returns 0 or
/// the negated errno.
int cplatform_end_by_sent_signal(int signal);

/// The range of the real-time signals: the first one, and the one behind the last; both 0 where there are none.
int cplatform_first_realtime_signal(void);
int cplatform_end_of_realtime_signals(void);

#endif
