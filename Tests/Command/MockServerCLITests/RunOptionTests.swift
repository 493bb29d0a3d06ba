import ArgumentParser
import MockServerKit
import Testing

@testable import MockServerCLI

/// A run's arguments are read like the argument parser reads them, or left to it.
@Suite struct RunOptionTests {
    private static let scenario = ["--scenario", "a.yaml"]

    /// Values of each option that takes one, the valid ones first.
    private static let values: [String: (right: [String], wrong: [String])] = [
        "scenario": (["a.yaml", "a b.json", "a=b.yaml", "validate"], [""]),
        "host": (["127.0.0.1", "::1", "localhost"], [""]),
        "port": (["0", "8080", "65535"], ["x", "65536", "-1", ""]),
        "advertise-host": (["mock.test", "::1"], ["a/b", "mock.test:80", ""]),
        "unix": (["/tmp/a", "a b"], [""]),
        "protocols": (["h2,http/1.1", "http/1.1", "h2"], ["h3", "h2,h2", "h2,", ""]),
        "max-body": (["512", "1KiB", "16MiB"], ["-1", "1kB", "many", ""]),
        "seed": (["0", "18446744073709551615"], ["-1", "18446744073709551616", "x", ""]),
        "allow-env": (["A", "a_b"], ["A=1", ""]),
        "var": (["a=1", "a=b=c", "a=", "a=-1"], ["a", "=a", ""]),
        "tls-ca": (["folder"], [""]),
        "tls-certificate": (["a.pem"], [""]),
        "tls-key": (["a.pem"], [""]),
        "write-ca": (["a.pem"], [""]),
        "client-ca": (["a.pem"], [""]),
        "client-certificate": (["request", "require"], ["optional", "Require", ""]),
        "tls-minimum": (["1.2", "1.3"], ["1.1", "x", ""]),
        "tls-fault": (["wrong_host", "wrong_host:2"], ["wrong", "wrong_host:0", ""]),
        "admin-port": (["0", "9090"], ["x", "-1", ""]),
        "session-timeout": (["5m", "1.5s"], ["0s", "5", ""]),
        "session-host": (["mock.test"], ["mock.test:1", ""]),
        "ready-file": (["url", "/dev/stdout"], [""]),
        "report": (["junit=a.xml", "har=b=c"], ["junit", "junit=", "junit=-", "xml=a", ""]),
        "timeout": (["30s", "1.5m"], ["0s", "x", ""]),
    ]
    /// Options without which another one is refused.
    private static let companions: [String: [String]] = [
        "tls-certificate": ["--tls-key", "k.pem"], "tls-key": ["--tls-certificate", "c.pem"],
        "client-certificate": ["--client-ca", "a.pem"], "session-timeout": ["--admin-port", "0"],
        "session-host": ["--admin-port", "0"],
    ]

    private func parsed(_ arguments: [String]) throws -> String { "\(try MockServerCommand.parseAsRoot(arguments))" }

    @Test("each value that is right is read as the parser does", arguments: RunOption.all.compactMap(\.spellings.last))
    func right(option: String) throws {
        let name = String(option.dropFirst(2))
        let others = (name == "scenario" ? [] : Self.scenario) + (Self.companions[name] ?? [])
        let option = try #require(RunOption.all.first { $0.spellings.contains(option) })
        if case .flag = option.effect {
            for spelling in option.spellings {
                let arguments = others + [spelling]
                #expect("\(try #require(MockServerCommand(ofRun: arguments)))" == (try parsed(arguments)))
            }
            return
        }
        let values = try #require(Self.values[name]?.right, "the option has no values here")
        for value in values {
            for own in [["--\(name)", value], ["--\(name)=\(value)"]] where !(own.count == 2 && value.hasPrefix("-")) {
                let arguments = own + others
                #expect(
                    "\(try #require(MockServerCommand(ofRun: arguments), "\(arguments)"))" == (try parsed(arguments)),
                    "\(arguments)")
            }
        }
        if case .values = option.effect {
            let arguments = others + values.flatMap { ["--\(name)", $0] }
            #expect("\(try #require(MockServerCommand(ofRun: arguments)))" == (try parsed(arguments)))
        }
    }

    @Test("each value that is wrong is left to the parser, which refuses it", arguments: values.keys.sorted())
    func wrong(name: String) {
        let others = (name == "scenario" ? [] : Self.scenario) + (Self.companions[name] ?? [])
        for value in Self.values[name]?.wrong ?? [] {
            #expect(MockServerCommand(ofRun: others + ["--\(name)", value]) == nil, "\(value)")
            #expect(MockServerCommand(ofRun: others + ["--\(name)=\(value)"]) == nil, "\(value)")
            // The parser takes any text for an option that has no rule for it.
            guard !value.isEmpty else { continue }
            #expect(throws: (any Error).self, "\(value)") { try parsed(others + ["--\(name)", value]) }
        }
        #expect(MockServerCommand(ofRun: others + ["--\(name)"]) == nil)
        #expect(MockServerCommand(ofRun: others + ["--\(name)", "--quiet"]) == nil)
    }

    @Test(
        "what belongs to a command is left alone",
        arguments: [
            scenario, [], scenario + ["--", "tool"], scenario + ["-q", "--", "tool", "--port", "x", "--", "-q", ""],
            scenario + ["-v", "--verbose"],
        ])
    func lines(arguments: [String]) throws {
        #expect("\(try #require(MockServerCommand(ofRun: arguments)))" == (try parsed(arguments)))
    }

    @Test(
        "another line is left to the parser",
        arguments: [
            ["validate", "a.yaml"], ["help"], ["--help"], ["-h"], ["--version"], scenario + ["-vq"],
            scenario + ["tool"], scenario + ["--prot", "1"], scenario + ["--quiet=true"], scenario + ["-q", "-v"],
            scenario + ["--watch", "--exit-when-complete"], scenario + ["--unix", "a", "--port", "1"],
            scenario + ["--tls-key", "a"], scenario + ["--session-timeout", "1s"],
            scenario + ["--report", "json=a", "--report", "har=a"], ["--quiet", "validate", "a.yaml"], ["-"],
            ["--experimental-dump-help"], ["--generate-completion-script", "bash"],
        ])
    func others(arguments: [String]) {
        #expect(MockServerCommand(ofRun: arguments) == nil)
    }
}
