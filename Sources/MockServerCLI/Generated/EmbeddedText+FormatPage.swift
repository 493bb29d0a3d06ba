// swift-format-ignore-file
// Written by .ci/embed-reference.

extension EmbeddedText {
    /// The text of `Scenarios/FORMAT.md`.
    static let formatPage = ##"""
# The format of scenario files

A scenario is one file: a script for the server, and what must be true of the client's requests. Files are YAML 1.2 or JSON.
This page has every word of the format, with its meaning, its default, an example and the failure that it makes.
`mockserver reference` prints its parts: `mockserver reference hold` for a key, `mockserver reference response.delay` for a key in
one place, `mockserver reference templates` for a section, `mockserver reference unused-capture` for a warning,
`mockserver reference all` for the page.

- [A first scenario](#a-first-scenario), and how to play it
- [How it is played](#how-it-is-played): order, matching and asserting, variables, text and quotes
- Keys: [of the file](#keys-of-the-file), [of a step](#keys-of-a-step), [of a request](#keys-of-a-request),
  [of a response](#keys-of-a-response), [checks at the end](#checks-at-the-end); [words](#words) that keys take
- [Comparing values](#comparing-values): all operators
- [Templates](#templates): names, filters, forms of time
- [Failures](#failures): the kinds, and what helps; [warnings](#warnings) and their codes
- [Recipes](#recipes): thirteen tasks, each a whole file
- [Other words](#other-words): where the thing is that you call login, pagination or regex
- [In Swift](#in-swift)
- [What it does not do](#what-it-does-not-do), and what differs [if you come from another tool](#if-you-come-from-another-tool)

The [JSON Schema](scenario.schema.json) has the same keys, for editors.

## A first scenario

```yaml
# yaml-language-server: $schema=./scenario.schema.json
mockserver: 1
name: A profile is read, then renamed
steps:
  - id: read
    request: GET /me
    response: { json: { name: Ada } }

  - id: rename
    request: PUT /me
    assert:
      headers: { Content-Type: application/json }
      json: { name: Grace }
    response: 204
stubs:
  - request: GET /health
```

Save it as `profile.yaml`. `mockserver validate profile.yaml` checks it. `mockserver --scenario profile.yaml -- npm test` plays it
while a command runs: the command finds the server's address in `MOCKSERVER_URL`, and in place of `{url}` in its arguments. The exit
status is the verdict. `mockserver --scenario profile.yaml --port 8080` plays it until Ctrl-C.

`mockserver schema >scenario.schema.json` writes the JSON Schema beside it; editors that read the first line then complete keys,
explain them, and offer a whole step, stub or response.

## How it is played

### Steps and stubs

- **Steps** are the script. The list, read from top to bottom, is the order; each step takes one request unless `times` says more,
  and each has to be taken. **Stubs** may be used any number of times, or never.
- `request` says **which** requests a step takes; `assert` says **what must then be true** of them. Put into `request` what tells steps
  apart (method, path, perhaps one value), and into `assert` what you want to check: a wrong header is then a failure with a difference
  at its line, not a request that nobody takes.
- **Silence is failure.** A request that nothing takes, a step that never came, and a step asked once too often fail the run, whether
  or not the client noticed.
- A step is **open** when all steps before it in its list are complete and its `when` holds. `after: [ids]` names other steps to wait for,
  `after: []` none; `parallel` holds steps that are open together; `order: any` opens all.
- A request goes to the first open step that matches, in the order of the file; else to the first stub that matches. When a later step
  takes a request, earlier ones that could have taken more (`times: {at_least: 1}`) take no more.
- For each request, in this order: choose the step, count, check `assert`, `capture`, `set`, make the response. A failed assertion
  still counts, and the response is sent all the same unless `on_assert_failure: reject`.
- What a request is compared with, by `request`, `when` and `assert`, and what is captured and set from it, may take some ten million
  **steps** together (200 more for each byte of its body): a value compared is about one, a step of a regular expression one, of a JSON
  path four, of a JSON schema ten; 64 bytes of a template's value are one, 16 bytes for a filter. A request that needs more is
  `unmatched`, and the text says that comparing it takes too long. One regular expression, path, schema or list in any order has a limit of its own;
  where it is reached, its matcher does not match, and the text says so. Steps do not depend on the machine. A decision that takes more
  than a few thousand is made while other connections go on, so of requests on several connections at a time a later one may be decided
  first; and such a request is decided when it is whole, not at its head.

### Values

- A scalar means equals; a map holds operators: `page: 2`, `page: { gte: 2 }`. In `json`, `json_exact` and GraphQL's `variables` a map is
  data, so an operator begins with `$`: `id: { $matches: '\d+' }`.
- `query`, `headers`, `cookies`, `form` and `json` say what must be there; other names may be there too. `query_exact`, `form_exact`,
  `json_exact` and `multipart_exact` allow nothing else. Lists in `json` have the same length and order; `$unordered` ignores the order.
- Numbers in JSON compare exactly by value: `1.10` is `1.1`, but `"1"` is not `1`. `{}` in `json` is any object.
- Header names ignore case. A `Content-Type` without `;` compares the type alone, so `application/json` takes a charset, too.
- `path: /users/{id}` takes one segment, `{+rest}` the rest with its slashes. A trailing slash counts.

### Text and quotes

- Where text is wanted, YAML's plain values are taken as they stand: `1.10`, `007`, `no`.
- Quote a value that begins with `{{`, `{`, `[`, `*`, `&`, `!`, `%`, `@`, a quote or `#`, and one with `: ` or ` #` in it:
  `token: "{{uuid}}"`, `request: "GET /search?q={{term}}"`.
- Durations have a unit: `200ms`, `1.5s`, `10m`, `2h`, `1d`. So have sizes, `16B`, `64KiB`, `1.5MiB` (or `KB`, `MB`, `GB` for powers
  of 1,000), and rates, `1KiB/s`.
- The quotes of an entity tag are part of it: `ETag: '"v1"'`.
- A body file (`file: profile.json`) is looked for beside the scenario, never outside its folder. It sets the content type by its
  extension; `json` and `text` set theirs.

### Variables

- `vars` are evaluated once, in order. `capture` takes values from a request, `set` gives new ones; the step's own
  response and the steps after it see them.
- `{{name}}` stands in any text of `request`, `assert`, `when`, `vars`, `set` and responses. A text that is one template alone keeps the
  value's type: `count: "{{count}}"` is a number.
- Values of paths, queries, headers, cookies and forms are text: `"{{request.query.page | number}}"` is a number.
- In a `path`, a template fills part of one segment: with the value `a/b.txt`, `/files/{{name}}` takes `/files/a%2Fb.txt`, because a
  `/` in a segment is sent as `%2F`. For several segments write `path: {equals: "/files/{{name}}"}`, which takes `/files/a/b.txt`.
- A variable that is not set yet, or whose capture failed, matches nothing in `request` and `when`; elsewhere it is a `template` failure, and the response is a 500.
  A name that nothing ever sets is an error when the file is loaded.
- A variable holds at most 1 MiB, as text or as compact JSON, nested at most 512 deep, and the variables of a run 16 MiB together:
  more is an error in `vars`, a `template` failure by `set`, and a `capture` failure by `capture`. All that the templates of one response
  make is at most 64 MiB; more is a `template` failure. So is a response of templates for which there is no room, because those that
  clients have not taken yet are 256 MiB together; responses up to 16 KiB always have room.
- `when: {cart: full}` with `set: {cart: full}` is a state. `--var NAME=VALUE` replaces a value of `vars`.
- The templates of `vars` read and write at most 64 MiB together, each filter what it is given and what it makes; more is an error.

### The end

A run ends when the command does, at Ctrl-C, after the time of `--timeout`, which fails it, or with `--exit-when-complete` once all steps are complete, all responses are sent and
nothing has come for `linger`. A request that has begun by then is waited for, until the time-out of its head or body; if the run ends
before it is whole, that is a failure. It is a request of the run that is current when it is whole, so a run that replaces another waits
for what had begun before. Then the items of `expect` are checked, and the verdict says all that failed, each at its line.

### What the column failure says

A key that is misspelled, or has a value that it can't have, is always an error when the file is loaded, at its line and column. The
column `failure` has the [kind](#failure-kinds) of failure that the key makes while the scenario is played. Of `unmatched`, `assertion`
the first is meant where the key stands in `request` and nothing else takes the request, the second where it stands in `assert`.
`load error` says that only the file can be wrong, `–` that nothing fails by it.

## Keys of the file

### Scenario

The top of a file. Keys that begin with `x-` are ignored and may hold anchors for `*aliases`; YAML's merge key `<<` is not taken.

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `mockserver` | version of the format | required | `mockserver: 1` | load error |
| `$schema` | schema of the file, for editors | none | `$schema: ./scenario.schema.json` | – |
| `name` | title in reports | name of the file | `name: Token refresh` | – |
| `description` | longer text for people | none | `description: One login, two calls` | – |
| `include` | other files, in its folder or below, whose `vars`, `defaults`, `stubs` and `redact` are added; this file wins over them | none | `include: [common.yaml]` | load error |
| `vars` | variables of the run, evaluated once and in order; templates may stand in them | none | `vars: {token: "{{uuid}}"}` | `template` |
| `defaults` | [what steps and stubs start from](#defaults) | none | `defaults: {response: {headers: {Server: mine}}}` | `assertion` |
| `base_path` | path, or path template, that is put before the path of every `request` | none | `base_path: /api/v1` | `unmatched` |
| `order` | [whether steps run in order](#order) | `strict` | `order: any` | `out_of_order` |
| `steps` | the script: a list of [steps](#step) and [parallel blocks](#parallel-block) | none | `steps: [{request: GET /me}]` | `unmet`, `out_of_order`, `exhausted` |
| `stubs` | a list of [stubs](#stub), for requests that no open step takes | none | `stubs: [{request: GET /health}]` | `never`, `exhausted` |
| `unmatched` | [response to a request that nothing takes](#unmatched) | 501 with the failure as its body | `unmatched: 404` | `unmatched` |
| `expect` | [checks at the end of the run](#expectation) | none | `expect: [{request: DELETE /me, never: true}]` | `expect` |
| `linger` | how long a complete run still listens before it ends, so that late duplicates are seen; a request that has begun by then is waited for | `100ms` | `linger: 1s` | `exhausted` for a late duplicate |
| `clock` | [clock that delays, intervals and `now` use](#clock) | `real` | `clock: virtual` | load error |
| `cors` | adds the headers that browsers want, and answers preflights that no step or stub takes: `true` for pages of any origin, or [a map](#cors) | `false` | `cors: true` | – |
| `seed` | number that makes `uuid` and `random` repeatable; `--seed` wins | another one each run | `seed: 7` | load error |
| `redact` | more values to mask in all output: header names, `query.NAME`, `form.NAME`, `cookies.NAME`, JSON paths; `none` empties the list | `Authorization`, `Cookie`, `Set-Cookie`, `Proxy-Authorization` | `redact: [X-Key, query.token, $.password]` | – |

### Included file

A file that `include` names. It is looked for beside the file that names it. Any other top-level key is an error there.

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `mockserver` | version of the format | required | `mockserver: 1` | load error |
| `$schema` | schema of the file, for editors | none | `$schema: ./scenario.schema.json` | – |
| `name` | for people | none | `name: Shared stubs` | – |
| `description` | for people | none | `description: Used by all scenarios` | – |
| `include` | more files | none | `include: [more.yaml]` | load error |
| `vars` | variables; those of the including file come last and may use them | none | `vars: {host: h}` | `template` |
| `defaults` | used where the including file states none | none | `defaults: {head: from_get}` | `assertion` |
| `stubs` | stubs that come after those of the including file | none | `stubs: [{request: GET /health}]` | `never`, `exhausted` |
| `redact` | more values to mask | none | `redact: [X-Key]` | – |

### Defaults

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `response` | keys of [a response](#response) that every response starts from; `headers` merge by name, a body of the step replaces another body | none | `response: {headers: {Server: mine}}` | `template`, `unsendable` |
| `assert` | [assertion](#request) on every request that a step or stub takes, unless it says `assert_defaults: false` | none | `assert: {headers: {Accept: {present: true}}}` | `assertion` |
| `on_assert_failure` | [what a failed assertion does to the response](#on-assert-failure) | `record` | `on_assert_failure: reject` | `assertion` |
| `head` | [whether stubs for GET take HEAD](#head) | they don't | `head: from_get` | load error |

### CORS

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `origins` | origins that may read responses, as browsers send them, or `["*"]` | all | `origins: ["http://localhost:3000"]` | – |
| `headers` | request headers that a preflight may ask for; others are left out of its response | all | `headers: [Authorization]` | – |
| `max_age` | how long a browser may keep the answer to a preflight, in whole seconds | not sent | `max_age: 10m` | – |

## Keys of a step

### Step

A request that the client has to send, and its response.

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `id` | name in reports, `after` and `hold` | its number, like `step 2` | `id: login` | load error |
| `request` | [which requests it takes](#request): a text like `GET /me`, or a map | required | `request: POST /login` | `unmatched`, `unmet` |
| `when` | values that variables must have for the step to be open; templates may stand in them, and [operators](#operators) | open | `when: {cart: full}` | `out_of_order`, `unmet` |
| `assert` | [what must be true of a request it took](#request) | nothing | `assert: {json: {user: alice}}` | `assertion` |
| `assert_defaults` | `false` leaves out the assertion of `defaults` | `true` | `assert_defaults: false` | `assertion` |
| `on_assert_failure` | [what a failed assertion does to the response](#on-assert-failure) | `record` | `on_assert_failure: reject` | `assertion` |
| `times` | how many requests it takes: a number, or [a range](#times) | `1`; as many as there are `responses` | `times: 2` | `unmet`, `exhausted` |
| `after` | ids of the steps and blocks that must be complete, later ones too; `[]` opens it at the start | all steps before it in its list | `after: [login]` | `out_of_order` |
| `capture` | variables that get [values of the request](#capture) | none | `capture: {id: {path: id}}` | `capture` |
| `set` | variables that get a value; templates may stand in it | none | `set: {cart: full}` | `template` |
| `response` | [the response](#response): a status, or a map | `200` | `response: 404` | `template`, `unsendable` |
| `responses` | a list of [responses](#response) that are sent in turn | none | `responses: [503, 200]` | `exhausted` |
| `then` | [what follows the last of `responses`](#then-of-responses) | `fail` | `then: repeat_last` | `exhausted` |
| `hold` | [keeps the response back](#hold) | sent at once | `hold: {until: {arrivals: 2}}` | `hold_timeout` |
| `max_in_flight` | assertion: never more than so many of its requests unanswered at a time | no limit | `max_in_flight: 1` | `max_in_flight` |
| `interval` | assertion on [the time](#interval) since the last response of this step or, for its first request, of the steps that it waits for | any | `interval: {gte: 1s}` | `interval` |
| `client` | assertion on [whether the client stays](#client) | `any` | `client: cancels` | `client` |
| `early` | decides when the request's head is there, before its body, of which nothing can be used; the body is read and thrown away, and the journal says how much came | `false` | `early: true` | load error |

### Stub

A response for requests that no open step takes; it may be used any number of times, or never. It takes every key of
[Step](#step) but `after` and `times`, and:

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `times` | most requests it takes: a number, or `at_most` of [a range](#times) | any number | `times: {at_most: 2}` | `exhausted` |
| `never` | any request that matches is a failure; it has no response | `false` | `never: true` | `never` |
| `head` | [whether a stub for GET takes HEAD](#head) | it doesn't | `head: from_get` | load error |

### Parallel block

Stands where a step stands. Its entries are open together; the script goes on when all of them are complete.

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `parallel` | [steps](#step), or lists of steps that run in order; all are open together | required | `parallel: [{request: GET /a}, {request: GET /b}]` | `unmet`, `out_of_order` |
| `id` | name in reports, `after` and `hold` | none | `id: both` | load error |

### Times

How many requests; a number means exactly that many. `at_most` alone makes a step **optional**: the run passes if it is never asked.
Beside `responses`, a count above their number needs [`then`](#then-of-responses). A stub takes `at_most` alone, and a number means
the same there.

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `at_least` | fewest requests; without `at_most` there is no upper limit | `0` | `times: {at_least: 1}` | `unmet` |
| `at_most` | most requests; without `at_least` the step is optional, for none is needed | no limit | `times: {at_most: 5}` | `exhausted` |

### Capture

Where a variable's value is taken from: one source, and perhaps `matches`.

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `path` | parameter of the path template | none | `id: {path: id}` | `capture` |
| `header` | header | none | `key: {header: Idempotency-Key}` | `capture` |
| `query` | query value | none | `page: {query: page}` | `capture` |
| `cookie` | cookie | none | `session: {cookie: session}` | `capture` |
| `form` | form value | none | `user: {form: user}` | `capture` |
| `json` | what a [JSON path](https://www.rfc-editor.org/rfc/rfc9535) into the body finds: the value if it can name only one, else the list of all | none | `cart: {json: $.cart.id}` | `capture` |
| `text` | body as text | none | `all: {text}` | `capture` |
| `method` | method | none | `verb: {method}` | `capture` |
| `host` | authority that was asked for | none | `asked: {host}` | `capture` |
| `matches` | regular expression whose first group is the value | the whole value | `token: {header: Authorization, matches: 'Bearer (.+)'}` | `capture` |

### Hold

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `until` | [what opens the hold](#until) | required | `until: {arrivals: 2}` | `hold_timeout` |
| `release` | [order in which the responses leave](#release), each when the one before is written | `together` | `release: reverse` | `hold_timeout` |
| `timeout` | time after which the responses are sent and `hold_timeout` is recorded | `5s` | `timeout: 1s` | `hold_timeout` |

### Until

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `arrivals` | opens when the step has taken so many requests | none | `until: {arrivals: 3}` | `hold_timeout` |
| `each` | with `arrivals`: every so many requests are a group of their own, held on its own | `false` | `until: {arrivals: 3, each: true}` | `hold_timeout` |
| `step` | opens when that step's first response is written | none | `until: {step: login}` | `hold_timeout` |
| `taken` | with `step`: opens already when that step has taken a request | `false` | `until: {step: login, taken: true}` | `hold_timeout` |
| `quiet` | with `step`: opens when a response of that step was delivered and then no request has come for this long, in real time under every clock | none | `until: {step: login, quiet: 200ms}` | `hold_timeout` |

### Interval

Durations from the response before to the arrival of the next request.

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `gt` | longer than | any | `interval: {gt: 1s}` | `interval` |
| `gte` | this long or longer | any | `interval: {gte: 1s}` | `interval` |
| `lt` | shorter than | any | `interval: {lt: 3s}` | `interval` |
| `lte` | this long or shorter | any | `interval: {lte: 3s}` | `interval` |

## Keys of a request

### Request

What `request` and `assert` say of a request. All keys must match. The short form `GET /search?q=swift` stands for
method, path and query, `/me` for any method. A scalar means equals, a map holds [operators](#operators).

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `method` | one method, or a list, in upper case; `GET` does not take `HEAD` | any | `method: [GET, HEAD]` | `unmatched`, `assertion` |
| `host` | authority asked for; case, port and brackets don't count | any | `host: example.com` | `unmatched`, `assertion` |
| `path` | path, decoded segment by segment; `{id}` takes a segment or a part of it, `{+rest}` the rest with its slashes; a template fills part of a segment, and a `/` in its value is sent as `%2F`; or operators | any | `path: /users/{id}` | `unmatched`, `assertion` |
| `target` | request target as it was sent | any | `target: /a%20b?c` | `unmatched`, `assertion` |
| `query` | query values by name; others may be there | any | `query: {page: 2}` | `unmatched`, `assertion` |
| `query_exact` | query values by name, and no others; a scalar means exactly one value | any | `query_exact: {page: 2}` | `unmatched`, `assertion` |
| `headers` | header values by name, whose case doesn't count; others may be there | any | `headers: {Accept: application/json}` | `unmatched`, `assertion` |
| `cookies` | cookies by name; others may be there | any | `cookies: {session: abc}` | `unmatched`, `assertion` |
| `form` | form values by name; others may be there | any | `form: {user: alice}` | `unmatched`, `assertion` |
| `form_exact` | form values by name, and no others; a scalar means exactly one value | any | `form_exact: {user: alice}` | `unmatched`, `assertion` |
| `bearer` | bearer token | any | `bearer: tok-1` | `unmatched`, `assertion` |
| `basic` | [user and password](#basic-credentials) of basic authentication | any | `basic: {user: alice, password: secret}` | `unmatched`, `assertion` |
| `json` | members and elements that the body has, at every depth; lists have the same length and order, `{}` is any object; see [operators in JSON](#operators-in-json) | any | `json: {user: {name: alice}}` | `unmatched`, `assertion` |
| `json_exact` | the whole JSON body; order of members doesn't count | any | `json_exact: [1, 2]` | `unmatched`, `assertion` |
| `json_path` | values that [JSON paths](https://www.rfc-editor.org/rfc/rfc9535) yield: the value itself if the path can name only one, else the array of all that it finds; absent if it finds nothing | any | `json_path: {"$.items[0].id": 7}` | `unmatched`, `assertion` |
| `json_schema` | JSON Schema (draft 2020-12) of the body, inline or from [a file](#schema-file) | any | `json_schema: {type: object}` | `unmatched`, `assertion` |
| `text` | body as text; one that is not UTF-8 does not match | any | `text: {contains: hello}` | `unmatched`, `assertion` |
| `base64` | body as bytes | any | `base64: AAEC` | `unmatched`, `assertion` |
| `file` | body as the bytes of a file | any | `file: upload.bin` | `unmatched`, `assertion` |
| `body` | [length, emptiness or digest of the body](#body) | any | `body: {empty: true}` | `unmatched`, `assertion` |
| `multipart` | [parts](#part) of a multipart body in this order; others may be there | any | `multipart: [{name: title, text: Hello}]` | `unmatched`, `assertion` |
| `multipart_exact` | parts in this order, and no others | any | `multipart_exact: [{name: title}]` | `unmatched`, `assertion` |
| `graphql` | [GraphQL request](#graphql) | any | `graphql: {operation: Hero}` | `unmatched`, `assertion` |
| `protocol` | [protocol of the connection](#protocol); `http/1.1` is HTTP/1.0, too | any | `protocol: h2` | `unmatched`, `assertion` |
| `connection` | `new`: first request of its connection; or [the connection of another step](#connection-of-a-request) | any | `connection: new` | `unmatched`, `assertion` |
| `tls` | [facts of the TLS session](#tls) | any | `tls: {sni: example.com}` | `unmatched`, `assertion` |
| `all_of` | all of these match | any | `all_of: [GET /a, {query: {b: 1}}]` | `unmatched`, `assertion` |
| `any_of` | at least one of these matches | any | `any_of: [GET /a, GET /b]` | `unmatched`, `assertion` |
| `not` | this does not match | any | `not: {path: /admin}` | `unmatched`, `assertion` |

### Basic credentials

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `user` | user name, which has no colon | any | `basic: {user: alice}` | `unmatched`, `assertion` |
| `password` | password | any | `basic: {password: secret}` | `unmatched`, `assertion` |

### Body

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `length` | number of bytes: a number, a size, or [comparisons](#length) | any | `body: {length: {lte: 5MiB}}` | `unmatched`, `assertion` |
| `empty` | whether there is no body | any | `body: {empty: true}` | `unmatched`, `assertion` |
| `sha256` | SHA-256 digest in hexadecimal | any | `body: {sha256: {starts_with: e3b0}}` | `unmatched`, `assertion` |

### Part

A part of a multipart body.

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `name` | name of the part | any | `name: title` | `unmatched`, `assertion` |
| `filename` | file name | any | `filename: a.png` | `unmatched`, `assertion` |
| `content_type` | content type; without `;` the type alone is compared | any | `content_type: image/png` | `unmatched`, `assertion` |
| `headers` | headers of the part by name; others may be there | any | `headers: {X-Id: 7}` | `unmatched`, `assertion` |
| `json` | members and elements that the part has | any | `json: {a: 1}` | `unmatched`, `assertion` |
| `json_exact` | the whole JSON | any | `json_exact: {a: 1}` | `unmatched`, `assertion` |
| `json_path` | values that JSON paths yield | any | `json_path: {$.a: 1}` | `unmatched`, `assertion` |
| `json_schema` | JSON Schema | any | `json_schema: {type: object}` | `unmatched`, `assertion` |
| `text` | part as text | any | `text: Hello` | `unmatched`, `assertion` |
| `base64` | part as bytes | any | `base64: AAEC` | `unmatched`, `assertion` |
| `file` | part as the bytes of a file | any | `file: upload.bin` | `unmatched`, `assertion` |
| `body` | length, emptiness or digest | any | `body: {length: 5}` | `unmatched`, `assertion` |
| `form` | form values | any | `form: {a: 1}` | `unmatched`, `assertion` |
| `form_exact` | form values, and no others | any | `form_exact: {a: 1}` | `unmatched`, `assertion` |
| `multipart` | parts of the part | any | `multipart: [{name: inner}]` | `unmatched`, `assertion` |
| `multipart_exact` | parts of the part, and no others | any | `multipart_exact: [{name: inner}]` | `unmatched`, `assertion` |

### GraphQL

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `operation` | name of the operation | any | `operation: Hero` | `unmatched`, `assertion` |
| `query` | query; white space, commas and comments don't count | any | `query: "{ hero { name } }"` | `unmatched`, `assertion` |
| `variables` | variables, compared like `json` | any | `variables: {id: 7}` | `unmatched`, `assertion` |

### Schema file

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `file` | file with the schema, in the scenario's folder or below | inline | `json_schema: {file: order.schema.json}` | `unmatched`, `assertion` |

### Connection of a request

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `same_as` | step whose connection it must be | any | `connection: {same_as: login}` | `unmatched`, `assertion` |

### TLS

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `sni` | server name that the client asked for | any | `tls: {sni: example.com}` | `unmatched`, `assertion` |
| `client_certificate` | [certificate of the client](#client-certificate) | any | `tls: {client_certificate: {subject: CN=alice}}` | `unmatched`, `assertion` |

### Client certificate

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `subject` | subject of the certificate | any | `subject: {contains: CN=alice}` | `unmatched`, `assertion` |

## Comparing values

### Operators

Where a name has several values, an operator matches if one of them does; `not` and `absent` match if none does. A value that is not
a number never matches `gt`, `gte`, `lt` and `lte`.

| operator | meaning | default | example | failure |
|---|---|---|---|---|
| `equals` | exactly this value | – | `{equals: a}` | `unmatched`, `assertion` |
| `equals_ignore_case` | this text; case doesn't count | – | `{equals_ignore_case: a}` | `unmatched`, `assertion` |
| `contains` | has this text; of an array, this element | – | `{contains: b}` | `unmatched`, `assertion` |
| `starts_with` | begins with this text | – | `{starts_with: Bearer}` | `unmatched`, `assertion` |
| `ends_with` | ends with this text | – | `{ends_with: .png}` | `unmatched`, `assertion` |
| `matches` | the whole value matches the regular expression | – | `{matches: '\d+'}` | `unmatched`, `assertion` |
| `one_of` | one of these values | – | `{one_of: [a, b]}` | `unmatched`, `assertion` |
| `present` | is there, with whatever value | – | `{present: true}` | `unmatched`, `assertion` |
| `absent` | is not there | – | `{absent: true}` | `unmatched`, `assertion` |
| `gt` | number greater than | – | `{gt: 1}` | `unmatched`, `assertion` |
| `gte` | number greater than or equal to | – | `{gte: 1}` | `unmatched`, `assertion` |
| `lt` | number less than | – | `{lt: 9}` | `unmatched`, `assertion` |
| `lte` | number less than or equal to | – | `{lte: 9}` | `unmatched`, `assertion` |
| `length` | number of characters, elements or members; a number or [comparisons](#length) | – | `{length: 3}` | `unmatched`, `assertion` |
| `all_of` | all of these match | – | `{all_of: [{gt: 1}, {lt: 9}]}` | `unmatched`, `assertion` |
| `any_of` | at least one of these matches | – | `{any_of: [a, {starts_with: b}]}` | `unmatched`, `assertion` |
| `not` | this does not match; no value of the name does | – | `{not: a}` | `unmatched`, `assertion` |

### Operators in JSON

In `json`, `json_exact` and `variables` a map is data, so an operator begins with `$`. A member whose name begins with
`$` is written with `$$`.

| operator | meaning | default | example | failure |
|---|---|---|---|---|
| `$equals` | exactly this value | – | `{a: {$equals: 1}}` | `unmatched`, `assertion` |
| `$equals_ignore_case` | this text; case doesn't count | – | `{a: {$equals_ignore_case: x}}` | `unmatched`, `assertion` |
| `$contains` | has this text or this element | – | `{a: {$contains: x}}` | `unmatched`, `assertion` |
| `$starts_with` | begins with this text | – | `{a: {$starts_with: x}}` | `unmatched`, `assertion` |
| `$ends_with` | ends with this text | – | `{a: {$ends_with: x}}` | `unmatched`, `assertion` |
| `$matches` | the whole text matches the regular expression | – | `{a: {$matches: '\d+'}}` | `unmatched`, `assertion` |
| `$one_of` | one of these values | – | `{a: {$one_of: [1, 2]}}` | `unmatched`, `assertion` |
| `$present` | the member is there | – | `{a: {$present: true}}` | `unmatched`, `assertion` |
| `$absent` | the member is not there | – | `{a: {$absent: true}}` | `unmatched`, `assertion` |
| `$gt` | number greater than | – | `{a: {$gt: 1}}` | `unmatched`, `assertion` |
| `$gte` | number greater than or equal to | – | `{a: {$gte: 1}}` | `unmatched`, `assertion` |
| `$lt` | number less than | – | `{a: {$lt: 9}}` | `unmatched`, `assertion` |
| `$lte` | number less than or equal to | – | `{a: {$lte: 9}}` | `unmatched`, `assertion` |
| `$length` | number of characters, elements or members | – | `{a: {$length: 3}}` | `unmatched`, `assertion` |
| `$unordered` | the same elements in any order | – | `{a: {$unordered: [1, 2]}}` | `unmatched`, `assertion` |
| `$all_of` | all of these match | – | `{a: {$all_of: [{$gt: 1}, {$lt: 9}]}}` | `unmatched`, `assertion` |
| `$any_of` | at least one of these matches | – | `{a: {$any_of: [1, {$gt: 5}]}}` | `unmatched`, `assertion` |
| `$not` | this does not match | – | `{a: {$not: 1}}` | `unmatched`, `assertion` |

### Length

Comparisons of a length. In `body: {length: …}` a size such as `5MiB` may stand for the number.

| operator | meaning | default | example | failure |
|---|---|---|---|---|
| `equals` | this number | – | `length: {equals: 3}` | `unmatched`, `assertion` |
| `gt` | more | – | `length: {gt: 1}` | `unmatched`, `assertion` |
| `gte` | this number or more | – | `length: {gte: 1}` | `unmatched`, `assertion` |
| `lt` | fewer | – | `length: {lt: 9}` | `unmatched`, `assertion` |
| `lte` | this number or fewer | – | `length: {lte: 9}` | `unmatched`, `assertion` |

## Keys of a response

### Response

A status alone is a response, too. At most one of `json`, `text`, `base64`, `file`, `chunks`, `events` and `raw`.

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `status` | status from 200 to 999, or a template alone | `200` | `status: 404` | `template` |
| `reason` | reason phrase; HTTP/1.1 only | the standard one | `reason: Nothing here` | `unsendable` over HTTP/2 |
| `headers` | headers in this order and spelling; a list repeats one, `null` removes a default, [`{text: …}`](#header-value) sends a wrong one | none | `headers: {X-Id: 7}` | `template` |
| `json` | JSON body; the content type is `application/json` unless `headers` give one | none | `json: {id: 7}` | `template` |
| `text` | body of text; the content type is `text/plain` unless `headers` give one | none | `text: hello` | `template` |
| `base64` | body of bytes, written in base64 | none | `base64: AAEC` | `template` |
| `file` | body from a file of the scenario's folder; its extension gives the content type unless `headers` do | none | `file: profile.json` | `template` |
| `chunks` | body in [chunks](#chunk) that are sent one by one | none | `chunks: [{text: one}, {text: two, delay: 50ms}]` | `template`; `unsendable` to HTTP/1.0 |
| `events` | [server-sent events](#event) | none | `events: [{data: hello}]` | `template`; `unsendable` to HTTP/1.0 |
| `then` | [what follows the last event](#then-of-events) | `close` | `then: keep_open` | load error |
| `raw` | the whole response as it is written: text, or [`{base64: …}`](#raw); HTTP/1.1 only | none | `raw: "HTTP/1.1 200 OK\r\n\r\n"` | `unsendable` over HTTP/2 |
| `trailers` | fields after the body, which HTTP/1.1 then sends in chunks | none | `trailers: {X-Checksum: abc}` | `template`; `unsendable` to HTTP/1.0 |
| `informational` | [interim responses](#interim-response) before the response | none | `informational: [{status: 103}]` | `unsendable` to HTTP/1.0 |
| `delay` | wait before the response: a duration, or [a map](#delay) | none | `delay: 200ms` | load error |
| `dribble` | [sends the body in small slices](#dribble), one by one | at once | `dribble: {chunk: 16B, every: 50ms}` | load error |
| `throttle` | bytes per second of the body | at once | `throttle: 1KiB/s` | load error |
| `ranges` | [answers range requests](#ranges) from the body that is stated | off | `ranges: auto` | load error |
| `encoding` | [content coding of the body](#encoding) | none | `encoding: gzip` | load error |
| `framing` | [how the end of the body is marked](#framing) | by its length, else chunked | `framing: chunked` | `unsendable` to HTTP/1.0 for `chunked` |
| `content_length` | a length to state though it is wrong; the connection closes after the body | the right one | `content_length: 999` | load error |
| `connection` | [what becomes of the connection](#connection-of-a-response) | as the request asks | `connection: close` | load error |
| `fault` | [breaks the response](#fault): a kind, or a map | none | `fault: reset` | `exhausted` if the client resends by itself |
| `h2` | [frames of HTTP/2](#http2-frames) that are sent; HTTP/2 only | none | `h2: {rst_stream: CANCEL}` | `unsendable` over HTTP/1.1 |
| `template` | `false` sends `{{…}}` as it stands; `true` fills in the templates of a file | `true`; `false` for a file | `template: false` | `template` |

### Unmatched

The response to a request that nothing takes; such a request fails the run all the same. It takes every key of
[Response](#response) but `status`, and:

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `status` | status from 200 to 999, or a template alone | `501` | `unmatched: {status: 404, text: Not here}` | `template` |
| `allow` | such requests don't fail the run | `false` | `unmatched: {status: 404, allow: true}` | `unmatched` |

### Header value

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `text` | value that is sent without a check, so that it can be wrong | – | `headers: {Content-Length: {text: 7}}` | load error |

### Chunk

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `text` | text of the chunk | none | `text: hello` | `template` |
| `json` | JSON of the chunk | none | `json: {id: 7}` | `template` |
| `base64` | bytes of the chunk | none | `base64: AAEC` | `template` |
| `delay` | wait before the chunk | none | `delay: 50ms` | load error |

### Event

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `event` | type | none | `event: added` | `template` |
| `data` | data as text | none | `data: hello` | `template` |
| `json` | data as JSON | none | `json: {id: 7}` | `template` |
| `id` | id | none | `id: 7` | `template` |
| `retry` | time before the client connects again; a number is in milliseconds | none | `retry: 2s` | load error |
| `comment` | comment line | none | `comment: ping` | `template` |
| `delay` | wait before the event | none | `delay: 50ms` | load error |

### Raw

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `base64` | bytes of the response | – | `raw: {base64: AAEC}` | `unsendable` over HTTP/2 |

### Interim response

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `status` | status from 100 to 199, but not 101 | required | `status: 103` | `unsendable` to HTTP/1.0 |
| `headers` | headers | none | `headers: {Link: </a.css>}` | `unsendable` to HTTP/1.0 |

### Delay

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `headers` | wait before the head | none | `delay: {headers: 1s}` | load error |
| `body` | wait between head and body | none | `delay: {body: 50ms}` | load error |
| `uniform` | [random wait](#uniform), evenly spread | none | `delay: {uniform: {from: 10ms, to: 90ms}}` | load error |
| `lognormal` | [random wait](#lognormal) with a long tail | none | `delay: {lognormal: {median: 80ms, sigma: 0.4}}` | load error |

### Delay of a part

The wait before the head, the body, a chunk or an event: a duration, or one of these.

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `uniform` | [random wait](#uniform), evenly spread | none | `{uniform: {from: 10ms, to: 90ms}}` | load error |
| `lognormal` | [random wait](#lognormal) with a long tail | none | `{lognormal: {median: 80ms, sigma: 0.4}}` | load error |

### Uniform

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `from` | shortest wait | required | `from: 10ms` | load error |
| `to` | longest wait | required | `to: 90ms` | load error |

### Lognormal

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `median` | wait that half of the draws exceed | required | `median: 80ms` | load error |
| `sigma` | spread, from 0 to 10 | required | `sigma: 0.4` | load error |

### Dribble

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `chunk` | size of a slice | required | `chunk: 16B` | load error |
| `every` | time between two slices; the first one is sent at once | required | `every: 50ms` | load error |

### Fault

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `kind` | [what goes wrong](#fault-kinds) | required | `kind: reset` | load error |
| `at` | [when it happens](#fault-phases) | see [kinds](#fault-kinds) | `at: response_body` | load error |
| `after_bytes` | bytes of the body that pass before it, of a shorter body all; only with `request_body` and `response_body` | half the body for `truncate`, else 0 | `after_bytes: 3` | load error |

### Fault kinds

| kind | meaning | phases | default | example | failure |
|---|---|---|---|---|---|
| `reset` | the connection is reset; on HTTP/2 the stream | `request_start`, `request_body`, `response_start`, `response_body`, `response_end` | `response_start` | `fault: reset` | `exhausted` if the client resends by itself |
| `stall` | nothing more is sent | `request_start`, `request_body`, `response_start`, `response_body`, `response_end` | `response_body` | `fault: stall` | – |
| `close` | the connection is closed without a word | `request_start`, `request_body`, `response_start`, `response_body`, `response_end` | `response_start` | `fault: close` | `exhausted` if the client resends by itself |
| `empty` | the connection is closed without a byte of the response | `response_start` | `response_start` | `fault: empty` | `exhausted` if the client resends by itself |
| `garbage` | 64 bytes that are not HTTP, then the end of the connection | `response_start`, `response_body` | `response_start` | `fault: garbage` | `exhausted` if the client resends by itself |
| `truncate` | the body ends too early | `response_body` | `response_body` | `fault: {kind: truncate, after_bytes: 3}` | – |
| `malformed_chunk` | a chunk without a size; HTTP/1.1 only | `response_body` | `response_body` | `fault: malformed_chunk` | `unsendable` over HTTP/2 |

### Fault phases

| phase | meaning | default | example | failure |
|---|---|---|---|---|
| `request_start` | when the head of the request is there | – | `at: request_start` | load error |
| `request_body` | within the body of the request | – | `at: request_body` | load error |
| `response_start` | before the head of the response | – | `at: response_start` | load error |
| `response_body` | within the body of the response | – | `at: response_body` | load error |
| `response_end` | after the last byte of the response | – | `at: response_end` | load error |

### HTTP/2 frames

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `rst_stream` | resets the stream: [an error code](#error-codes-of-http2), or [a map](#stream-reset) | none | `h2: {rst_stream: CANCEL}` | `unsendable` over HTTP/1.1 |
| `goaway` | ends the connection: an error code, or [a map](#goaway) | none | `h2: {goaway: NO_ERROR}` | `unsendable` over HTTP/1.1 |
| `settings` | [settings](#settings) that are sent before the response | none | `h2: {settings: {max_concurrent_streams: 1}}` | `unsendable` over HTTP/1.1 |

### Stream reset

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `code` | error code, by name or number | required | `code: CANCEL` | `unsendable` over HTTP/1.1 |
| `at` | [when it happens](#stream-reset-phases) | `response_start` | `at: response_end` | `unsendable` over HTTP/1.1 |
| `after_bytes` | bytes of the body that pass before it; only with `response_body` | `0` | `after_bytes: 3` | `unsendable` over HTTP/1.1 |

### Stream reset phases

| phase | meaning | default | example | failure |
|---|---|---|---|---|
| `response_start` | before the head of the response | – | `at: response_start` | `unsendable` over HTTP/1.1 |
| `response_body` | within the body of the response | – | `at: response_body` | `unsendable` over HTTP/1.1 |
| `response_end` | after the whole body | – | `at: response_end` | `unsendable` over HTTP/1.1 |

### GOAWAY

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `code` | error code, by name or number | `NO_ERROR` | `code: ENHANCE_YOUR_CALM` | `unsendable` over HTTP/1.1 |
| `last_stream` | last stream that is served, an odd number or 0 | the last that came | `last_stream: 1` | `unsendable` over HTTP/1.1 |
| `graceful` | whether streams up to that one still end | `true` for `NO_ERROR`, else `false` | `graceful: true` | `unsendable` over HTTP/1.1 |
| `at` | [when it happens](#goaway-phases) | `response_start` | `at: response_end` | `unsendable` over HTTP/1.1 |

### GOAWAY phases

| phase | meaning | default | example | failure |
|---|---|---|---|---|
| `response_start` | before the head of the response | – | `at: response_start` | `unsendable` over HTTP/1.1 |
| `response_end` | after the last byte of the response | – | `at: response_end` | `unsendable` over HTTP/1.1 |

### Settings

Settings of HTTP/2 (RFC 9113, section 6.5.2); a client may act on them from then on. At the start of a connection the server sends
`max_header_list_size: 65536`; it takes 256 field lines at most, too, which no setting can say. More of either gets a 431.

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `header_table_size` | size of the table that compresses the client's headers | not sent | `header_table_size: 0` | `unsendable` over HTTP/1.1 |
| `enable_push` | server push; a server may only say 0 | not sent | `enable_push: 0` | `unsendable` over HTTP/1.1 |
| `max_concurrent_streams` | streams that the client may have open | not sent | `max_concurrent_streams: 1` | `unsendable` over HTTP/1.1 |
| `initial_window_size` | bytes of a body that the client may send before the server asks for more | not sent | `initial_window_size: 100` | `unsendable` over HTTP/1.1 |
| `max_frame_size` | largest frame that the client may send | not sent | `max_frame_size: 16384` | `unsendable` over HTTP/1.1 |
| `max_header_list_size` | most bytes of headers that the client should send | not sent | `max_header_list_size: 8192` | `unsendable` over HTTP/1.1 |
| `enable_connect_protocol` | extended CONNECT (RFC 8441) | not sent | `enable_connect_protocol: 1` | `unsendable` over HTTP/1.1 |

### Error codes of HTTP/2

RFC 9113, section 7; any other code is written as its number.

| code | meaning | default | example | failure |
|---|---|---|---|---|
| `NO_ERROR` | graceful end | – | `goaway: NO_ERROR` | `unsendable` over HTTP/1.1 |
| `PROTOCOL_ERROR` | the peer broke the protocol | – | `rst_stream: PROTOCOL_ERROR` | `unsendable` over HTTP/1.1 |
| `INTERNAL_ERROR` | the server failed | – | `rst_stream: INTERNAL_ERROR` | `unsendable` over HTTP/1.1 |
| `FLOW_CONTROL_ERROR` | flow control was broken | – | `rst_stream: FLOW_CONTROL_ERROR` | `unsendable` over HTTP/1.1 |
| `SETTINGS_TIMEOUT` | settings were not acknowledged | – | `goaway: SETTINGS_TIMEOUT` | `unsendable` over HTTP/1.1 |
| `STREAM_CLOSED` | a frame came for a closed stream | – | `rst_stream: STREAM_CLOSED` | `unsendable` over HTTP/1.1 |
| `FRAME_SIZE_ERROR` | a frame has a wrong size | – | `rst_stream: FRAME_SIZE_ERROR` | `unsendable` over HTTP/1.1 |
| `REFUSED_STREAM` | not processed, may be sent again | – | `rst_stream: REFUSED_STREAM` | `unsendable` over HTTP/1.1 |
| `CANCEL` | no longer wanted | – | `rst_stream: CANCEL` | `unsendable` over HTTP/1.1 |
| `COMPRESSION_ERROR` | headers can't be decompressed | – | `goaway: COMPRESSION_ERROR` | `unsendable` over HTTP/1.1 |
| `CONNECT_ERROR` | a tunnel broke | – | `rst_stream: CONNECT_ERROR` | `unsendable` over HTTP/1.1 |
| `ENHANCE_YOUR_CALM` | too many requests | – | `goaway: ENHANCE_YOUR_CALM` | `unsendable` over HTTP/1.1 |
| `INADEQUATE_SECURITY` | TLS is too weak | – | `goaway: INADEQUATE_SECURITY` | `unsendable` over HTTP/1.1 |
| `HTTP_1_1_REQUIRED` | use HTTP/1.1 | – | `rst_stream: HTTP_1_1_REQUIRED` | `unsendable` over HTTP/1.1 |

## Checks at the end

### Expectation

A check at the end of the run. It counts every request received, whoever took it.

| key | meaning | default | example | failure |
|---|---|---|---|---|
| `request` | [requests that count](#request) | – | `request: GET /img/{x}` | `expect` |
| `times` | how many: a number, or [a range](#times) | at least 1 | `times: {at_most: 40}` | `expect` |
| `never` | not one | `false` | `never: true` | `expect` |
| `max_in_flight` | at most so many of them unanswered at a time | no limit | `max_in_flight: 4` | `expect` |
| `step` | step whose last request comes first | – | `step: refresh` | `expect` |
| `before` | step whose first request comes later | – | `before: retried` | `expect` |
| `connections` | how many connections carried a request: a number, or a range | any | `connections: {at_most: 1}` | `expect` |

## Words

### Order

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `strict` | steps run in the order of the list | yes | `order: strict` | `out_of_order` |
| `any` | every step is open from the start | – | `order: any` | – |

### Clock

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `real` | delays take their time | yes | `clock: real` | – |
| `instant` | no delay is waited for; intervals and the `timeout` of a hold are real time | – | `clock: instant` | – |
| `virtual` | time stands still until a test moves it | – | `clock: virtual` | – |

### On assert failure

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `record` | the response is sent all the same | yes | `on_assert_failure: record` | `assertion` |
| `reject` | the failure is sent as a 422 | – | `on_assert_failure: reject` | `assertion` |

### Head

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `from_get` | stubs for GET take HEAD, and answer it without the body | – | `head: from_get` | – |

### Then of responses

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `fail` | one more request is a failure | yes | `then: fail` | `exhausted` |
| `repeat_last` | the last response is sent again | – | `then: repeat_last` | – |
| `cycle` | they begin anew | – | `then: cycle` | – |

### Then of events

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `close` | the response ends | yes | `then: close` | – |
| `keep_open` | the response stays open until the client leaves | – | `then: keep_open` | – |

### Client

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `answered` | the response is delivered to it, to the end | – | `client: answered` | `client` |
| `cancels` | it leaves before that | – | `client: cancels` | `client` |
| `any` | either | yes | `client: any` | – |

A response is *delivered* once the client's system has acknowledged its last byte (over HTTP/2, of the frame that ends its stream).
A small response that the client's system took but that nobody read is delivered: no server can know better. A client has *left*
that reset the connection or the stream before that. One that only ends its own direction, by FIN or TLS's close_notify, may still
read: it has left if it resets, if the response has no end, or if it has not taken the rest when the run is judged. A client that is
connected when the run ends and has done neither, because it does not read, leaves its flow-control window shut, or waits for a
delay, fails `answered` and `cancels` alike, at most a second after the last byte was sent; the failure says what stood in the way.
A verdict while the run goes on waits for an acknowledgement, too, and does not judge a response that has none yet. After a reload
or a reset, responses that are being sent are judged in the run of their requests. `answered` is an error beside a response that no
client can take to its end: with `fault`, `rst_stream` or `then: keep_open`.

### Release

A list such as `[3, 1, 2]` states any other order.

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `together` | all at once | yes | `release: together` | `hold_timeout` |
| `reverse` | the last request first | – | `release: reverse` | `hold_timeout` |

### Protocol

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `http/1.1` | HTTP/1.1 or HTTP/1.0 | – | `protocol: http/1.1` | `unmatched`, `assertion` |
| `h2` | HTTP/2 | – | `protocol: h2` | `unmatched`, `assertion` |

### Framing

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `content_length` | by `Content-Length` | yes | `framing: content_length` | – |
| `chunked` | by an empty chunk | for `chunks`, `events` and `trailers` | `framing: chunked` | `unsendable` to HTTP/1.0 |
| `close` | by the end of the connection | – | `framing: close` | – |

### Encoding

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `gzip` | gzip (RFC 1952) | – | `encoding: gzip` | – |
| `deflate` | zlib format (RFC 1950) | – | `encoding: deflate` | – |

### Ranges

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `auto` | 206, 416 and `If-Range` as RFC 9110 says | – | `ranges: auto` | – |

### Connection of a response

| word | meaning | default | example | failure |
|---|---|---|---|---|
| `close` | closed after the response | – | `connection: close` | – |
| `keep_alive` | `Connection: keep-alive`; kept open unless the request asks for its end, after `raw` too | – | `connection: keep_alive` | – |

## Templates

Templates stand in the texts of `vars`, `request`, `assert`, `when`, `set` and responses; not in `id`, `name`, or a body file without
`template: true`. `uuid`, `random` and `count` can't stand in `request` and `assert`.

### Template names

A template is `{{NAME}}` in a text, where `NAME` is a variable or one of these. `{{cart.items[0].id}}` goes into a value,
`{{name | upper | json}}` filters it. A literal `{{` is `{{'{{'}}`.

| name | meaning | default | example | failure |
|---|---|---|---|---|
| `request` | [a part of the request](#parts-of-a-request) | – | `{{request.method}}` | `template` |
| `count` | number of this request among those of its step, from 1 | – | `{{count}}` | load error |
| `uuid` | random UUID | – | `{{uuid}}` | load error |
| `random.int` | random whole number between two | – | `{{random.int(1, 6)}}` | load error |
| `random.string` | random letters and digits | – | `{{random.string(12)}}` | load error |
| `now` | time, in [a form](#forms-of-now) and with an offset, like `+5m` or `-1h` | `iso` | `{{now(http, +5m)}}` | load error |
| `env` | environment variable that `--allow-env` names | – | `{{env.HOME}}` | load error |
| `server` | the server's own address | – | `{{server.url}}` | load error |
| `true` | the value true | – | `{{true}}` | – |
| `false` | the value false | – | `{{false}}` | – |
| `null` | the value null | – | `{{null}}` | – |

### Parts of a request

| name | meaning | default | example | failure |
|---|---|---|---|---|
| `method` | method | – | `{{request.method}}` | – |
| `host` | authority that was asked for | – | `{{request.host}}` | – |
| `target` | request target as it was sent | – | `{{request.target}}` | – |
| `path` | parameter of the path template | – | `{{request.path.id}}` | load error |
| `query` | query value | – | `{{request.query.q}}` | `template` |
| `headers` | header | – | `{{request.headers.x-id}}` | `template` |
| `cookies` | cookie | – | `{{request.cookies.session}}` | `template` |
| `form` | form value | – | `{{request.form.user}}` | `template` |
| `json` | value in the JSON body | – | `{{request.json.a['b.c']}}` | `template` |
| `body` | body as text | – | `{{request.body}}` | `template` |

### Forms of now

| name | meaning | default | example | failure |
|---|---|---|---|---|
| `iso` | ISO 8601 | yes | `{{now(iso)}}` | load error |
| `http` | date of HTTP | – | `{{now(http)}}` | load error |
| `unix` | seconds since 1970 | – | `{{now(unix)}}` | load error |
| `unix_ms` | milliseconds since 1970 | – | `{{now(unix_ms)}}` | load error |

### Filters

A filter changes the value before it. An argument is a text in quotes, a number or a variable.

| filter | meaning | default | example | failure |
|---|---|---|---|---|
| `json` | written as JSON | – | `{{name \| json}}` | – |
| `url` | percent-encoded | – | `{{name \| url}}` | – |
| `base64` | base64 | – | `{{name \| base64}}` | – |
| `base64url` | base64 for URLs | – | `{{name \| base64url}}` | – |
| `base64_decode` | decoded from base64 | – | `{{name \| base64_decode}}` | `template` |
| `sha256` | SHA-256 digest, as bytes | – | `{{name \| sha256 \| hex}}` | – |
| `hmac_sha256` | HMAC with a key, as bytes | – | `{{name \| hmac_sha256('key') \| hex}}` | – |
| `hex` | hexadecimal | – | `{{name \| hex}}` | – |
| `number` | as a number | – | `{{name \| number}}` | `template` |
| `string` | as a string | – | `{{name \| string}}` | – |
| `trim` | without space around it | – | `{{name \| trim}}` | – |
| `upper` | upper case | – | `{{name \| upper}}` | – |
| `lower` | lower case | – | `{{name \| lower}}` | – |
| `default` | this value where there is none | – | `{{name \| default('none')}}` | – |

## Failures

A failure names its kind in reports, and stands at the line of the scenario that it breaks.

### Failure kinds

| kind | meaning | default | example | what helps |
|---|---|---|---|---|
| `unmatched` | no step or stub takes the request | – | a misspelled path | compare method and path with the step that the text names as nearest |
| `out_of_order` | a step that is not open would take it | – | a call before the login | send the earlier request first, or write `after` or `order: any` |
| `exhausted` | the step that would take it has had its last | – | a call sent twice | raise `times` if the request may come again |
| `assertion` | a request violates an assertion | – | a missing header | the line of the difference says what was expected |
| `unmet` | a step did not get its requests | – | a call that was never sent | the text lists what came in its place |
| `never` | a stub with `never` matched | – | a forbidden call | the client must not send it |
| `hold_timeout` | a hold was not opened in time | – | the second request never came | send the requests that the hold waits for, or raise `timeout` |
| `max_in_flight` | too many requests at a time | – | no limit in the client | limit the requests that are under way |
| `interval` | a request came too early or too late | – | a retry without a pause | wait as long as the server asks |
| `client` | the client left, or stayed, against `client` | – | a call that was not cancelled | cancel, or read to the end |
| `capture` | a capture found no value | – | a missing member | send the value, or correct its name |
| `template` | a template has no value | – | a variable that was not set | use the value only in steps after the one that sets it |
| `unsendable` | the protocol can't carry the response | – | `raw` over HTTP/2 | leave the key out, or speak the other protocol |
| `bad_request` | the client broke HTTP, or its request was not whole when the run ended | – | a malformed head | the text says what is malformed |
| `expect` | a check of `expect` failed | – | too many connections | the text counts what came |

### What follows from a failure

Some requests fail only because another one did. The terminal counts them with that failure (`6 more requests came out of order
because of this`), names the first failure again in its last line, and lists all with `--verbose`. Reports have every failure;
`follows_from` in JSON says which. Counts and the exit status are those of all failures.

- A request that came out of order follows from an earlier failure if each step that it waits for had its requests refused before.
  Others may be the steps that the request of that failure waited for, if none of them has got a request since. A request more than its
  step takes has a reason of its own.
- A step without its requests follows from it if they came and were refused, and so those of all steps behind it.
- A request that nothing takes counts as refused for an open step if it differs from it in one part; in the path, only in slashes or
  the case of letters.

## Warnings

`mockserver validate` warns of what is right but probably means something else. A warning ends with its code in brackets.
`--strict` takes warnings for errors. The comment `# mockserver: allow CODE` silences a warning: at the end of its line, or alone on
the line above.

### Warning codes

An example that begins with `-` is a step, any other the rest of a file.

| code | meaning | example |
|---|---|---|
| `unused-capture` | nothing uses a captured value | `- {request: 'GET /a/{id}', capture: {id: {path: id}}}` |
| `shadowed-stub` | stubs before this one take each request that it could | `stubs: [{request: /a}, {request: GET /a}]` |
| `shadowed-step` | a stub takes requests of a step that come before the step is open | `{steps: [{request: GET /a}, {request: GET /b}], stubs: [{request: GET /b}]}` |
| `never-open` | a condition of `when` wants a value that nothing gives the variable | `steps: [{request: GET /a, set: {cart: empty}}, {request: GET /b, when: {cart: full}}]` |
| `unsendable` | the protocol of the request can't carry a part of the response | `- {request: {path: /a, protocol: h2}, response: {reason: Fine}}` |
| `secret` | a value looks like a real password, key or token | – |
| `missing-space` | a name and a value have no space behind the colon, and so are one name | `- {request: {path: /a, json: {a:1}}}` |
| `quoted-json` | an object or an array in quotes is a text | `- {request: GET /a, response: {json: '[1, 2]'}}` |
| `json-operator` | a member is named like an operator, which in JSON begins with `$` | `- {request: {path: /a, json: {a: {gt: 1}}}}` |
| `null-text` | where text is wanted, `null` is the text "null" | `- {request: {path: /a, query: {q: null}}}` |
| `literal-braces` | braces mean a parameter in a path only; here they are text | `- {request: 'GET /a?q={q}'}` |
| `fragment` | a client sends nothing of a URL from `#` on, and YAML takes `#` behind a space for a comment | `- request: GET /a #top` |
| `literal-path` | a parameter, a wildcard or a regular expression of other tools, or a space, is text in a path | `- request: GET /users/:id` |
| `foreign-template` | a template or a variable of other tools is text; a template is written `{{name}}` | `- {request: GET /a, response: {text: 'Hello, ${name}'}}` |
| `regex-slashes` | the slashes around a regular expression of other tools are part of it | `- {request: {path: /a, query: {q: {matches: '/[0-9]+/'}}}}` |
| `unknown-method` | the method is not known, but near one that is, or a word of other tools | `- request: GTE /a` |
| `json-path` | a function of the query is always false | `- {request: {path: /a, json_path: {'$[?match(@.a, "\\d")]': {present: true}}}}` |
| `json-path-list` | the query selects an array, which is compared with one value | `- {request: {path: /a, json_path: {'$[*].id': 7}}}` |
| `json-schema-keyword` | the schema has a keyword that is not known, but near one that is | `- {request: {path: /a, json_schema: {requierd: [a]}}}` |
| `redacted-header` | the name masks a header, but is that of another part of a request | `{redact: [cookies], steps: [{request: GET /a}]}` |
| `prompt-response` | the client should leave before the response's end, but it is sent at once | `- {request: GET /a, client: cancels}` |
| `template-status` | a template can make a status that has no body | `{vars: {code: 200}, steps: [{request: GET /a, response: {status: '{{code}}', text: a}}]}` |
| `template-length` | only when it is sent is it known whether the body has the stated length | `- {request: GET /a, response: {headers: {Content-Length: 36}, text: '{{uuid}}'}}` |
| `template-encoding` | only when it is sent is it known whether the body is encoded as stated | `- {request: GET /a, response: {headers: {Content-Encoding: gzip}, text: '{{uuid}}'}}` |
| `unused-allow` | a comment allows what nothing warns of | `- request: GET /a # mockserver: allow secret` |
| `unknown-code` | a comment allows a code that does not exist | `- request: GET /a # mockserver: allow all` |

## Recipes

Each is a whole file: save it, change it to what your client does, and play it.

### Parallel refresh

Three calls get a 401 at the same moment, because the hold waits for the third. One refresh has to serve them all: a second one is
`exhausted`, a retry with the old token an `assertion`.

```yaml
mockserver: 1
name: Three calls that get 401 at once share one refresh
vars: { access: "{{uuid}}" }
steps:
  - id: rejected
    request: GET /me
    times: 3
    hold: { until: { arrivals: 3 } }
    response: 401

  - id: refresh
    request: POST /auth/refresh
    assert: { json: { refreshToken: rt-1 } }
    response: { json: { accessToken: "{{access}}" } }

  - id: retried
    request: GET /me
    times: 3
    assert: { bearer: "{{access}}" }
    response: { json: { name: Ada } }
```

### Cursor pages

Each page has the cursor of the next one; the client has to send it back unchanged. A client that stops early leaves a step `unmet`.

```yaml
mockserver: 1
name: A list is read to its end, each page by the cursor of the page before
vars:
  second: "b3JkZXI+Mg=="               # a + in a query must come as %2B
  third: "{{random.string(12)}}"
defaults:
  assert: { query: { limit: 2 } }
steps:
  - id: first page
    request: GET /orders
    assert: { query: { cursor: { absent: true } } }
    response: { json: { items: [1, 2], next: "{{second}}" } }

  - id: second page
    request: GET /orders
    assert: { query: { cursor: "{{second}}" } }
    response: { json: { items: [3, 4], next: "{{third}}" } }

  - id: last page
    request: GET /orders
    assert: { query: { cursor: "{{third}}" } }
    response: { json: { items: [5], next: null } }
```

### Create, then read

The client makes the id itself. It is captured, and has to come again.

```yaml
mockserver: 1
name: A note that was created is read back under its own id
steps:
  - id: create
    request: PUT /notes/{id}
    assert:
      headers: { Content-Type: application/json }
      json: { title: Shopping, lines: { $length: 2 } }
    capture:
      note: { path: id }
      title: { json: $.title }
    response: { status: 201, headers: { Location: "/notes/{{note}}" } }

  - id: read
    request: GET /notes/{id}
    assert: { path: "/notes/{{note}}" }
    response: { json: { id: "{{note}}", title: "{{title}}" } }
```

### Retry after 503

The first attempt is told to wait a second; the second must not come sooner, and must have the key of the first.

```yaml
mockserver: 1
name: An order is sent again a second after a 503, with the same key
steps:
  - id: refused
    request: POST /orders
    capture: { key: { header: Idempotency-Key } }
    response: { status: 503, headers: { Retry-After: 1 } }

  - id: sent again
    request: POST /orders
    assert: { headers: { Idempotency-Key: "{{key}}" } }
    interval: { gte: 1s, lt: 10s }
    response: 201
```

Where the attempts need not be told apart, one step does: `responses: [503, 503, 201]`.

### Poll until done

The first job is done when it is asked for the third time; a fourth poll is `exhausted`. The second job is never done, so the client has
to give up by itself: its sixth poll is `exhausted`.

```yaml
mockserver: 1
name: A job is polled until it is done, at most five times
steps:
  - id: start
    request: POST /jobs
    response: { status: 202, headers: { Location: /jobs/1 } }

  - id: poll
    request: GET /jobs/1
    responses:
      - json: { state: waiting }
      - json: { state: running }
      - json: { state: done }

  - id: start another
    request: POST /jobs
    response: { status: 202, headers: { Location: /jobs/2 } }

  - id: poll in vain
    request: GET /jobs/2
    times: { at_least: 1, at_most: 5 }
    response: { json: { state: running } }
```

`times: 5` for the second job wants that the client really asks five times before it gives up; `interval: { gte: 100ms }` wants a pause
before each poll.

### Upload with parts

`multipart` wants these parts in this order, others may be there; `multipart_exact` allows no others.

```yaml
mockserver: 1
name: A photo is uploaded with its description
steps:
  - request: POST /photos
    assert:
      headers: { Content-Type: multipart/form-data }
      multipart:
        - { name: meta, json: { album: 7, title: { $present: true } } }
        - name: photo
          filename: { ends_with: .jpg }
          content_type: image/jpeg
          body: { length: { gt: 0, lte: 5MiB } }
    response: { status: 201, json: { id: "{{uuid}}" } }
```

### GraphQL by operation

All requests go to one path; the operation tells them apart. White space and comments in a `query` don't count.

```yaml
mockserver: 1
name: A hero is read, then rated
steps:
  - request: { method: POST, path: /graphql, graphql: { operation: Hero } }
    assert: { graphql: { variables: { id: 7 } } }
    response: { json: { data: { hero: { name: Leia } } } }

  - request: { method: POST, path: /graphql, graphql: { operation: Rate } }
    assert:
      graphql:
        query: "mutation Rate($id: ID!, $stars: Int!) { rate(id: $id, stars: $stars) { stars } }"
        variables: { stars: { $gte: 1, $lte: 5 } }
    response: { json: { data: { rate: { stars: "{{request.json.variables.stars}}" } } } }
```

### JSONPath and JSON Schema

A path that can name only one value yields that value; any other yields the list of all that it finds.

```yaml
mockserver: 1
name: An order is checked by paths and by a schema
steps:
  - request: POST /orders
    assert:
      json_path:
        $.customer.email: { ends_with: "@example.com" }
        "$.items[*].sku": [A-1, B-2]
        "$.items[?@.price > 100].sku": { contains: B-2 }
        $.coupon: { absent: true }
      json_schema:                     # or { file: order.schema.json }
        type: object
        required: [items, customer]
        properties:
          items: { type: array, minItems: 1, items: { required: [sku, price] } }
    response: 201
```

### Events

The client reads two events, loses the connection, and comes back with the id of the last one. Then the stream stays open until the
client leaves.

```yaml
mockserver: 1
name: A stream of events is taken up where it broke
steps:
  - id: stream
    request: GET /events
    response:
      events:
        - { id: 1, event: added, json: { item: A } }
        - { id: 2, event: added, json: { item: B }, delay: 50ms, retry: 100ms }

  - id: again
    request: GET /events
    assert: { headers: { Last-Event-ID: 2 } }
    client: cancels
    response:
      events:
        - { comment: welcome back }
        - { id: 3, event: removed, data: A }
      then: keep_open
```

### Slow and broken responses

`times: { at_least: 1 }` because HTTP stacks resend by themselves when a connection breaks. `clock: instant` skips every delay.

```yaml
mockserver: 1
name: A server in trouble
order: any
steps:
  - request: GET /slow
    response: { text: at last, delay: 300ms }

  - request: GET /trickle
    response: { text: "0123456789", dribble: { chunk: 2B, every: 20ms } }

  - request: GET /reset
    times: { at_least: 1 }
    response: { fault: reset }

  - request: GET /half
    response: { text: "0123456789", fault: { kind: truncate, after_bytes: 5 } }

  - request: GET /hangs
    client: cancels                    # the client's own timeout has to end it
    response: { text: "0123456789", fault: { kind: stall, at: response_body, after_bytes: 5 } }
```

### Form login with cookies

The form has a secret that has to come back with the password; the cookie of the login opens the account.

```yaml
mockserver: 1
name: A form login opens the account by its cookie
vars:
  csrf: "{{random.string(16)}}"
  session: "{{random.string(24)}}"
redact: [form.password]
steps:
  - id: form
    request: GET /login
    response:
      headers: { Content-Type: text/html }
      text: |
        <form method="post"><input type="hidden" name="csrf" value="{{csrf}}">
        <input name="user"><input name="password" type="password"></form>

  - id: login
    request: POST /login
    assert: { form: { csrf: "{{csrf}}", user: ada, password: correct horse+1 } }
    response:
      status: 303
      headers:
        Location: /account
        Set-Cookie: "session={{session}}; Path=/; HttpOnly"

  - id: account
    request: GET /account
    assert: { cookies: { session: "{{session}}" } }
    response: { text: Signed in as ada. }
```

### Templates in responses

What a request brought goes into its response and into later ones.

```yaml
mockserver: 1
name: Responses that are made of requests
vars: { secret: hush }
steps:
  - request: POST /echo/{id}
    capture: { id: { path: id } }
    set: { greeting: "Hello, {{request.json.name}}" }
    response:
      headers:
        Expires: "{{now(http, +5m)}}"
        X-Signature: "{{request.body | hmac_sha256(secret) | hex}}"
      json:
        id: "{{id | number}}"          # a template alone keeps its type
        page: "{{request.query.page | default('1')}}"
        upper: "{{request.json.name | upper}}"
        user: "{{request.json.name}} ({{request.headers.user-agent}})"
        token: "{{uuid}}"
        literal: "{{'{{'}}name}}"      # {{name}}

  - request: "GET /greetings/{{id}}"
    times: 2
    response: { text: "{{greeting}}, for the {{count}}. time" }
```

### A server for development

No steps, so nothing has to come: stubs alone, with the headers that browsers want for pages of another origin. Run it by
`mockserver --scenario dev.yaml --port 8080`.

```yaml
mockserver: 1
name: A server for development
base_path: /api
cors: { origins: ["http://localhost:3000"] }
defaults:
  head: from_get
  response:
    delay: { uniform: { from: 10ms, to: 60ms } }
    headers: { Cache-Control: no-store }
stubs:
  - request: GET /users
    response: { json: [{ id: 1, name: Ada }, { id: 2, name: Grace }] }

  - request: GET /users/{id}
    response: { json: { id: "{{request.path.id | number}}", name: Ada } }

  - request: POST /users
    response: { status: 201, json: { id: "{{random.int(3, 999)}}", name: "{{request.json.name}}" } }

  - request: DELETE /users/{id}
    response: 204
unmatched: { status: 404, json: { error: not found }, allow: true }
```

## Other words

Words that people look for, and where the thing is. `mockserver reference pagination` prints these parts.

### Index

| word | see |
|---|---|
| `auth` | `request.bearer`, `request.basic`, `request.cookies`, [Form login with cookies](#form-login-with-cookies) |
| `caching` | `response.headers`, `request.headers`, [Text and quotes](#text-and-quotes) |
| `cancel` | `step.client`, [Client](#client), [Slow and broken responses](#slow-and-broken-responses) |
| `chaos` | `response.fault`, [Fault kinds](#fault-kinds), [Slow and broken responses](#slow-and-broken-responses) |
| `concurrency` | `step.hold`, `step.max_in_flight`, [Parallel refresh](#parallel-refresh) |
| `condition` | `step.when`, [Request](#request) |
| `crud` | [A server for development](#a-server-for-development), [Create, then read](#create-then-read), `step.capture` |
| `csrf` | [Form login with cookies](#form-login-with-cookies), `request.form` |
| `cursor` | [Cursor pages](#cursor-pages) |
| `date` | `now`, [Forms of now](#forms-of-now) |
| `disconnect` | `response.fault`, `step.client` |
| `environment` | `env` |
| `error` | `response.status`, `response.fault` |
| `etag` | [Text and quotes](#text-and-quotes), `response.headers`, `request.headers` |
| `grpc` | [What it does not do](#what-it-does-not-do) |
| `har` | [What it does not do](#what-it-does-not-do) |
| `idempotency` | [Retry after 503](#retry-after-503) |
| `jwt` | `request.bearer`, `base64url` |
| `latency` | `response.delay`, [Delay](#delay), [Slow and broken responses](#slow-and-broken-responses) |
| `login` | [Form login with cookies](#form-login-with-cookies), `request.basic` |
| `loop` | `step.responses`, [Then of responses](#then-of-responses) |
| `oauth` | `request.bearer`, `request.form`, [Parallel refresh](#parallel-refresh) |
| `openapi` | [What it does not do](#what-it-does-not-do) |
| `optional` | `step.times`, [Stub](#stub) |
| `pagination` | [Cursor pages](#cursor-pages), `request.query` |
| `passthrough` | [What it does not do](#what-it-does-not-do) |
| `password` | `request.basic`, `scenario.redact`, [Form login with cookies](#form-login-with-cookies) |
| `path-parameters` | `request.path`, `capture.path`, [Parts of a request](#parts-of-a-request) |
| `poll` | [Poll until done](#poll-until-done), `step.responses`, `step.interval` |
| `postman` | [What it does not do](#what-it-does-not-do), [If you come from another tool](#if-you-come-from-another-tool) |
| `preflight` | `scenario.cors`, [CORS](#cors) |
| `proxy` | [What it does not do](#what-it-does-not-do) |
| `race` | `step.hold`, [Parallel block](#parallel-block), [Parallel refresh](#parallel-refresh) |
| `random` | `random.int`, `random.string`, `uuid`, `scenario.seed` |
| `rate-limit` | [Retry after 503](#retry-after-503), `step.interval`, `step.max_in_flight` |
| `record` | `on_assert_failure`, [What it does not do](#what-it-does-not-do) |
| `recording` | [What it does not do](#what-it-does-not-do) |
| `redirect` | `response.status`, `response.headers`, [Form login with cookies](#form-login-with-cookies) |
| `regex` | `matches`, `$matches` |
| `retries` | [Retry after 503](#retry-after-503), `step.responses`, `step.interval` |
| `retry` | [Retry after 503](#retry-after-503), `step.responses`, `step.interval` |
| `secret` | `scenario.redact` |
| `session` | `request.cookies`, [Form login with cookies](#form-login-with-cookies) |
| `sleep` | `response.delay` |
| `sse` | `response.events`, [Event](#event), [Events](#events) |
| `state` | `step.set`, `step.when`, [Variables](#variables) |
| `stream` | `response.events`, `response.chunks`, `response.dribble`, [Events](#events) |
| `swift` | [In Swift](#in-swift) |
| `timeout` | `response.delay`, `stall`, [Slow and broken responses](#slow-and-broken-responses) |
| `token` | `request.bearer`, [Parallel refresh](#parallel-refresh) |
| `upload` | [Upload with parts](#upload-with-parts), `request.multipart`, `step.early` |
| `wait` | `step.hold`, `response.delay`, `step.interval` |
| `webhook` | [What it does not do](#what-it-does-not-do) |
| `websocket` | [What it does not do](#what-it-does-not-do) |
| `wildcard` | `request.path`, `matches` |
| `wiremock` | [If you come from another tool](#if-you-come-from-another-tool) |
| `xml` | [What it does not do](#what-it-does-not-do) |

## In Swift

The same files play without the command. `MockServerTesting` and `MockServerXCTest` give each test a server, in the test's own
process; `MockServerURLProtocol` plays a scenario under `URLSession`, without a socket; `MockServerRemote` controls a running
`mockserver`. A scenario can also be written in Swift, with the words of this page:
`Step(.get, "/me").respond(json: ["name": "Ada"])`.

## What it does not do

- No WebSocket, no gRPC, no HTTP/3. A request that asks for another protocol is answered over HTTP/1.1 or HTTP/2.
- No proxying and no passthrough: what nothing takes gets a 501, never the response of a real server. So nothing is recorded from one,
  either. `--report har=run.har` writes what a run received and sent, and `mockserver explain --har` plays the requests of an archive
  against a scenario.
- No import: neither OpenAPI, nor a Postman collection, nor HAR becomes a scenario.
- No XML and no XPath: such a body is compared as text, or byte by byte.
- No comparison of dates: compare them as text, by `matches`, or make them by `now` and an offset.
- No calls of its own: no webhooks, and no code in a response. In Swift, `respond { request in … }` makes one.
- No priorities: of several open steps that match the first in the file takes a request, else the first such stub.
- No faults at random: a fault belongs to the response that states it, so a run fails the same way each time.

## If you come from another tool

From **WireMock**:

- A mapping is a stub, and `request` and `response` are the same words. `urlPath` is `path`, `urlPathPattern` is
  `path: {matches: …}`, `queryParameters` is `query`, `jsonBody` is `json`, `bodyFileName` is `file`.
- `equalToJson` with `ignoreExtraElements` is `json`, whose arrays must be whole (`$contains` for an element); without it
  `json_exact`. `ignoreArrayOrder` is `$unordered`. `equalTo` is a plain value, `doesNotMatch` is `not: {matches: …}`.
- `scenarioName` with its states is the order of `steps`; states that are no sequence are `set` and `when`. There is no `priority`.
- `fixedDelayMilliseconds: 200` is `delay: 200ms`, `chunkedDribbleDelay` is `dribble`. The faults are `reset`, `empty`, `garbage`
  and `malformed_chunk`.
- `verify(2, …)` is `times: 2` at the step, or an item of `expect`. An unmatched request fails the run without being asked for.
- `/__admin/mappings` is `POST /sessions/<id>/stubs`, `/__admin/requests` is `GET /journal`.

From **MockServer**:

- An expectation is a step if it is required, else a stub; `httpRequest` and `httpResponse` are `request` and `response`.
- `times: {remainingTimes: 2}` is `times: 2`. `verifySequence` is the order of `steps`; `verify` is `times`, or `expect`.
- `PUT /mockserver/expectation` is `POST /sessions/<id>/stubs`, `PUT /mockserver/reset` is `POST /reset`. Nothing is forwarded.

From **Mockoon**:

- A route is a stub, its rules are the conditions of `request`. Sequential responses are `responses` with `then: cycle` or
  `repeat_last`; there are no random ones.
- The latency of a route is `delay`. In place of Faker there are `uuid`, `random.int(1, 6)` and `random.string(12)`, which `seed`
  repeats. There are no data buckets: `capture` and `set` keep what a request brought.

From **msw**:

- `http.get('/me', resolver)` is a stub, `{once: true}` is `times: 1`. `onUnhandledRequest: 'error'` is what always holds;
  `unmatched: {allow: true}` permits such requests. There is no passthrough.
- `HttpResponse.error()` is `fault: reset`. The server has a socket, so the client needs its URL; only in Swift does the same file
  play in the client's own process, under `URLSession`.

From **nock**:

- An interceptor is a step, because it is used once and has to be; `.persist()` makes it a stub, `.times(2)` is `times: 2`.
- `nock.isDone()` and `pendingMocks()` are the verdict. `.replyWithError()` is `fault: reset`, `.delay(200)` is `delay: 200ms`.

"""##
}
