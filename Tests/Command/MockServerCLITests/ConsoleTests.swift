import MockServerKit
import Testing

@testable import MockServerCLI

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct ConsoleTests {
    @Test(
        "colors are for terminals that have them, unless NO_COLOR has a value",
        arguments: [
            (true, ["TERM": "xterm"], .color), (false, ["TERM": "xterm"], .plain),
            (true, ["TERM": "xterm", "NO_COLOR": "1"], .plain), (true, ["TERM": "xterm", "NO_COLOR": ""], .color),
            (true, ["TERM": "dumb"], .plain), (true, [:], .plain),
        ] as [(Bool, [String: String], TextStyle)])
    func style(isTerminal: Bool, variables: [String: String], expected: TextStyle) {
        #expect(Console.style(isTerminal: isTerminal) { variables[$0] } == expected)
    }

    @Test("lines come out whole and in order")
    func order() throws {
        let pipe = try TestPipe()
        let console = Console(pipe.input, style: .plain)
        for number in 1...100 { console.print("line \(number)") }
        console.flush()
        pipe.closeInput()
        #expect(pipe.readAll() == (1...100).map { "line \($0)\n" }.joined())
        try console.finish()
    }

    @Test("what its reader takes is waited for at the end, what it does not take is not")
    func reader() throws {
        let pipe = try TestPipe()
        let console = Console(pipe.input, style: .plain)
        let size = 1 << 20
        console.print(String(repeating: "x", count: size - 1))
        #expect(!console.flush(timeout: .milliseconds(20)))
        #expect(console.hasLostText)
        // One who reads after all still gets everything.
        #expect(pipe.read(size) == String(repeating: "x", count: size - 1) + "\n")
        let other = Console(pipe.input, style: .plain)
        other.print("all")
        #expect(other.flush(timeout: .seconds(3_600)))
        #expect(!other.hasLostText)
        console.flush()
        pipe.closeInput()
        #expect(pipe.readAll() == "all\n")
    }

    @Test("it tells whether writing would wait for a reader, and whether too much waits")
    func writable() throws {
        let pipe = try TestPipe()
        let console = Console(pipe.input, style: .plain)
        #expect(console.isWritable)
        console.print(String(repeating: "x", count: 1 << 20))
        #expect(!console.flush(timeout: .milliseconds(20)))
        while console.isWritable {}
        #expect(!console.isStuck)
        for _ in 0..<10_000 { console.print("") }
        #expect(console.isStuck)
        _ = pipe.read((1 << 20) + 10_001)
        console.flush()
        #expect(console.isWritable)
        #expect(!console.isStuck)
        pipe.closeInput()
        _ = pipe.readAll()
    }

    #if os(Linux)
    @Test("at the end it tells that something could not be written")
    func full() {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let console = Console(descriptor, style: .plain)
        console.print("one")
        console.print("two")
        #expect(
            throws: CommandFailure(.cannotCreate, "standard output can't be written: No space left on device")
        ) {
            try console.finish()
        }
    }
    #endif
}
