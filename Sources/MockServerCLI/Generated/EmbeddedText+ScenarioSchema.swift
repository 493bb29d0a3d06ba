// swift-format-ignore-file
// Written by .ci/embed-reference.

extension EmbeddedText {
    /// The text of `Scenarios/scenario.schema.json`.
    static let scenarioSchema = ##"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Mock server scenario, version 1",
  "description": "A script for the server and a set of assertions about the client.",
  "type": "object",
  "required": ["mockserver"],
  "anyOf": [
    {"required": ["steps"], "properties": {"steps": {"minItems": 1}}},
    {"required": ["stubs"], "properties": {"stubs": {"minItems": 1}}},
    {"required": ["expect"], "properties": {"expect": {"minItems": 1}}},
    {"required": ["include"]}
  ],
  "properties": {
    "$schema": {
      "description": "Schema of the file, for editors.",
      "type": "string",
      "examples": ["./scenario.schema.json"]
    },
    "mockserver": {"description": "Version of the format.", "const": 1, "examples": [1]},
    "name": {
      "$ref": "#/$defs/text",
      "description": "Title in reports. Default: name of the file.",
      "examples": ["Token refresh"]
    },
    "description": {
      "$ref": "#/$defs/text",
      "description": "Longer text for people.",
      "examples": ["One login, two calls"]
    },
    "include": {
      "description": "Other files, in its folder or below, whose `vars`, `defaults`, `stubs` and `redact` are added; this file wins over them.",
      "type": "array",
      "items": {"$ref": "#/$defs/file"},
      "examples": [["common.yaml"]]
    },
    "vars": {
      "$ref": "#/$defs/variables",
      "description": "Variables of the run, evaluated once and in order; templates may stand in them.",
      "examples": [{"token": "{{uuid}}"}]
    },
    "defaults": {
      "description": "What steps and stubs start from.",
      "type": "object",
      "properties": {
        "response": {
          "$ref": "#/$defs/responseKeys",
          "description": "Keys of a response that every response starts from; `headers` merge by name, a body of the step replaces another body.",
          "examples": [{"headers": {"Server": "mine"}}]
        },
        "assert": {
          "$ref": "#/$defs/requestMatcher",
          "description": "Assertion on every request that a step or stub takes, unless it says `assert_defaults: false`.",
          "examples": [{"headers": {"Accept": {"present": true}}}]
        },
        "on_assert_failure": {
          "$ref": "#/$defs/onAssertFailure",
          "description": "What a failed assertion does to the response. Default: `record`.",
          "default": "record",
          "examples": ["reject"]
        },
        "head": {
          "$ref": "#/$defs/head",
          "description": "Whether stubs for GET take HEAD. Default: they don't.",
          "examples": ["from_get"]
        }
      },
      "additionalProperties": false,
      "examples": [{"response": {"headers": {"Server": "mine"}}}]
    },
    "base_path": {
      "description": "Path, or path template, that is put before the path of every `request`.",
      "type": "string",
      "pattern": "^/.*[^/]$",
      "examples": ["/api/v1"]
    },
    "order": {
      "description": "Whether steps run in order. Default: `strict`.",
      "enum": ["strict", "any"],
      "default": "strict",
      "examples": ["any"]
    },
    "steps": {
      "description": "The script: a list of steps and parallel blocks.",
      "type": "array",
      "items": {"$ref": "#/$defs/entry"},
      "examples": [[{"request": "GET /me"}]]
    },
    "stubs": {
      "description": "A list of stubs, for requests that no open step takes.",
      "type": "array",
      "items": {"$ref": "#/$defs/stub"},
      "examples": [[{"request": "GET /health"}]]
    },
    "unmatched": {
      "$ref": "#/$defs/unmatched",
      "description": "Response to a request that nothing takes. Default: 501 with the failure as its body.",
      "examples": [404]
    },
    "expect": {
      "description": "Checks at the end of the run.",
      "type": "array",
      "items": {"$ref": "#/$defs/expectation"},
      "examples": [[{"request": "DELETE /me", "never": true}]]
    },
    "linger": {
      "$ref": "#/$defs/duration",
      "description": "How long a complete run still listens before it ends, so that late duplicates are seen; a request that has begun by then is waited for. Default: `100ms`.",
      "default": "100ms",
      "examples": ["1s"]
    },
    "clock": {
      "description": "Clock that delays, intervals and `now` use. Default: `real`.",
      "enum": ["real", "instant", "virtual"],
      "default": "real",
      "examples": ["virtual"]
    },
    "cors": {
      "description": "Adds the headers that browsers want, and answers preflights that no step or stub takes: `true` for pages of any origin, or a map. Default: `false`.",
      "anyOf": [
        {"type": "boolean"},
        {
          "type": "object",
          "properties": {
            "origins": {
              "description": "Origins that may read responses, as browsers send them, or `[\"*\"]`. Default: all.",
              "type": "array",
              "items": {
                "anyOf": [
                  {"enum": ["*", "null", null]},
                  {"type": "string", "pattern": "^[a-z][a-z0-9+.-]*://[^/?#@A-Z*]+$"}
                ]
              },
              "minItems": 1,
              "examples": [["http://localhost:3000"]]
            },
            "headers": {
              "description": "Request headers that a preflight may ask for; others are left out of its response. Default: all.",
              "type": "array",
              "items": {"$ref": "#/$defs/text", "pattern": "^(?!\\*$)[A-Za-z0-9!#$%&'*+.^_`|~-]+$"},
              "examples": [["Authorization"]]
            },
            "max_age": {
              "$ref": "#/$defs/duration",
              "description": "How long a browser may keep the answer to a preflight, in whole seconds. Default: not sent.",
              "examples": ["10m"]
            }
          },
          "additionalProperties": false,
          "minProperties": 1
        }
      ],
      "default": false,
      "examples": [true]
    },
    "seed": {
      "description": "Number that makes `uuid` and `random` repeatable; `--seed` wins. Default: another one each run.",
      "type": "integer",
      "minimum": 0,
      "examples": [7]
    },
    "redact": {
      "description": "More values to mask in all output: header names, `query.NAME`, `form.NAME`, `cookies.NAME`, JSON paths; `none` empties the list. Default: `Authorization`, `Cookie`, `Set-Cookie`, `Proxy-Authorization`.",
      "anyOf": [
        {"const": "none"},
        {"$ref": "#/$defs/redacted"},
        {
          "type": "array",
          "items": {"$ref": "#/$defs/redacted"}
        }
      ],
      "examples": [["X-Key", "query.token", "$.password"]]
    }
  },
  "patternProperties": {"^x-": {"description": "Ignored; may hold anchors."}},
  "additionalProperties": false,
  "$defs": {
    "redacted": {
      "description": "The name of a header, `query.NAME`, `form.NAME`, `cookies.NAME` or a JSON path.",
      "$ref": "#/$defs/text",
      "pattern": "^(\\$.*|(query|form|cookies)\\..+|(?!none$)(?!(cookie|headers?|json|body)\\.)[A-Za-z0-9!#%&'*+.^_`|~-][A-Za-z0-9!#$%&'*+.^_`|~-]*)$"
    },
    "file": {
      "description": "A path in the scenario's folder or below.",
      "type": "string",
      "pattern": "^(?!/)(?!(.*/)?\\.\\.(/|$))"
    },
    "text": {
      "description": "Text: a plain scalar's source text is taken, so 1.10, 007 and no are those characters.",
      "type": ["string", "number", "boolean", "null"]
    },
    "loneTemplate": {"description": "One template alone.", "type": "string", "pattern": "^\\{\\{.*\\}\\}$"},
    "number": {
      "description": "An exact number, or a template that makes one.",
      "anyOf": [
        {"type": "number"},
        {"type": "string", "pattern": "^(-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?|\\{\\{.*\\}\\})$"}
      ]
    },
    "duration": {
      "description": "A number and its unit: ms, s, m, h or d, as in 200ms or 1.5s.",
      "type": "string",
      "pattern": "^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$",
      "examples": ["200ms", "1.5s", "5m"]
    },
    "size": {
      "description": "A number of bytes and its unit, as in 16B, 64KiB or 5MiB.",
      "type": "string",
      "pattern": "^[0-9]+(\\.[0-9]+)?(B|KiB|MiB|GiB|KB|MB|GB)$",
      "examples": ["16B", "1KiB", "5MiB"]
    },
    "rate": {
      "description": "Bytes a second, as in 1KiB/s.",
      "type": "string",
      "pattern": "^[0-9]+(\\.[0-9]+)?(B|KiB|MiB|GiB|KB|MB|GB)/s$",
      "examples": ["1KiB/s"]
    },
    "id": {
      "description": "The id of a step or of a parallel block.",
      "type": ["string", "number", "boolean", "null"],
      "pattern": "^[^\\n\\r]+$"
    },
    "count": {"type": "integer", "minimum": 1, "maximum": 9223372036854775807},
    "times": {
      "description": "How often: 2 is exactly twice; at_least alone has no upper bound, at_most alone has the lower bound 0.",
      "anyOf": [
        {"$ref": "#/$defs/count"},
        {
          "type": "object",
          "properties": {
            "at_least": {
              "description": "Fewest requests; without `at_most` there is no upper limit. Default: `0`.",
              "type": "integer",
              "minimum": 0,
              "maximum": 9223372036854775807,
              "default": 0,
              "examples": [1]
            },
            "at_most": {
              "description": "Most requests; without `at_least` the step is optional, for none is needed. Default: no limit.",
              "type": "integer",
              "minimum": 1,
              "maximum": 9223372036854775807,
              "examples": [5]
            }
          },
          "additionalProperties": false,
          "minProperties": 1
        }
      ]
    },
    "variables": {
      "description": "Values by name.",
      "type": "object",
      "propertyNames": {
        "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
        "not": {"enum": ["request", "count", "uuid", "random", "now", "env", "server", "true", "false", "null"]}
      }
    },
    "flag": {"enum": [null, true]},
    "method": {"$ref": "#/$defs/text", "pattern": "^([A-Za-z0-9!#$%&'*+.^_`|~-]+)$"},
    "shortRequest": {
      "description": "GET /me, GET /search?q=swift, or /me for any method.",
      "type": "string",
      "pattern": "^(([A-Z0-9!#$%&'*+.^_`|~-]+ )?/|OPTIONS \\*$)",
      "not": {"pattern": " HTTP/[0-9.]+$"},
      "examples": ["GET /me", "POST /orders/{id}", "/health"]
    },
    "requestMatcher": {
      "description": "What is said of a request: a short form, or keys that must all match.",
      "anyOf": [
        {"$ref": "#/$defs/shortRequest"},
        {
          "type": "object",
          "properties": {
            "method": {
              "description": "One method, or a list, in upper case; `GET` does not take `HEAD`.",
              "anyOf": [
                {"$ref": "#/$defs/method"},
                {"type": "array", "items": {"$ref": "#/$defs/method"}, "minItems": 1}
              ],
              "examples": [["GET", "HEAD"]]
            },
            "host": {
              "$ref": "#/$defs/scalarOrOperators",
              "description": "Authority asked for; case, port and brackets don't count.",
              "examples": ["example.com"]
            },
            "path": {
              "description": "Path, decoded segment by segment; `{id}` takes a segment or a part of it, `{+rest}` the rest with its slashes; a template fills part of a segment, and a `/` in its value is sent as `%2F`; or operators.",
              "anyOf": [{"type": "string", "pattern": "^/"}, {"$ref": "#/$defs/operators"}],
              "examples": ["/users/{id}"]
            },
            "target": {
              "$ref": "#/$defs/scalarOrOperators",
              "description": "Request target as it was sent.",
              "examples": ["/a%20b?c"]
            },
            "query": {
              "$ref": "#/$defs/named",
              "description": "Query values by name; others may be there.",
              "examples": [{"page": 2}]
            },
            "query_exact": {
              "$ref": "#/$defs/exactlyNamed",
              "description": "Query values by name, and no others; a scalar means exactly one value.",
              "examples": [{"page": 2}]
            },
            "headers": {
              "description": "Header values by name, whose case doesn't count; others may be there.",
              "type": "object",
              "patternProperties": {
                "^([Ee][Tt][Aa][Gg]|[Ii][Ff]-([Nn][Oo][Nn][Ee]-)?[Mm][Aa][Tt][Cc][Hh])$": {
                  "$ref": "#/$defs/entityTag"
                }
              },
              "additionalProperties": {"$ref": "#/$defs/values"},
              "examples": [{"Accept": "application/json"}],
              "propertyNames": {"pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"}
            },
            "cookies": {
              "$ref": "#/$defs/named",
              "description": "Cookies by name; others may be there.",
              "examples": [{"session": "abc"}]
            },
            "form": {
              "$ref": "#/$defs/named",
              "description": "Form values by name; others may be there.",
              "examples": [{"user": "alice"}]
            },
            "form_exact": {
              "$ref": "#/$defs/exactlyNamed",
              "description": "Form values by name, and no others; a scalar means exactly one value.",
              "examples": [{"user": "alice"}]
            },
            "bearer": {
              "$ref": "#/$defs/scalarOrOperators",
              "description": "Bearer token.",
              "examples": ["tok-1"],
              "not": {"type": "string", "pattern": "^Bearer "}
            },
            "basic": {
              "description": "User and password of basic authentication.",
              "type": "object",
              "properties": {
                "user": {
                  "$ref": "#/$defs/scalarOrOperators",
                  "description": "User name, which has no colon.",
                  "examples": ["alice"],
                  "not": {"type": "string", "pattern": "^[^{]*:"}
                },
                "password": {"$ref": "#/$defs/scalarOrOperators", "description": "Password.", "examples": ["secret"]}
              },
              "additionalProperties": false,
              "minProperties": 1,
              "examples": [{"user": "alice", "password": "secret"}]
            },
            "json": {"$ref": "#/$defs/bodyKeys/properties/json"},
            "json_exact": {"$ref": "#/$defs/bodyKeys/properties/json_exact"},
            "json_path": {"$ref": "#/$defs/bodyKeys/properties/json_path"},
            "json_schema": {"$ref": "#/$defs/bodyKeys/properties/json_schema"},
            "text": {"$ref": "#/$defs/bodyKeys/properties/text"},
            "base64": {"$ref": "#/$defs/bodyKeys/properties/base64"},
            "file": {"$ref": "#/$defs/bodyKeys/properties/file"},
            "body": {"$ref": "#/$defs/bodyKeys/properties/body"},
            "multipart": {
              "description": "Parts of a multipart body in this order; others may be there.",
              "type": "array",
              "items": {"$ref": "#/$defs/part"},
              "minItems": 1,
              "examples": [[{"name": "title", "text": "Hello"}]]
            },
            "multipart_exact": {
              "description": "Parts in this order, and no others.",
              "type": "array",
              "items": {"$ref": "#/$defs/part"},
              "examples": [[{"name": "title"}]]
            },
            "graphql": {
              "description": "GraphQL request.",
              "type": "object",
              "properties": {
                "operation": {
                  "$ref": "#/$defs/scalarOrOperators",
                  "description": "Name of the operation.",
                  "examples": ["Hero"]
                },
                "query": {
                  "description": "Query; white space, commas and comments don't count.",
                  "type": "string",
                  "examples": ["{ hero { name } }"]
                },
                "variables": {
                  "$ref": "#/$defs/jsonMatcher",
                  "description": "Variables, compared like `json`.",
                  "examples": [{"id": 7}]
                }
              },
              "additionalProperties": false,
              "minProperties": 1,
              "examples": [{"operation": "Hero"}]
            },
            "protocol": {
              "description": "Protocol of the connection; `http/1.1` is HTTP/1.0, too.",
              "enum": ["http/1.1", "h2"],
              "examples": ["h2"]
            },
            "connection": {
              "description": "`new`: first request of its connection; or the connection of another step.",
              "anyOf": [
                {"description": "The first request of its connection.", "const": "new"},
                {
                  "type": "object",
                  "required": ["same_as"],
                  "properties": {
                    "same_as": {
                      "$ref": "#/$defs/id",
                      "description": "Step whose connection it must be.",
                      "examples": ["login"]
                    }
                  },
                  "additionalProperties": false
                }
              ],
              "examples": ["new"]
            },
            "tls": {
              "description": "Facts of the TLS session.",
              "type": "object",
              "properties": {
                "sni": {
                  "$ref": "#/$defs/scalarOrOperators",
                  "description": "Server name that the client asked for.",
                  "examples": ["example.com"]
                },
                "client_certificate": {
                  "description": "Certificate of the client.",
                  "type": "object",
                  "properties": {
                    "subject": {
                      "$ref": "#/$defs/scalarOrOperators",
                      "description": "Subject of the certificate.",
                      "examples": [{"contains": "CN=alice"}]
                    }
                  },
                  "additionalProperties": false,
                  "minProperties": 1,
                  "examples": [{"subject": "CN=alice"}]
                }
              },
              "additionalProperties": false,
              "minProperties": 1,
              "examples": [{"sni": "example.com"}]
            },
            "all_of": {
              "description": "All of these match.",
              "type": "array",
              "items": {"$ref": "#/$defs/requestMatcher"},
              "minItems": 1,
              "examples": [["GET /a", {"query": {"b": 1}}]]
            },
            "any_of": {
              "description": "At least one of these matches.",
              "type": "array",
              "items": {"$ref": "#/$defs/requestMatcher"},
              "minItems": 1,
              "examples": [["GET /a", "GET /b"]]
            },
            "not": {
              "$ref": "#/$defs/requestMatcher",
              "description": "This does not match.",
              "examples": [{"path": "/admin"}]
            }
          },
          "additionalProperties": false
        }
      ]
    },
    "bodyKeys": {
      "description": "What is said of a body.",
      "properties": {
        "json": {
          "$ref": "#/$defs/jsonMatcher",
          "description": "Members and elements that the body has, at every depth; lists have the same length and order, `{}` is any object; see operators in JSON.",
          "examples": [{"user": {"name": "alice"}}]
        },
        "json_exact": {
          "$ref": "#/$defs/jsonMatcher",
          "description": "The whole JSON body; order of members doesn't count.",
          "examples": [[1, 2]]
        },
        "json_path": {
          "description": "Values that JSON paths yield: the value itself if the path can name only one, else the array of all that it finds; absent if it finds nothing.",
          "type": "object",
          "propertyNames": {"pattern": "^\\$"},
          "additionalProperties": {
            "anyOf": [{"$ref": "#/$defs/text"}, {"type": "array"}, {"$ref": "#/$defs/operators"}]
          },
          "minProperties": 1,
          "examples": [{"$.items[0].id": 7}]
        },
        "json_schema": {
          "description": "JSON Schema (draft 2020-12) of the body, inline or from a file.",
          "anyOf": [
            {
              "type": "object",
              "required": ["file"],
              "properties": {
                "file": {
                  "$ref": "#/$defs/file",
                  "description": "File with the schema, in the scenario's folder or below. Default: inline.",
                  "examples": ["order.schema.json"]
                }
              },
              "additionalProperties": false
            },
            {"type": ["object", "boolean"]}
          ],
          "examples": [{"type": "object"}]
        },
        "text": {
          "$ref": "#/$defs/scalarOrOperators",
          "description": "Body as text; one that is not UTF-8 does not match.",
          "examples": [{"contains": "hello"}]
        },
        "base64": {"$ref": "#/$defs/base64", "description": "Body as bytes.", "examples": ["AAEC"]},
        "file": {"$ref": "#/$defs/file", "description": "Body as the bytes of a file.", "examples": ["upload.bin"]},
        "body": {
          "description": "Length, emptiness or digest of the body.",
          "type": "object",
          "properties": {
            "length": {
              "description": "Number of bytes: a number, a size, or comparisons.",
              "anyOf": [
                {"type": "integer", "minimum": 0},
                {"$ref": "#/$defs/size"},
                {"$ref": "#/$defs/loneTemplate"},
                {
                  "type": "object",
                  "properties": {
                    "equals": {
                      "description": "This number.",
                      "anyOf": [
                        {"type": "integer", "minimum": 0},
                        {"$ref": "#/$defs/size"},
                        {"$ref": "#/$defs/loneTemplate"}
                      ],
                      "examples": [3]
                    },
                    "gt": {
                      "description": "More.",
                      "anyOf": [
                        {"type": "integer", "minimum": 0},
                        {"$ref": "#/$defs/size"},
                        {"$ref": "#/$defs/loneTemplate"}
                      ],
                      "examples": [1]
                    },
                    "gte": {
                      "description": "This number or more.",
                      "anyOf": [
                        {"type": "integer", "minimum": 0},
                        {"$ref": "#/$defs/size"},
                        {"$ref": "#/$defs/loneTemplate"}
                      ],
                      "examples": [1]
                    },
                    "lt": {
                      "description": "Fewer.",
                      "anyOf": [
                        {"type": "integer", "minimum": 0},
                        {"$ref": "#/$defs/size"},
                        {"$ref": "#/$defs/loneTemplate"}
                      ],
                      "examples": [9]
                    },
                    "lte": {
                      "description": "This number or fewer.",
                      "anyOf": [
                        {"type": "integer", "minimum": 0},
                        {"$ref": "#/$defs/size"},
                        {"$ref": "#/$defs/loneTemplate"}
                      ],
                      "examples": [9]
                    }
                  },
                  "additionalProperties": false,
                  "minProperties": 1
                }
              ],
              "examples": [{"lte": "5MiB"}]
            },
            "empty": {"description": "Whether there is no body.", "type": "boolean", "examples": [true]},
            "sha256": {
              "$ref": "#/$defs/scalarOrOperators",
              "description": "SHA-256 digest in hexadecimal.",
              "examples": [{"starts_with": "e3b0"}],
              "pattern": "^([0-9A-Fa-f]{64}|.*\\{\\{.*)$"
            }
          },
          "additionalProperties": false,
          "minProperties": 1,
          "examples": [{"empty": true}]
        }
      }
    },
    "part": {
      "description": "A part of a multipart body.",
      "type": "object",
      "properties": {
        "name": {"$ref": "#/$defs/scalarOrOperators", "description": "Name of the part.", "examples": ["title"]},
        "filename": {"$ref": "#/$defs/scalarOrOperators", "description": "File name.", "examples": ["a.png"]},
        "content_type": {
          "$ref": "#/$defs/scalarOrOperators",
          "description": "Content type; without `;` the type alone is compared.",
          "examples": ["image/png"]
        },
        "headers": {
          "$ref": "#/$defs/requestMatcher/anyOf/1/properties/headers",
          "description": "Headers of the part by name; others may be there.",
          "examples": [{"X-Id": 7}]
        },
        "form": {
          "$ref": "#/$defs/requestMatcher/anyOf/1/properties/form",
          "description": "Form values.",
          "examples": [{"a": 1}]
        },
        "form_exact": {
          "$ref": "#/$defs/requestMatcher/anyOf/1/properties/form_exact",
          "description": "Form values, and no others.",
          "examples": [{"a": 1}]
        },
        "multipart": {
          "$ref": "#/$defs/requestMatcher/anyOf/1/properties/multipart",
          "description": "Parts of the part.",
          "examples": [[{"name": "inner"}]]
        },
        "multipart_exact": {
          "$ref": "#/$defs/requestMatcher/anyOf/1/properties/multipart_exact",
          "description": "Parts of the part, and no others.",
          "examples": [[{"name": "inner"}]]
        },
        "json": {
          "$ref": "#/$defs/bodyKeys/properties/json",
          "description": "Members and elements that the part has.",
          "examples": [{"a": 1}]
        },
        "json_exact": {
          "$ref": "#/$defs/bodyKeys/properties/json_exact",
          "description": "The whole JSON.",
          "examples": [{"a": 1}]
        },
        "json_path": {
          "$ref": "#/$defs/bodyKeys/properties/json_path",
          "description": "Values that JSON paths yield.",
          "examples": [{"$.a": 1}]
        },
        "json_schema": {
          "$ref": "#/$defs/bodyKeys/properties/json_schema",
          "description": "JSON Schema.",
          "examples": [{"type": "object"}]
        },
        "text": {"$ref": "#/$defs/bodyKeys/properties/text", "description": "Part as text.", "examples": ["Hello"]},
        "base64": {
          "$ref": "#/$defs/bodyKeys/properties/base64",
          "description": "Part as bytes.",
          "examples": ["AAEC"]
        },
        "file": {
          "$ref": "#/$defs/bodyKeys/properties/file",
          "description": "Part as the bytes of a file.",
          "examples": ["upload.bin"]
        },
        "body": {
          "$ref": "#/$defs/bodyKeys/properties/body",
          "description": "Length, emptiness or digest.",
          "examples": [{"length": 5}]
        }
      },
      "additionalProperties": false,
      "minProperties": 1
    },
    "named": {
      "description": "Values by name; others may be there too.",
      "type": "object",
      "additionalProperties": {"$ref": "#/$defs/values"}
    },
    "exactlyNamed": {
      "description": "Values by name, and no others; with {} the request must have none.",
      "type": "object",
      "additionalProperties": {"$ref": "#/$defs/values"}
    },
    "values": {
      "description": "A scalar or operator matches if any value of the name does; a list must equal all, in order.",
      "anyOf": [
        {"$ref": "#/$defs/text"},
        {"$ref": "#/$defs/operators"},
        {"type": "array", "items": {"$ref": "#/$defs/scalarOrOperators"}}
      ]
    },
    "scalarOrOperators": {
      "description": "A scalar means equals; a map holds operators.",
      "anyOf": [{"$ref": "#/$defs/text"}, {"$ref": "#/$defs/operators"}]
    },
    "operand": {
      "description": "A value or operators; a variable may have a list.",
      "anyOf": [{"$ref": "#/$defs/scalarOrOperators"}, {"type": "array"}]
    },
    "operators": {
      "description": "Operators that must all match.",
      "type": "object",
      "properties": {
        "equals": {"description": "Exactly this value.", "examples": ["a"]},
        "equals_ignore_case": {
          "$ref": "#/$defs/text",
          "description": "This text; case doesn't count.",
          "examples": ["a"]
        },
        "contains": {"description": "Has this text; of an array, this element.", "examples": ["b"]},
        "starts_with": {"$ref": "#/$defs/text", "description": "Begins with this text.", "examples": ["Bearer"]},
        "ends_with": {"$ref": "#/$defs/text", "description": "Ends with this text.", "examples": [".png"]},
        "matches": {
          "description": "The whole value matches the regular expression.",
          "$ref": "#/$defs/text",
          "examples": ["\\d+"]
        },
        "one_of": {"description": "One of these values.", "type": "array", "minItems": 1, "examples": [["a", "b"]]},
        "present": {"description": "Is there, with whatever value.", "type": "boolean", "examples": [true]},
        "absent": {"description": "Is not there.", "type": "boolean", "examples": [true]},
        "gt": {"$ref": "#/$defs/number", "description": "Number greater than.", "examples": [1]},
        "gte": {"$ref": "#/$defs/number", "description": "Number greater than or equal to.", "examples": [1]},
        "lt": {"$ref": "#/$defs/number", "description": "Number less than.", "examples": [9]},
        "lte": {"$ref": "#/$defs/number", "description": "Number less than or equal to.", "examples": [9]},
        "length": {
          "description": "Number of characters, elements or members; a number or comparisons.",
          "anyOf": [
            {"type": "integer", "minimum": 0},
            {"$ref": "#/$defs/loneTemplate"},
            {"$ref": "#/$defs/comparisons"}
          ],
          "examples": [3]
        },
        "all_of": {
          "description": "All of these match.",
          "type": "array",
          "items": {"$ref": "#/$defs/operand"},
          "minItems": 1,
          "examples": [[{"gt": 1}, {"lt": 9}]]
        },
        "any_of": {
          "description": "At least one of these matches.",
          "type": "array",
          "items": {"$ref": "#/$defs/operand"},
          "minItems": 1,
          "examples": [["a", {"starts_with": "b"}]]
        },
        "not": {
          "$ref": "#/$defs/operand",
          "description": "This does not match; no value of the name does.",
          "examples": ["a"]
        }
      },
      "additionalProperties": false,
      "minProperties": 1
    },
    "comparisons": {
      "description": "Comparisons that must all match.",
      "type": "object",
      "properties": {
        "equals": {
          "description": "This number.",
          "examples": [3],
          "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^([0-9]+|\\{\\{.*\\}\\})$"}]
        },
        "gt": {
          "description": "More.",
          "examples": [1],
          "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^([0-9]+|\\{\\{.*\\}\\})$"}]
        },
        "gte": {
          "description": "This number or more.",
          "examples": [1],
          "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^([0-9]+|\\{\\{.*\\}\\})$"}]
        },
        "lt": {
          "description": "Fewer.",
          "examples": [9],
          "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^([0-9]+|\\{\\{.*\\}\\})$"}]
        },
        "lte": {
          "description": "This number or fewer.",
          "examples": [9],
          "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^([0-9]+|\\{\\{.*\\}\\})$"}]
        }
      },
      "additionalProperties": false,
      "minProperties": 1
    },
    "dataComparisons": {
      "description": "Comparisons in JSON that must all match.",
      "type": "object",
      "properties": {
        "$equals": {
          "description": "This number.",
          "examples": [3],
          "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^([0-9]+|\\{\\{.*\\}\\})$"}]
        },
        "$gt": {
          "description": "More.",
          "examples": [1],
          "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^([0-9]+|\\{\\{.*\\}\\})$"}]
        },
        "$gte": {
          "description": "This number or more.",
          "examples": [1],
          "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^([0-9]+|\\{\\{.*\\}\\})$"}]
        },
        "$lt": {
          "description": "Fewer.",
          "examples": [9],
          "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^([0-9]+|\\{\\{.*\\}\\})$"}]
        },
        "$lte": {
          "description": "This number or fewer.",
          "examples": [9],
          "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^([0-9]+|\\{\\{.*\\}\\})$"}]
        }
      },
      "additionalProperties": false,
      "minProperties": 1
    },
    "entityTag": {
      "description": "An entity tag: \"…\", W/\"…\" or *. YAML takes the outer quotes, so write '\"v1\"'.",
      "anyOf": [
        {"type": "string", "pattern": "^(\\*|(W/)?\".*\"|.*\\{\\{.*)$"},
        {"type": "object", "$ref": "#/$defs/operators"},
        {
          "type": "array",
          "items": {
            "anyOf": [{"type": "string", "pattern": "^(\\*|(W/)?\".*\"|.*\\{\\{.*)$"}, {"$ref": "#/$defs/operators"}]
          }
        }
      ]
    },
    "jsonMatcher": {
      "description": "A JSON value in which a map is data; an operator is spelled with a $, a member that begins with $ as $$name.",
      "anyOf": [
        {"type": ["string", "number", "boolean", "null"]},
        {"type": "array", "items": {"$ref": "#/$defs/jsonMatcher"}},
        {
          "type": "object",
          "properties": {
            "$equals": {"$ref": "#/$defs/jsonMatcher", "description": "Exactly this value.", "examples": [1]},
            "$equals_ignore_case": {
              "$ref": "#/$defs/text",
              "description": "This text; case doesn't count.",
              "examples": ["x"]
            },
            "$contains": {
              "$ref": "#/$defs/jsonMatcher",
              "description": "Has this text or this element.",
              "examples": ["x"]
            },
            "$starts_with": {"$ref": "#/$defs/text", "description": "Begins with this text.", "examples": ["x"]},
            "$ends_with": {"$ref": "#/$defs/text", "description": "Ends with this text.", "examples": ["x"]},
            "$matches": {
              "description": "The whole text matches the regular expression.",
              "type": "string",
              "examples": ["\\d+"]
            },
            "$one_of": {
              "description": "One of these values.",
              "type": "array",
              "minItems": 1,
              "items": {"$ref": "#/$defs/jsonMatcher"},
              "examples": [[1, 2]]
            },
            "$present": {"description": "The member is there.", "type": "boolean", "examples": [true]},
            "$absent": {"description": "The member is not there.", "type": "boolean", "examples": [true]},
            "$gt": {"$ref": "#/$defs/number", "description": "Number greater than.", "examples": [1]},
            "$gte": {"$ref": "#/$defs/number", "description": "Number greater than or equal to.", "examples": [1]},
            "$lt": {"$ref": "#/$defs/number", "description": "Number less than.", "examples": [9]},
            "$lte": {"$ref": "#/$defs/number", "description": "Number less than or equal to.", "examples": [9]},
            "$length": {
              "description": "Number of characters, elements or members.",
              "anyOf": [
                {"type": "integer", "minimum": 0},
                {"type": "string", "pattern": "^([0-9]+|\\{\\{.*\\}\\})$"},
                {"$ref": "#/$defs/comparisons"},
                {"$ref": "#/$defs/dataComparisons"}
              ],
              "examples": [3]
            },
            "$unordered": {
              "description": "The same elements in any order.",
              "type": "array",
              "items": {"$ref": "#/$defs/jsonMatcher"},
              "examples": [[1, 2]]
            },
            "$all_of": {
              "description": "All of these match.",
              "type": "array",
              "items": {"$ref": "#/$defs/jsonMatcher"},
              "minItems": 1,
              "examples": [[{"$gt": 1}, {"$lt": 9}]]
            },
            "$any_of": {
              "description": "At least one of these matches.",
              "type": "array",
              "items": {"$ref": "#/$defs/jsonMatcher"},
              "minItems": 1,
              "examples": [[1, {"$gt": 5}]]
            },
            "$not": {"$ref": "#/$defs/jsonMatcher", "description": "This does not match.", "examples": [1]}
          },
          "patternProperties": {
            "^\\$\\$": {"$ref": "#/$defs/jsonMatcher"},
            "^(?!\\$)": {"$ref": "#/$defs/jsonMatcher"}
          },
          "additionalProperties": false,
          "anyOf": [{"propertyNames": {"pattern": "^\\$[^$]"}}, {"propertyNames": {"pattern": "^(\\$\\$|[^$]|$)"}}]
        }
      ]
    },
    "response": {
      "description": "A response: a status, or its keys.",
      "default": 200,
      "anyOf": [{"$ref": "#/$defs/status"}, {"$ref": "#/$defs/responseKeys"}],
      "defaultSnippets": [
        {
          "label": "JSON",
          "description": "A response with a JSON body.",
          "body": {"status": "^${1:200}", "json": {"${2:id}": "^${3:1}"}}
        },
        {
          "label": "headers and text",
          "description": "A response with headers and text.",
          "body": {"status": "^${1:200}", "headers": {"${2:X-Id}": "${3:7}"}, "text": "${4:hello}"}
        },
        {
          "label": "slow",
          "description": "A response that comes late.",
          "body": {"status": "^${1:200}", "delay": "${2:200ms}"}
        },
        {
          "label": "fault",
          "description": "A response that breaks.",
          "body": {"text": "${1:hello}", "fault": {"kind": "${2:truncate}", "after_bytes": "^${3:3}"}}
        }
      ]
    },
    "responseKeys": {
      "description": "A response by its keys; 200 and empty unless said.",
      "type": "object",
      "properties": {
        "status": {
          "$ref": "#/$defs/status",
          "description": "Status from 200 to 999, or a template alone. Default: `200`.",
          "default": 200,
          "examples": [404]
        },
        "reason": {
          "$ref": "#/$defs/text",
          "description": "Reason phrase; HTTP/1.1 only. Default: the standard one.",
          "examples": ["Nothing here"],
          "pattern": "^[^\\u0000-\\u0008\\u000a-\\u001f\\u007f]*$"
        },
        "headers": {
          "$ref": "#/$defs/fields",
          "description": "Headers in this order and spelling; a list repeats one, `null` removes a default, `{text: …}` sends a wrong one.",
          "examples": [{"X-Id": 7}]
        },
        "json": {
          "description": "JSON body; the content type is `application/json` unless `headers` give one.",
          "examples": [{"id": 7}]
        },
        "text": {
          "$ref": "#/$defs/text",
          "description": "Body of text; the content type is `text/plain` unless `headers` give one.",
          "examples": ["hello"]
        },
        "base64": {
          "$ref": "#/$defs/base64",
          "description": "Body of bytes, written in base64.",
          "examples": ["AAEC"]
        },
        "file": {
          "$ref": "#/$defs/file",
          "description": "Body from a file of the scenario's folder; its extension gives the content type unless `headers` do.",
          "examples": ["profile.json"]
        },
        "chunks": {
          "description": "Body in chunks that are sent one by one.",
          "type": "array",
          "items": {"$ref": "#/$defs/chunk"},
          "minItems": 1,
          "examples": [[{"text": "one"}, {"text": "two", "delay": "50ms"}]]
        },
        "events": {
          "description": "Server-sent events.",
          "type": "array",
          "items": {"$ref": "#/$defs/event"},
          "minItems": 1,
          "examples": [[{"data": "hello"}]]
        },
        "then": {
          "description": "What follows the last event. Default: `close`.",
          "enum": ["close", "keep_open"],
          "default": "close",
          "examples": ["keep_open"]
        },
        "trailers": {
          "$ref": "#/$defs/fields",
          "description": "Fields after the body, which HTTP/1.1 then sends in chunks.",
          "minProperties": 1,
          "examples": [{"X-Checksum": "abc"}],
          "patternProperties": {"^[Cc]ontent-[Ll]ength$": {"$ref": "#/$defs/malformedValue"}}
        },
        "informational": {
          "description": "Interim responses before the response.",
          "type": "array",
          "minItems": 1,
          "items": {
            "type": "object",
            "required": ["status"],
            "properties": {
              "status": {
                "description": "Status from 100 to 199, but not 101.",
                "type": "integer",
                "minimum": 100,
                "maximum": 199,
                "not": {"const": 101},
                "examples": [103]
              },
              "headers": {"$ref": "#/$defs/fields", "description": "Headers.", "examples": [{"Link": "</a.css>"}]}
            },
            "additionalProperties": false
          },
          "examples": [[{"status": 103}]]
        },
        "delay": {
          "$ref": "#/$defs/delay",
          "description": "Wait before the response: a duration, or a map.",
          "examples": ["200ms"]
        },
        "dribble": {
          "description": "Sends the body in small slices, one by one. Default: at once.",
          "type": "object",
          "required": ["chunk", "every"],
          "properties": {
            "chunk": {"$ref": "#/$defs/size", "description": "Size of a slice.", "examples": ["16B"]},
            "every": {
              "$ref": "#/$defs/duration",
              "description": "Time between two slices; the first one is sent at once.",
              "examples": ["50ms"],
              "not": {"pattern": "^0+(\\.0+)?[a-z]+$"}
            }
          },
          "additionalProperties": false,
          "examples": [{"chunk": "16B", "every": "50ms"}]
        },
        "throttle": {
          "$ref": "#/$defs/rate",
          "description": "Bytes per second of the body. Default: at once.",
          "examples": ["1KiB/s"]
        },
        "ranges": {
          "description": "Answers range requests from the body that is stated. Default: off.",
          "enum": ["auto"],
          "examples": ["auto"]
        },
        "encoding": {"description": "Content coding of the body.", "enum": ["gzip", "deflate"], "examples": ["gzip"]},
        "framing": {
          "description": "How the end of the body is marked. Default: by its length, else chunked.",
          "enum": ["content_length", "chunked", "close"],
          "examples": ["chunked"]
        },
        "content_length": {
          "description": "A length to state though it is wrong; the connection closes after the body. Default: the right one.",
          "type": "integer",
          "minimum": 0,
          "examples": [999]
        },
        "connection": {
          "description": "What becomes of the connection. Default: as the request asks.",
          "enum": ["close", "keep_alive"],
          "examples": ["close"]
        },
        "fault": {
          "$ref": "#/$defs/fault",
          "description": "Breaks the response: a kind, or a map.",
          "examples": ["reset"]
        },
        "h2": {
          "description": "Frames of HTTP/2 that are sent; HTTP/2 only.",
          "type": "object",
          "properties": {
            "rst_stream": {
              "description": "Resets the stream: an error code, or a map.",
              "anyOf": [
                {"$ref": "#/$defs/h2Code"},
                {
                  "type": "object",
                  "required": ["code"],
                  "properties": {
                    "code": {
                      "$ref": "#/$defs/h2Code",
                      "description": "Error code, by name or number.",
                      "examples": ["CANCEL"]
                    },
                    "at": {
                      "description": "When it happens. Default: `response_start`.",
                      "enum": ["response_start", "response_body", "response_end"],
                      "default": "response_start",
                      "examples": ["response_end"]
                    },
                    "after_bytes": {
                      "description": "Bytes of the body that pass before it; only with `response_body`. Default: `0`.",
                      "type": "integer",
                      "minimum": 0,
                      "default": 0,
                      "examples": [3]
                    }
                  },
                  "additionalProperties": false,
                  "if": {"required": ["after_bytes"]},
                  "then": {"required": ["at"], "properties": {"at": {"const": "response_body"}}}
                }
              ],
              "examples": ["CANCEL"]
            },
            "goaway": {
              "description": "Ends the connection: an error code, or a map.",
              "anyOf": [
                {"$ref": "#/$defs/h2Code"},
                {
                  "type": "object",
                  "properties": {
                    "code": {
                      "$ref": "#/$defs/h2Code",
                      "description": "Error code, by name or number. Default: `NO_ERROR`.",
                      "default": "NO_ERROR",
                      "examples": ["ENHANCE_YOUR_CALM"]
                    },
                    "last_stream": {
                      "description": "Last stream that is served, an odd number or 0. Default: the last that came.",
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 2147483647,
                      "anyOf": [{"const": 0}, {"not": {"multipleOf": 2}}],
                      "examples": [1]
                    },
                    "graceful": {
                      "description": "Whether streams up to that one still end. Default: `true` for `NO_ERROR`, else `false`.",
                      "type": "boolean",
                      "examples": [true]
                    },
                    "at": {
                      "description": "When it happens. Default: `response_start`.",
                      "enum": ["response_start", "response_end"],
                      "default": "response_start",
                      "examples": ["response_end"]
                    }
                  },
                  "additionalProperties": false,
                  "minProperties": 1
                }
              ],
              "examples": ["NO_ERROR"]
            },
            "settings": {
              "description": "Settings that are sent before the response.",
              "type": "object",
              "properties": {
                "header_table_size": {
                  "description": "Size of the table that compresses the client's headers. Default: not sent.",
                  "type": "integer",
                  "minimum": 0,
                  "maximum": 4294967295,
                  "examples": [0]
                },
                "enable_push": {
                  "description": "Server push; a server may only say 0. Default: not sent.",
                  "const": 0,
                  "examples": [0]
                },
                "max_concurrent_streams": {
                  "description": "Streams that the client may have open. Default: not sent.",
                  "type": "integer",
                  "minimum": 0,
                  "maximum": 4294967295,
                  "examples": [1]
                },
                "initial_window_size": {
                  "description": "Bytes of a body that the client may send before the server asks for more. Default: not sent.",
                  "type": "integer",
                  "minimum": 0,
                  "maximum": 2147483647,
                  "examples": [100]
                },
                "max_frame_size": {
                  "description": "Largest frame that the client may send. Default: not sent.",
                  "type": "integer",
                  "minimum": 16384,
                  "maximum": 16777215,
                  "examples": [16384]
                },
                "max_header_list_size": {
                  "description": "Most bytes of headers that the client should send. Default: not sent.",
                  "type": "integer",
                  "minimum": 0,
                  "maximum": 4294967295,
                  "examples": [8192]
                },
                "enable_connect_protocol": {
                  "description": "Extended CONNECT (RFC 8441). Default: not sent.",
                  "type": "integer",
                  "minimum": 0,
                  "maximum": 1,
                  "examples": [1]
                }
              },
              "additionalProperties": false,
              "minProperties": 1,
              "examples": [{"max_concurrent_streams": 1}]
            }
          },
          "additionalProperties": false,
          "minProperties": 1,
          "examples": [{"rst_stream": "CANCEL"}]
        },
        "raw": {
          "description": "The whole response as it is written: text, or `{base64: …}`; HTTP/1.1 only.",
          "anyOf": [
            {"$ref": "#/$defs/text"},
            {
              "type": "object",
              "required": ["base64"],
              "properties": {
                "base64": {"$ref": "#/$defs/base64", "description": "Bytes of the response.", "examples": ["AAEC"]}
              },
              "additionalProperties": false
            }
          ],
          "examples": ["HTTP/1.1 200 OK\r\n\r\n"]
        },
        "template": {
          "description": "`false` sends `{{…}}` as it stands; `true` fills in the templates of a file. Default: `true`; `false` for a file.",
          "type": "boolean",
          "examples": [false]
        }
      },
      "additionalProperties": false,
      "dependentSchemas": {
        "json": {
          "properties": {
            "text": false,
            "base64": false,
            "file": false,
            "chunks": false,
            "events": false,
            "raw": false
          }
        },
        "text": {
          "properties": {
            "json": false,
            "base64": false,
            "file": false,
            "chunks": false,
            "events": false,
            "raw": false
          }
        },
        "base64": {
          "properties": {"json": false, "text": false, "file": false, "chunks": false, "events": false, "raw": false}
        },
        "file": {
          "properties": {
            "json": false,
            "text": false,
            "base64": false,
            "chunks": false,
            "events": false,
            "raw": false
          }
        },
        "chunks": {
          "properties": {"json": false, "text": false, "base64": false, "file": false, "events": false, "raw": false}
        },
        "events": {
          "properties": {"json": false, "text": false, "base64": false, "file": false, "chunks": false, "raw": false}
        },
        "raw": {
          "properties": {
            "status": false,
            "headers": false,
            "trailers": false,
            "informational": false,
            "dribble": false,
            "throttle": false,
            "ranges": false,
            "encoding": false,
            "framing": false,
            "content_length": false,
            "fault": false,
            "h2": false,
            "reason": false,
            "template": false,
            "then": false
          }
        },
        "content_length": {"properties": {"framing": false, "trailers": false, "ranges": false}},
        "dribble": {"properties": {"throttle": false}},
        "trailers": {"properties": {"framing": {"const": "chunked"}}},
        "reason": {"properties": {"h2": false}},
        "fault": {"properties": {"h2": {"properties": {"rst_stream": false, "goaway": false}}}},
        "connection": {"properties": {"h2": {"properties": {"goaway": false}}}}
      },
      "dependentRequired": {"then": ["events"]},
      "if": {"required": ["status"], "properties": {"status": {"enum": [204, 205, 304]}}},
      "then": {
        "properties": {
          "json": false,
          "text": false,
          "base64": false,
          "file": false,
          "chunks": false,
          "events": false
        }
      }
    },
    "h2Code": {
      "description": "An error code of RFC 9113, section 7, or the number of any other.",
      "anyOf": [
        {
          "enum": [
            "NO_ERROR",
            "PROTOCOL_ERROR",
            "INTERNAL_ERROR",
            "FLOW_CONTROL_ERROR",
            "SETTINGS_TIMEOUT",
            "STREAM_CLOSED",
            "FRAME_SIZE_ERROR",
            "REFUSED_STREAM",
            "CANCEL",
            "COMPRESSION_ERROR",
            "CONNECT_ERROR",
            "ENHANCE_YOUR_CALM",
            "INADEQUATE_SECURITY",
            "HTTP_1_1_REQUIRED"
          ]
        },
        {"type": "integer", "minimum": 0, "maximum": 4294967295}
      ]
    },
    "status": {
      "description": "A status from 200 to 999, or a template alone.",
      "default": 200,
      "anyOf": [{"type": "integer", "minimum": 200, "maximum": 999}, {"$ref": "#/$defs/loneTemplate"}]
    },
    "fields": {
      "description": "Fields in this order and spelling.",
      "type": "object",
      "patternProperties": {
        "^([Ee][Tt][Aa][Gg]|[Ii][Ff]-([Nn][Oo][Nn][Ee]-)?[Mm][Aa][Tt][Cc][Hh])$": {"$ref": "#/$defs/entityTagValue"},
        "^([Tt][Rr][Aa][Nn][Ss][Ff][Ee][Rr]-[Ee][Nn][Cc][Oo][Dd][Ii][Nn][Gg]|[Cc][Oo][Nn][Nn][Ee][Cc][Tt][Ii][Oo][Nn]|[Kk][Ee][Ee][Pp]-[Aa][Ll][Ii][Vv][Ee]|[Uu][Pp][Gg][Rr][Aa][Dd][Ee])$": {
          "$ref": "#/$defs/connectionValue"
        }
      },
      "additionalProperties": {"$ref": "#/$defs/headerValue"},
      "propertyNames": {"pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"}
    },
    "headerValue": {
      "description": "A value, a list of values for a header that repeats, {text: …} for a value that is wrong on purpose, or null to remove a default.",
      "anyOf": [
        {"$ref": "#/$defs/text"},
        {
          "type": "array",
          "items": {"anyOf": [{"$ref": "#/$defs/text"}, {"$ref": "#/$defs/malformedValue"}]},
          "minItems": 1
        },
        {"$ref": "#/$defs/malformedValue"}
      ]
    },
    "connectionValue": {
      "description": "A header that the server writes itself: the keys framing and connection choose it, {text: …} sends a wrong one on purpose, null removes a default.",
      "anyOf": [
        {"$ref": "#/$defs/malformedValue"},
        {"type": "array", "items": {"$ref": "#/$defs/malformedValue"}, "minItems": 1},
        {"type": "null"}
      ]
    },
    "entityTagValue": {
      "description": "An entity tag: \"…\" or W/\"…\". YAML takes the outer quotes, so write '\"v1\"'; {text: v1} sends a malformed one on purpose.",
      "anyOf": [
        {"type": "string", "pattern": "^(\\*|(W/)?\".*\"|.*\\{\\{.*)$"},
        {"type": "null"},
        {
          "type": "array",
          "items": {
            "anyOf": [
              {"type": "string", "pattern": "^(\\*|(W/)?\".*\"|.*\\{\\{.*)$"},
              {"$ref": "#/$defs/malformedValue"}
            ]
          },
          "minItems": 1
        },
        {"$ref": "#/$defs/malformedValue"}
      ]
    },
    "malformedValue": {
      "description": "A value that is not checked.",
      "type": "object",
      "required": ["text"],
      "properties": {
        "text": {
          "$ref": "#/$defs/text",
          "description": "Value that is sent without a check, so that it can be wrong.",
          "examples": [7]
        }
      },
      "additionalProperties": false
    },
    "chunk": {
      "description": "A piece of a streamed body.",
      "type": "object",
      "properties": {
        "text": {"$ref": "#/$defs/text", "description": "Text of the chunk.", "examples": ["hello"]},
        "json": {"description": "JSON of the chunk.", "examples": [{"id": 7}]},
        "base64": {"$ref": "#/$defs/base64", "description": "Bytes of the chunk.", "examples": ["AAEC"]},
        "delay": {"$ref": "#/$defs/delayTime", "description": "Wait before the chunk.", "examples": ["50ms"]}
      },
      "additionalProperties": false,
      "oneOf": [{"required": ["text"]}, {"required": ["json"]}, {"required": ["base64"]}]
    },
    "base64": {
      "description": "Bytes as base64, whose white space is ignored, or made by a template.",
      "type": "string",
      "pattern": "^(\\s*((?:[A-Za-z0-9+/]\\s*){4})*((?:[A-Za-z0-9+/]\\s*){2}=\\s*=\\s*|(?:[A-Za-z0-9+/]\\s*){3}=\\s*)?|[\\s\\S]*\\{\\{[\\s\\S]*)$"
    },
    "event": {
      "description": "A server-sent event.",
      "type": "object",
      "properties": {
        "event": {"$ref": "#/$defs/text", "description": "Type.", "examples": ["added"]},
        "data": {"$ref": "#/$defs/text", "description": "Data as text.", "examples": ["hello"]},
        "json": {"description": "Data as JSON.", "examples": [{"id": 7}]},
        "id": {"$ref": "#/$defs/text", "description": "Id.", "examples": [7]},
        "retry": {
          "description": "Time before the client connects again; a number is in milliseconds.",
          "anyOf": [{"$ref": "#/$defs/duration"}, {"type": "integer", "minimum": 0}],
          "examples": ["2s"]
        },
        "comment": {"$ref": "#/$defs/text", "description": "Comment line.", "examples": ["ping"]},
        "delay": {"$ref": "#/$defs/delayTime", "description": "Wait before the event.", "examples": ["50ms"]}
      },
      "additionalProperties": false,
      "anyOf": [
        {"required": ["data"]},
        {"required": ["json"]},
        {"required": ["event"]},
        {"required": ["id"]},
        {"required": ["retry"]},
        {"required": ["comment"]}
      ],
      "dependentSchemas": {"data": {"properties": {"json": false}}}
    },
    "delay": {
      "description": "How long the response is kept back.",
      "anyOf": [
        {"$ref": "#/$defs/delayTime"},
        {
          "type": "object",
          "properties": {
            "headers": {"$ref": "#/$defs/delayTime", "description": "Wait before the head.", "examples": ["1s"]},
            "body": {"$ref": "#/$defs/delayTime", "description": "Wait between head and body.", "examples": ["50ms"]}
          },
          "additionalProperties": false,
          "minProperties": 1
        }
      ]
    },
    "delayTime": {
      "description": "A time, fixed or random.",
      "anyOf": [
        {"$ref": "#/$defs/duration"},
        {
          "description": "Evenly spread between two durations.",
          "type": "object",
          "required": ["uniform"],
          "properties": {
            "uniform": {
              "description": "Random wait, evenly spread.",
              "type": "object",
              "required": ["from", "to"],
              "properties": {
                "from": {"$ref": "#/$defs/duration", "description": "Shortest wait.", "examples": ["10ms"]},
                "to": {"$ref": "#/$defs/duration", "description": "Longest wait.", "examples": ["90ms"]}
              },
              "additionalProperties": false,
              "examples": [{"from": "10ms", "to": "90ms"}]
            }
          },
          "additionalProperties": false
        },
        {
          "description": "Log-normally spread.",
          "type": "object",
          "required": ["lognormal"],
          "properties": {
            "lognormal": {
              "description": "Random wait with a long tail.",
              "type": "object",
              "required": ["median", "sigma"],
              "properties": {
                "median": {
                  "$ref": "#/$defs/duration",
                  "description": "Wait that half of the draws exceed.",
                  "examples": ["80ms"]
                },
                "sigma": {
                  "description": "Spread, from 0 to 10.",
                  "type": "number",
                  "minimum": 0,
                  "maximum": 10,
                  "examples": [0.4]
                }
              },
              "additionalProperties": false,
              "examples": [{"median": "80ms", "sigma": 0.4}]
            }
          },
          "additionalProperties": false
        }
      ]
    },
    "fault": {
      "description": "A way in which the response goes wrong.",
      "anyOf": [
        {"$ref": "#/$defs/faultKind"},
        {
          "type": "object",
          "required": ["kind"],
          "properties": {
            "kind": {"$ref": "#/$defs/faultKind", "description": "What goes wrong.", "examples": ["reset"]},
            "at": {
              "description": "When it happens. Default: see kinds.",
              "enum": ["request_start", "request_body", "response_start", "response_body", "response_end"],
              "examples": ["response_body"]
            },
            "after_bytes": {
              "description": "Bytes of the body that pass before it, of a shorter body all; only with `request_body` and `response_body`. Default: half the body for `truncate`, else 0.",
              "type": "integer",
              "minimum": 0,
              "examples": [3]
            }
          },
          "additionalProperties": false,
          "allOf": [
            {
              "if": {"properties": {"kind": {"const": "empty"}}, "required": ["kind"]},
              "then": {"properties": {"at": {"const": "response_start"}}}
            },
            {
              "if": {"properties": {"kind": {"const": "garbage"}}, "required": ["kind"]},
              "then": {"properties": {"at": {"enum": ["response_start", "response_body"]}}}
            },
            {
              "if": {"properties": {"kind": {"enum": ["truncate", "malformed_chunk"]}}, "required": ["kind"]},
              "then": {"properties": {"at": {"const": "response_body"}}}
            },
            {
              "if": {"required": ["after_bytes"]},
              "then": {
                "anyOf": [
                  {"required": ["at"], "properties": {"at": {"enum": ["request_body", "response_body"]}}},
                  {"properties": {"at": false, "kind": {"enum": ["truncate", "malformed_chunk", "stall"]}}}
                ]
              }
            }
          ]
        }
      ]
    },
    "faultKind": {
      "description": "reset: RST; stall: Nothing more is sent; close: FIN without a word; empty: A close at response_start; garbage: Bytes that are not HTTP; truncate: The body ends early; malformed_chunk: A chunk that is malformed, HTTP/1.1 only.",
      "enum": ["reset", "stall", "close", "empty", "garbage", "truncate", "malformed_chunk"]
    },
    "unmatched": {
      "description": "The response to a request that no step or stub takes: a status, or its keys, 501 unless they state one; with allow: true it is not a failure.",
      "anyOf": [
        {"$ref": "#/$defs/status"},
        {
          "type": "object",
          "properties": {
            "status": {
              "$ref": "#/$defs/status",
              "description": "Status from 200 to 999, or a template alone. Default: `501`.",
              "default": 501,
              "examples": [404]
            },
            "reason": {"$ref": "#/$defs/responseKeys/properties/reason"},
            "headers": {"$ref": "#/$defs/responseKeys/properties/headers"},
            "json": {"$ref": "#/$defs/responseKeys/properties/json"},
            "text": {"$ref": "#/$defs/responseKeys/properties/text"},
            "base64": {"$ref": "#/$defs/responseKeys/properties/base64"},
            "file": {"$ref": "#/$defs/responseKeys/properties/file"},
            "chunks": {"$ref": "#/$defs/responseKeys/properties/chunks"},
            "events": {"$ref": "#/$defs/responseKeys/properties/events"},
            "then": {"$ref": "#/$defs/responseKeys/properties/then"},
            "trailers": {"$ref": "#/$defs/responseKeys/properties/trailers"},
            "informational": {"$ref": "#/$defs/responseKeys/properties/informational"},
            "delay": {"$ref": "#/$defs/responseKeys/properties/delay"},
            "dribble": {"$ref": "#/$defs/responseKeys/properties/dribble"},
            "throttle": {"$ref": "#/$defs/responseKeys/properties/throttle"},
            "ranges": {"$ref": "#/$defs/responseKeys/properties/ranges"},
            "encoding": {"$ref": "#/$defs/responseKeys/properties/encoding"},
            "framing": {"$ref": "#/$defs/responseKeys/properties/framing"},
            "content_length": {"$ref": "#/$defs/responseKeys/properties/content_length"},
            "connection": {"$ref": "#/$defs/responseKeys/properties/connection"},
            "fault": {"$ref": "#/$defs/responseKeys/properties/fault"},
            "h2": {"$ref": "#/$defs/responseKeys/properties/h2"},
            "raw": {"$ref": "#/$defs/responseKeys/properties/raw"},
            "template": {"$ref": "#/$defs/responseKeys/properties/template"},
            "allow": {
              "description": "Such requests don't fail the run. Default: `false`.",
              "type": "boolean",
              "default": false,
              "examples": [true]
            }
          },
          "additionalProperties": false,
          "dependentSchemas": {
            "json": {"properties": {"text": false, "base64": false, "file": false, "chunks": false, "events": false}},
            "text": {"properties": {"json": false, "base64": false, "file": false, "chunks": false, "events": false}},
            "base64": {"properties": {"json": false, "text": false, "file": false, "chunks": false, "events": false}},
            "file": {"properties": {"json": false, "text": false, "base64": false, "chunks": false, "events": false}},
            "chunks": {"properties": {"json": false, "text": false, "base64": false, "file": false, "events": false}},
            "events": {"properties": {"json": false, "text": false, "base64": false, "file": false, "chunks": false}},
            "reason": {"properties": {"h2": false}},
            "fault": {"properties": {"h2": {"properties": {"rst_stream": false, "goaway": false}}}},
            "connection": {"properties": {"h2": {"properties": {"goaway": false}}}}
          },
          "dependentRequired": {"then": ["events"]},
          "if": {"required": ["status"], "properties": {"status": {"enum": [204, 205, 304]}}},
          "then": {
            "properties": {
              "json": false,
              "text": false,
              "base64": false,
              "file": false,
              "chunks": false,
              "events": false
            }
          }
        }
      ]
    },
    "stepList": {
      "description": "Steps in order.",
      "type": "array",
      "items": {"$ref": "#/$defs/entry"},
      "minItems": 1
    },
    "entry": {
      "description": "A step, or a parallel block in its place.",
      "type": "object",
      "if": {"required": ["parallel"]},
      "then": {"$ref": "#/$defs/parallel"},
      "else": {"$ref": "#/$defs/step"},
      "defaultSnippets": [
        {
          "label": "step",
          "description": "A request that has to come, what must be true of it, and its response.",
          "body": {
            "id": "${1:name}",
            "request": "${2:GET} ${3:/path}",
            "assert": {"headers": {"${4:Accept}": "${5:application/json}"}},
            "response": {"status": "^${6:200}", "json": {"${7:id}": "^${8:1}"}}
          }
        },
        {
          "label": "parallel",
          "description": "Steps that are open together.",
          "body": {
            "parallel": [
              {"request": "${1:GET} ${2:/a}", "response": "^${3:200}"},
              {"request": "${4:GET} ${5:/b}", "response": "^${6:200}"}
            ]
          }
        }
      ]
    },
    "step": {
      "description": "A step of the script.",
      "type": "object",
      "required": ["request"],
      "properties": {
        "id": {"$ref": "#/$defs/stepKeys/properties/id"},
        "request": {"$ref": "#/$defs/stepKeys/properties/request"},
        "when": {"$ref": "#/$defs/stepKeys/properties/when"},
        "assert": {"$ref": "#/$defs/stepKeys/properties/assert"},
        "assert_defaults": {"$ref": "#/$defs/stepKeys/properties/assert_defaults"},
        "on_assert_failure": {"$ref": "#/$defs/stepKeys/properties/on_assert_failure"},
        "times": {"$ref": "#/$defs/stepKeys/properties/times"},
        "after": {"$ref": "#/$defs/stepKeys/properties/after"},
        "capture": {"$ref": "#/$defs/stepKeys/properties/capture"},
        "set": {"$ref": "#/$defs/stepKeys/properties/set"},
        "response": {"$ref": "#/$defs/stepKeys/properties/response"},
        "responses": {"$ref": "#/$defs/stepKeys/properties/responses"},
        "then": {"$ref": "#/$defs/stepKeys/properties/then"},
        "hold": {"$ref": "#/$defs/stepKeys/properties/hold"},
        "max_in_flight": {"$ref": "#/$defs/stepKeys/properties/max_in_flight"},
        "interval": {"$ref": "#/$defs/stepKeys/properties/interval"},
        "client": {"$ref": "#/$defs/stepKeys/properties/client"},
        "early": {"$ref": "#/$defs/stepKeys/properties/early"}
      },
      "additionalProperties": false,
      "dependentSchemas": {"responses": {"properties": {"response": false}}},
      "dependentRequired": {"then": ["responses"]},
      "if": {"required": ["early"], "properties": {"early": {"const": true}}},
      "then": {
        "properties": {
          "request": {
            "properties": {
              "form": false,
              "form_exact": false,
              "json": false,
              "json_exact": false,
              "json_path": false,
              "json_schema": false,
              "text": false,
              "base64": false,
              "file": false,
              "body": false,
              "multipart": false,
              "multipart_exact": false,
              "graphql": false
            }
          },
          "assert": {
            "properties": {
              "form": false,
              "form_exact": false,
              "json": false,
              "json_exact": false,
              "json_path": false,
              "json_schema": false,
              "text": false,
              "base64": false,
              "file": false,
              "body": false,
              "multipart": false,
              "multipart_exact": false,
              "graphql": false
            }
          }
        }
      }
    },
    "stepKeys": {
      "description": "The keys of steps and stubs.",
      "properties": {
        "id": {
          "description": "Name in reports, `after` and `hold`. Default: its number, like `step 2`.",
          "$ref": "#/$defs/id",
          "examples": ["login"]
        },
        "request": {
          "$ref": "#/$defs/requestMatcher",
          "description": "Which requests it takes: a text like `GET /me`, or a map.",
          "examples": ["POST /login"]
        },
        "when": {
          "description": "Values that variables must have for the step to be open; templates may stand in them, and operators.",
          "type": "object",
          "propertyNames": {"pattern": "^[A-Za-z_][A-Za-z0-9_]*$"},
          "additionalProperties": {"$ref": "#/$defs/variableMatcher"},
          "examples": [{"cart": "full"}]
        },
        "assert": {
          "$ref": "#/$defs/requestMatcher",
          "description": "What must be true of a request it took.",
          "examples": [{"json": {"user": "alice"}}]
        },
        "assert_defaults": {
          "description": "`false` leaves out the assertion of `defaults`. Default: `true`.",
          "type": "boolean",
          "default": true,
          "examples": [false]
        },
        "on_assert_failure": {
          "$ref": "#/$defs/onAssertFailure",
          "description": "What a failed assertion does to the response. Default: `record`.",
          "default": "record",
          "examples": ["reject"]
        },
        "times": {
          "$ref": "#/$defs/times",
          "description": "How many requests it takes: a number, or a range. Default: `1`; as many as there are `responses`.",
          "default": 1,
          "examples": [2]
        },
        "after": {
          "description": "Ids of the steps and blocks that must be complete, later ones too; `[]` opens it at the start. Default: all steps before it in its list.",
          "type": ["array", "string", "number", "boolean", "null"],
          "items": {"$ref": "#/$defs/id"},
          "examples": [["login"]]
        },
        "capture": {
          "description": "Variables that get values of the request.",
          "type": "object",
          "propertyNames": {
            "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
            "not": {"enum": ["request", "count", "uuid", "random", "now", "env", "server", "true", "false", "null"]}
          },
          "additionalProperties": {"$ref": "#/$defs/capture"},
          "examples": [{"id": {"path": "id"}}]
        },
        "set": {
          "$ref": "#/$defs/variables",
          "description": "Variables that get a value; templates may stand in it.",
          "examples": [{"cart": "full"}]
        },
        "response": {
          "$ref": "#/$defs/response",
          "description": "The response: a status, or a map. Default: `200`.",
          "default": 200,
          "examples": [404]
        },
        "responses": {
          "description": "A list of responses that are sent in turn.",
          "type": "array",
          "items": {"$ref": "#/$defs/response"},
          "minItems": 1,
          "examples": [[503, 200]]
        },
        "then": {
          "description": "What follows the last of `responses`. Default: `fail`.",
          "enum": ["fail", "repeat_last", "cycle"],
          "default": "fail",
          "examples": ["repeat_last"]
        },
        "hold": {
          "$ref": "#/$defs/hold",
          "description": "Keeps the response back. Default: sent at once.",
          "examples": [{"until": {"arrivals": 2}}]
        },
        "max_in_flight": {
          "$ref": "#/$defs/maxInFlight",
          "description": "Assertion: never more than so many of its requests unanswered at a time. Default: no limit.",
          "examples": [1]
        },
        "interval": {
          "description": "Assertion on the time since the last response of this step or, for its first request, of the steps that it waits for.",
          "type": "object",
          "properties": {
            "gt": {"$ref": "#/$defs/duration", "description": "Longer than.", "examples": ["1s"]},
            "gte": {"$ref": "#/$defs/duration", "description": "This long or longer.", "examples": ["1s"]},
            "lt": {"$ref": "#/$defs/duration", "description": "Shorter than.", "examples": ["3s"]},
            "lte": {"$ref": "#/$defs/duration", "description": "This long or shorter.", "examples": ["3s"]}
          },
          "additionalProperties": false,
          "minProperties": 1,
          "examples": [{"gte": "1s"}]
        },
        "client": {
          "description": "Assertion on whether the client stays. Default: `any`.",
          "enum": ["answered", "cancels", "any"],
          "default": "any",
          "examples": ["cancels"]
        },
        "early": {
          "description": "Decides when the request's head is there, before its body, of which nothing can be used; the body is read and thrown away, and the journal says how much came. Default: `false`.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        }
      }
    },
    "parallel": {
      "description": "A block whose entries are open together; the script moves on when all are complete.",
      "type": "object",
      "required": ["parallel"],
      "properties": {
        "parallel": {
          "description": "Steps, or lists of steps that run in order; all are open together.",
          "type": "array",
          "items": {"anyOf": [{"$ref": "#/$defs/step"}, {"$ref": "#/$defs/stepList"}]},
          "minItems": 1,
          "examples": [[{"request": "GET /a"}, {"request": "GET /b"}]]
        },
        "id": {
          "description": "Name in reports, `after` and `hold`.",
          "$ref": "#/$defs/id",
          "examples": ["both"]
        }
      },
      "additionalProperties": false
    },
    "stub": {
      "description": "A response to what no open step takes; never required.",
      "type": "object",
      "required": ["request"],
      "properties": {
        "id": {"$ref": "#/$defs/stepKeys/properties/id"},
        "request": {"$ref": "#/$defs/stepKeys/properties/request"},
        "when": {"$ref": "#/$defs/stepKeys/properties/when"},
        "assert": {"$ref": "#/$defs/stepKeys/properties/assert"},
        "assert_defaults": {"$ref": "#/$defs/stepKeys/properties/assert_defaults"},
        "on_assert_failure": {"$ref": "#/$defs/stepKeys/properties/on_assert_failure"},
        "capture": {"$ref": "#/$defs/stepKeys/properties/capture"},
        "set": {"$ref": "#/$defs/stepKeys/properties/set"},
        "response": {"$ref": "#/$defs/stepKeys/properties/response"},
        "responses": {"$ref": "#/$defs/stepKeys/properties/responses"},
        "then": {"$ref": "#/$defs/stepKeys/properties/then"},
        "hold": {"$ref": "#/$defs/stepKeys/properties/hold"},
        "max_in_flight": {"$ref": "#/$defs/stepKeys/properties/max_in_flight"},
        "interval": {"$ref": "#/$defs/stepKeys/properties/interval"},
        "client": {"$ref": "#/$defs/stepKeys/properties/client"},
        "early": {"$ref": "#/$defs/stepKeys/properties/early"},
        "times": {
          "description": "Most requests it takes: a number, or `at_most` of a range. Default: any number.",
          "anyOf": [
            {"$ref": "#/$defs/count"},
            {
              "type": "object",
              "required": ["at_most"],
              "properties": {
                "at_most": {
                  "$ref": "#/$defs/count",
                  "description": "Most requests; without `at_least` the step is optional, for none is needed. Default: no limit.",
                  "examples": [5]
                }
              },
              "additionalProperties": false
            }
          ],
          "examples": [{"at_most": 2}]
        },
        "never": {
          "description": "Any request that matches is a failure; it has no response. Default: `false`.",
          "type": "boolean",
          "default": false,
          "examples": [true]
        },
        "head": {
          "$ref": "#/$defs/head",
          "description": "Whether a stub for GET takes HEAD. Default: it doesn't.",
          "examples": ["from_get"]
        }
      },
      "additionalProperties": false,
      "dependentSchemas": {"responses": {"properties": {"response": false}}},
      "dependentRequired": {"then": ["responses"]},
      "defaultSnippets": [
        {
          "label": "stub",
          "description": "A response for requests that no open step takes.",
          "body": {
            "request": "${1:GET} ${2:/path}",
            "response": {"status": "^${3:200}", "json": {"${4:id}": "^${5:1}"}}
          }
        },
        {
          "label": "never",
          "description": "A request that must not come.",
          "body": {"request": "${1:DELETE} ${2:/path}", "never": true}
        }
      ],
      "allOf": [
        {
          "if": {"required": ["early"], "properties": {"early": {"const": true}}},
          "then": {
            "properties": {
              "request": {
                "properties": {
                  "form": false,
                  "form_exact": false,
                  "json": false,
                  "json_exact": false,
                  "json_path": false,
                  "json_schema": false,
                  "text": false,
                  "base64": false,
                  "file": false,
                  "body": false,
                  "multipart": false,
                  "multipart_exact": false,
                  "graphql": false
                }
              },
              "assert": {
                "properties": {
                  "form": false,
                  "form_exact": false,
                  "json": false,
                  "json_exact": false,
                  "json_path": false,
                  "json_schema": false,
                  "text": false,
                  "base64": false,
                  "file": false,
                  "body": false,
                  "multipart": false,
                  "multipart_exact": false,
                  "graphql": false
                }
              }
            }
          }
        }
      ],
      "if": {"required": ["never"], "properties": {"never": {"const": true}}},
      "then": {"propertyNames": {"enum": ["id", "request", "never", "when"]}}
    },
    "onAssertFailure": {
      "description": "record: the scripted response is sent all the same; reject: the failure is sent as a 422.",
      "enum": ["record", "reject"],
      "default": "record"
    },
    "capture": {
      "description": "Where a value of the request is.",
      "type": "object",
      "properties": {
        "path": {"type": ["string", "number", "boolean"], "description": "Parameter of the path template.", "examples": ["id"]},
        "header": {
          "type": ["string", "number", "boolean"],
          "description": "Header.",
          "examples": ["Idempotency-Key"],
          "pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"
        },
        "query": {"type": ["string", "number", "boolean"], "description": "Query value.", "examples": ["page"]},
        "cookie": {"type": ["string", "number", "boolean"], "description": "Cookie.", "examples": ["session"]},
        "form": {"type": ["string", "number", "boolean"], "description": "Form value.", "examples": ["user"]},
        "json": {
          "description": "What a JSON path into the body finds: the value if it can name only one, else the list of all.",
          "type": "string",
          "pattern": "^\\$",
          "examples": ["$.cart.id"]
        },
        "text": {"$ref": "#/$defs/flag", "description": "Body as text.", "examples": [null]},
        "method": {"$ref": "#/$defs/flag", "description": "Method.", "examples": [null]},
        "host": {"$ref": "#/$defs/flag", "description": "Authority that was asked for.", "examples": [null]},
        "matches": {
          "description": "Regular expression whose first group is the value. Default: the whole value.",
          "type": "string",
          "examples": ["Bearer (.+)"],
          "pattern": "\\("
        }
      },
      "additionalProperties": false,
      "oneOf": [
        {"required": ["path"]},
        {"required": ["header"]},
        {"required": ["query"]},
        {"required": ["cookie"]},
        {"required": ["form"]},
        {"required": ["json"]},
        {"required": ["text"]},
        {"required": ["method"]},
        {"required": ["host"]}
      ]
    },
    "hold": {
      "description": "Keep the response back.",
      "type": "object",
      "required": ["until"],
      "properties": {
        "until": {
          "description": "What opens the hold.",
          "anyOf": [
            {
              "type": "object",
              "required": ["arrivals"],
              "properties": {
                "arrivals": {
                  "description": "Opens when the step has taken so many requests.",
                  "type": "integer",
                  "minimum": 1,
                  "examples": [3]
                },
                "each": {
                  "description": "With `arrivals`: every so many requests are a group of their own, held on its own. Default: `false`.",
                  "type": "boolean",
                  "default": false,
                  "examples": [true]
                }
              },
              "additionalProperties": false
            },
            {
              "type": "object",
              "required": ["step"],
              "properties": {
                "step": {
                  "$ref": "#/$defs/id",
                  "description": "Opens when that step's first response is written.",
                  "examples": ["login"]
                },
                "taken": {
                  "description": "With `step`: opens already when that step has taken a request. Default: `false`.",
                  "type": "boolean",
                  "default": false,
                  "examples": [true]
                },
                "quiet": {
                  "$ref": "#/$defs/duration",
                  "description": "With `step`: opens when a response of that step was delivered and then no request has come for this long, in real time under every clock.",
                  "examples": ["200ms"]
                }
              },
              "additionalProperties": false
            }
          ],
          "examples": [{"arrivals": 2}]
        },
        "release": {
          "description": "Order in which the responses leave, each when the one before is written. Default: `together`.",
          "anyOf": [
            {"enum": ["together", "reverse"]},
            {
              "description": "Arrivals by number.",
              "type": "array",
              "items": {"type": "integer", "minimum": 1},
              "minItems": 1,
              "uniqueItems": true
            }
          ],
          "default": "together",
          "examples": ["reverse"]
        },
        "timeout": {
          "$ref": "#/$defs/duration",
          "description": "Time after which the responses are sent and `hold_timeout` is recorded. Default: `5s`.",
          "default": "5s",
          "examples": ["1s"]
        }
      },
      "additionalProperties": false
    },
    "head": {
      "description": "from_get: a stub for GET takes HEAD as well, and its response is sent without the body.",
      "const": "from_get"
    },
    "maxInFlight": {"type": "integer", "minimum": 1},
    "expectation": {
      "description": "A check at the end of the run, over every request received, whoever took it.",
      "type": "object",
      "anyOf": [
        {
          "description": "A count of requests.",
          "type": "object",
          "required": ["request"],
          "properties": {
            "request": {
              "$ref": "#/$defs/requestMatcher",
              "description": "Requests that count.",
              "examples": ["GET /img/{x}"]
            },
            "times": {
              "$ref": "#/$defs/times",
              "description": "How many: a number, or a range. Default: at least 1.",
              "examples": [{"at_most": 40}]
            },
            "never": {
              "description": "Not one. Default: `false`.",
              "type": "boolean",
              "default": false,
              "examples": [true]
            },
            "max_in_flight": {
              "$ref": "#/$defs/maxInFlight",
              "description": "At most so many of them unanswered at a time. Default: no limit.",
              "examples": [4]
            }
          },
          "additionalProperties": false,
          "if": {"required": ["never"], "properties": {"never": {"const": true}}},
          "then": {"properties": {"times": false, "max_in_flight": false}}
        },
        {
          "description": "An order of two steps; fails if either is missing.",
          "type": "object",
          "required": ["step", "before"],
          "properties": {
            "step": {
              "$ref": "#/$defs/id",
              "description": "Step whose last request comes first.",
              "examples": ["refresh"]
            },
            "before": {
              "$ref": "#/$defs/id",
              "description": "Step whose first request comes later.",
              "examples": ["retried"]
            }
          },
          "additionalProperties": false
        },
        {
          "description": "A count of connections.",
          "type": "object",
          "required": ["connections"],
          "properties": {
            "connections": {
              "$ref": "#/$defs/times",
              "description": "How many connections carried a request: a number, or a range.",
              "examples": [{"at_most": 1}]
            }
          },
          "additionalProperties": false
        }
      ]
    },
    "variableMatcher": {
      "description": "A value of a variable, or operators.",
      "anyOf": [{"type": ["string", "number", "boolean", "null", "array"]}, {"$ref": "#/$defs/operators"}]
    }
  }
}

"""##
}
