import Playback
import Scenarios

/// Says on standard error that nobody looked at the verdict of a server's run, because a test that forgets it passes
/// whatever its client does.
enum UnverifiedRun {
    /// Called when the server is released.
    static func report(_ currentRun: CurrentRun) {
        guard !currentRun.isJudged else { return }
        SystemCall.writeToStandardError(text(for: currentRun.verdict) + "\n")
    }

    private static func text(for verdict: Verdict) -> String {
        """
        mockserver: warning: nobody asked for the verdict of this server before it was released:
           \(verdict.summary())
           Call await server.verify() and look at its failures, or start the server by startMockServer (MockServerXCTest), \
        or by the trait .mockServer or withMockServer (MockServerTesting), which record them.
        """
    }
}
