extension LoadCase {
    static let included = [
        LoadCase(
            "Included file", "mockserver",
            "mockserver: 1\nstubs: [{request: GET /y}]",
            not: "mockserver: 2\nstubs: [{request: GET /y}]",
            "more.yaml:1:13: error: this is version 1 of the format: write mockserver: 1"),
        LoadCase(
            "Included file", "$schema",
            "mockserver: 1\n$schema: ./scenario.schema.json",
            not: "mockserver: 1\n$schemas: ./scenario.schema.json",
            #"more.yaml:2:1: error: unknown key "$schemas" in an included file; did you mean "$schema"?"#),
        LoadCase(
            "Included file", "name",
            "mockserver: 1\nname: Shared",
            not: "mockserver: 1\nnam: Shared",
            #"more.yaml:2:1: error: unknown key "nam" in an included file; did you mean "name"?"#),
        LoadCase(
            "Included file", "description",
            "mockserver: 1\ndescription: Shared",
            not: "mockserver: 1\norder: any",
            """
            more.yaml:2:1: error: "order" can't stand in an included file, which gives vars, defaults, stubs and redact; write it in the scenario that includes this one
            """),
        LoadCase(
            "Included file", "include",
            "mockserver: 1\ninclude: [common.yaml]",
            not: "mockserver: 1\ninclude: [missing.yaml]",
            #"more.yaml:2:11: error: the file "missing.yaml" does not exist in FOLDER; there are common.yaml, order.schema.json, page.txt, profile.json, upload.bin: name one of them or create the file"#
        ),
        LoadCase(
            "Included file", "vars",
            "mockserver: 1\nvars: {a: 1}",
            not: "mockserver: 1\nvars: {1a: 1}",
            #"more.yaml:2:8: error: "1a" is not a name; use letters, digits and _, and begin with a letter or _, like _1a"#
        ),
        LoadCase(
            "Included file", "defaults",
            "mockserver: 1\ndefaults: {head: from_get}",
            not: "mockserver: 1\ndefaults: {heads: from_get}",
            #"more.yaml:2:12: error: unknown key "heads" in defaults; did you mean "head"?"#),
        LoadCase(
            "Included file", "stubs",
            "mockserver: 1\nstubs: [{request: GET /y}]",
            not: "mockserver: 1\nsteps: [{request: GET /y}]",
            """
            more.yaml:2:1: error: "steps" can't stand in an included file, which gives vars, defaults, stubs and redact; write it in the scenario that includes this one
            """),
        LoadCase(
            "Included file", "redact",
            "mockserver: 1\nredact: [X-Key]",
            not: "mockserver: 1\nredact: [X Key]",
            #"more.yaml:2:10: error: "X Key" is not a header name; write X-Key"#),
    ]
}
