import ProcessSpawn
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
        ] as [(Bool, ProcessEnd?, Int32)])
    func mapping(passed: Bool, end: ProcessEnd?, expected: Int32) {
        #expect(ExitStatus(passed: passed, command: end).rawValue == expected)
    }
}
