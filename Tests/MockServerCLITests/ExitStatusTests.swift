import Testing

@testable import MockServerCLI

@Suite struct ExitStatusTests {
    @Test(
        "the command's own failure wins over the verdict's",
        arguments: [
            (true, nil, 0), (false, nil, 1),
            (true, .exited(0), 0), (false, .exited(0), 1),
            (true, .exited(3), 3), (false, .exited(3), 3),
            (true, .exited(255), 255), (true, .killed(9), 137), (false, .killed(15), 143),
        ] as [(Bool, ChildProcess.End?, Int32)])
    func mapping(passed: Bool, end: ChildProcess.End?, expected: Int32) {
        #expect(ExitStatus(passed: passed, command: end).rawValue == expected)
    }

    @Test(
        "a wait status is an exit or a signal, a core dump aside",
        arguments: [
            (0, .exited(0)), (0x0300, .exited(3)), (0xFF00, .exited(255)), (15, .killed(15)), (0x8B, .killed(11)),
        ] as [(Int32, ChildProcess.End)])
    func waitStatus(status: Int32, expected: ChildProcess.End) {
        #expect(ChildProcess.End(waitStatus: status) == expected)
    }
}
