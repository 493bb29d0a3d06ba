import Reports
import ScenarioFiles
import Scenarios
import Testing

/// The reports of `mockserver validate`.
@Suite("A report about scenario files") struct ValidationReportTests {
    private let report: ValidationReport

    init() {
        let text = """
            mockserver: 1
            steps:
              - {request: GTE /a, id: 'one, 100%'}
              - {request: GET /b, respone: 1}
            """
        var report = ValidationReport()
        let found = Scenario.load(bytes: Array(text.utf8), path: "a b.yaml").diagnostics
        _ = report.add(path: "a b.yaml", problems: [], diagnostics: found)
        _ = report.add(path: "no,such:file.yaml", problems: ["there is no such file"], diagnostics: [])
        report.skipped = 2
        self.report = report
    }

    @Test("totals count the errors that are not listed")
    func furtherErrors() {
        let text = "mockserver: 1\nsteps: [{request: GET /a}]\n" + (0..<1_200).map { "stepz\($0): 1\n" }.joined()
        var report = ValidationReport()
        let found = report.add(
            path: "s.yaml", problems: [],
            diagnostics: Scenario.load(bytes: Array(text.utf8), path: "s.yaml").diagnostics)
        #expect(report.errors == 1_200)
        #expect(found.count == 1_001)
        let last = "and 200 more errors, not shown: correct these first"
        #expect(found.last?.workflowCommand == "::error file=s.yaml,line=1003,col=1::" + last)
        for format in [ValidationReport.Format.json, .sarif] {
            #expect(report.document(as: format, exitStatus: 65)?.contains(last) == true)
        }
    }

    @Test("lines for a workflow escape what its runner decodes")
    func github() {
        #expect(
            report.findings.map(\.workflowCommand) == [
                #"::warning file=a b.yaml,line=3,col=15::"GTE" is not a known method; did you mean GET? [unknown-method]"#,
                #"::error file=a b.yaml,line=4,col=23::unknown key "respone" in a step; did you mean "response"?"#,
                "::error file=no%2Csuch%3Afile.yaml::there is no such file",
            ])
        let percent = ValidationReport.Finding.problem(path: "50%.yaml", message: "100% wrong: a, b")
        #expect(percent.workflowCommand == "::error file=50%25.yaml::100%25 wrong: a, b")
        #expect(report.document(as: .github, exitStatus: 65) == nil)
        #expect(report.document(as: .text, exitStatus: 65) == nil)
    }

    @Test("JSON is one object with the files, the findings and the totals")
    func json() {
        #expect(
            report.document(as: .json, exitStatus: 65) == """
                {
                  "files": [
                    "a b.yaml",
                    "no,such:file.yaml"
                  ],
                  "diagnostics": [
                    {
                      "path": "a b.yaml",
                      "line": 3,
                      "column": 15,
                      "severity": "warning",
                      "code": "unknown-method",
                      "message": "\\"GTE\\" is not a known method; did you mean GET?"
                    },
                    {
                      "path": "a b.yaml",
                      "line": 4,
                      "column": 23,
                      "severity": "error",
                      "message": "unknown key \\"respone\\" in a step; did you mean \\"response\\"?"
                    },
                    {
                      "path": "no,such:file.yaml",
                      "severity": "error",
                      "message": "there is no such file"
                    }
                  ],
                  "totals": {
                    "files": 2,
                    "skipped": 2,
                    "errors": 2,
                    "warnings": 1
                  }
                }
                """)
    }

    @Test("SARIF is valid, and has a rule for each code")
    func sarif() throws {
        let text = try #require(report.document(as: .sarif, exitStatus: 66))
        let result = try Tool.validate(Array(text.utf8), by: "Schemas/sarif-schema-2.1.0.json")
        #expect(result == Tool.MatchResult(status: 0, text: ""))
        for code in Diagnostic.Code.allCases { #expect(text.contains("\"id\": \"\(code.rawValue)\""), "\(code)") }
        #expect(
            text.hasSuffix(
                """
                        {
                          "ruleId": "unusable-file",
                          "ruleIndex": 1,
                          "level": "error",
                          "message": {
                            "text": "there is no such file"
                          },
                          "locations": [
                            {
                              "physicalLocation": {
                                "artifactLocation": {
                                  "uri": "no%2Csuch%3Afile.yaml"
                                }
                              }
                            }
                          ]
                        }
                      ]
                    }
                  ]
                }
                """), "\(text.suffix(900))")
    }
}
