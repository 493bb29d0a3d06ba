import FormatPage
import Testing

/// Plays the whole scenarios of the page of the format.
@Suite("The recipes of Scenarios/FORMAT.md", .timeLimit(.minutes(60))) struct FormatRecipeTests {
    private static let recipes = (try? FormatPage().examples) ?? []

    /// What a client sends to each, by the headings of the page.
    private static let clients: [String: String] = [
        "A first scenario": #"""
        curl -sS -f "$MOCKSERVER_URL/me" "$MOCKSERVER_URL/health"
        curl -sS -f -X PUT -H 'Content-Type: application/json' -d '{"name": "Grace"}' \
            "$MOCKSERVER_URL/me"
        """#,
        "Parallel refresh": #"""
        me() { for call in 1 2 3; do curl -sS "$@" "$MOCKSERVER_URL/me" & done; wait; }
        me; token=$(curl -sS -d '{"refreshToken": "rt-1"}' \
            "$MOCKSERVER_URL/auth/refresh" | sed 's/.*: *"\(.*\)".*/\1/')
        me -H "Authorization: Bearer $token"
        """#,
        "Cursor pages": #"""
        next() { sed -n 's/.*"next": *"\([^"]*\)".*/\1/p'; }
        page() { curl -sS -G -d limit=2 "$@" "$MOCKSERVER_URL/orders"; }
        page --data-urlencode "cursor=$(page --data-urlencode "cursor=$(page | next)" | next)"
        """#,
        "Create, then read": #"""
        curl -sS -X PUT -H 'Content-Type: application/json' -d '{"title": "Shopping", "lines": ["eggs", "milk"]}' \
            "$MOCKSERVER_URL/notes/n-1"
        curl -sS "$MOCKSERVER_URL/notes/n-1" | grep '"title": *"Shopping"'
        """#,
        "Retry after 503": #"""
        curl -sS -f --retry 2 -H 'Idempotency-Key: k-1' -d x "$MOCKSERVER_URL/orders"
        """#,
        "Poll until done": #"""
        poll() { for attempt in 1 2 3 4 5; do curl -sS "$MOCKSERVER_URL$1" | grep -q done && return; done; }
        start() { curl -sS -X POST -D - "$MOCKSERVER_URL/jobs" | tr -d '\r' | sed -n 's/^[Ll]ocation: //p'; }
        poll "$(start)" && poll "$(start)"; test $? = 1
        """#,
        "Upload with parts": #"""
        printf photo | curl -sS -f -F 'meta={"album": 7, "title": "Cat"}' -F 'photo=@-;filename=cat.jpg' \
            "$MOCKSERVER_URL/photos"
        """#,
        "GraphQL by operation": #"""
        curl -sS -d '{"query": "query Hero($id: ID!) { hero(id: $id) { name } }", "variables": {"id": 7}}' \
            "$MOCKSERVER_URL/graphql"
        query='mutation Rate($id: ID!, $stars: Int!) {\n  rate(id: $id, stars: $stars) { stars }\n}'
        printf '{"query": "%s", "variables": {"id": 7, "stars": 5}}' "$query" |
            curl -sS -d @- "$MOCKSERVER_URL/graphql" | grep '"stars": *5'
        """#,
        "JSONPath and JSON Schema": #"""
        items='[{"sku": "A-1", "price": 9}, {"sku": "B-2", "price": 900}]'
        curl -sS -f -d '{"customer": {"email": "ada@example.com"}, "items": '"$items}" "$MOCKSERVER_URL/orders"
        """#,
        "Events": #"""
        curl -sS "$MOCKSERVER_URL/events" | grep -c '^data:' | grep '^2$'
        curl -sS -N -m 3 -H 'Last-Event-ID: 2' "$MOCKSERVER_URL/events" 2>/dev/null; test $? = 28
        """#,
        "Slow and broken responses": #"""
        curl -sS -f "$MOCKSERVER_URL/slow" "$MOCKSERVER_URL/trickle" || exit 9
        curl -sS "$MOCKSERVER_URL/reset" 2>/dev/null; test $? = 56 || exit 8
        curl -sS "$MOCKSERVER_URL/half" 2>/dev/null; test $? = 18 || exit 7
        curl -sS -m 3 "$MOCKSERVER_URL/hangs" 2>/dev/null; test $? = 28
        """#,
        "Form login with cookies": #"""
        csrf=$(curl -sS "$MOCKSERVER_URL/login" | sed -n 's/.*name="csrf" value="\([^"]*\)".*/\1/p')
        curl -sS -f -L -b none -d "csrf=$csrf" -d user=ada --data-urlencode 'password=correct horse+1' \
            "$MOCKSERVER_URL/login"
        """#,
        "Templates in responses": #"""
        curl -sS -A test -d '{"name": "Ada"}' \
            "$MOCKSERVER_URL/echo/7" | grep '"id": *7,.*"upper": *"ADA".*"literal": *"{{name}}"' || exit 9
        curl -sS "$MOCKSERVER_URL/greetings/7" \
            "$MOCKSERVER_URL/greetings/7" | grep 'Hello, Ada, for the 2. time'
        """#,
        "A server for development": #"""
        api=$MOCKSERVER_URL/api
        curl -sS -f -D - -H 'Origin: http://localhost:3000' "$api/users" \
            | grep -i '^access-control-allow-origin: http://localhost:3000' || exit 9
        curl -sS -f -d '{"name": "Grace"}' "$api/users" | grep '"name": *"Grace"' || exit 8
        curl -sS -f -I "$api/users/2" && curl -sS -f -X DELETE "$api/users/2" && curl -sS "$api/nothing" \
            | grep 'not found'
        """#,
    ]

    @Test("are played by these tests")
    func complete() {
        #expect(Self.recipes.map(\.title).sorted() == Self.clients.keys.sorted())
    }

    @Test("pass with a right client", arguments: recipes)
    func plays(_ recipe: FormatPage.Example) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("scenario.yaml", recipe.text)
        let client = try #require(Self.clients[recipe.title])
        let outcome = try await Program.mockserver("--scenario", path, "--", "sh", "-c", client).outcome()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.error.contains("passed: "), "\(outcome.error)")
    }

    @Test("and a client that sends nothing passes none of those with steps", arguments: recipes)
    func fails(_ recipe: FormatPage.Example) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("scenario.yaml", recipe.text)
        let outcome = try await Program.mockserver("--scenario", path, "--", "true").outcome()
        #expect(outcome.status == (recipe.text.contains("\nsteps:\n") ? 1 : 0))
    }
}
