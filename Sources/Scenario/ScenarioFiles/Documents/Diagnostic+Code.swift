extension Diagnostic {
    /// The kind of a warning: the word by which `# mockserver: allow CODE` silences it.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// `unused-capture`: nothing uses a captured value.
        case unusedCapture = "unused-capture"
        /// `shadowed-stub`: stubs before this one take each request that it could.
        case shadowedStub = "shadowed-stub"
        /// `shadowed-step`: a stub takes requests of a step that come before the step is open.
        case shadowedStep = "shadowed-step"
        /// `never-open`: `when` wants a value that nothing gives its variable.
        case neverOpen = "never-open"
        /// `unsendable`: the protocol of the request can't carry a part of the response.
        case unsendable
        /// `secret`: a value looks like a real password, key or token.
        case secret
        /// `missing-space`: `{a:1}` is the name `a:1` without a value.
        case missingSpace = "missing-space"
        /// `quoted-json`: an object or an array in quotes is a text.
        case quotedJSON = "quoted-json"
        /// `json-operator`: a member named like an operator is compared as data; an operator in JSON begins with `$`.
        case jsonOperator = "json-operator"
        /// `null-text`: `null` is the text "null" here.
        case nullText = "null-text"
        /// `literal-braces`: `{name}` is text here, not a parameter of the path.
        case literalBraces = "literal-braces"
        /// `fragment`: a path holds `#`, or YAML takes what stands behind it for a comment.
        case fragment
        /// `literal-path`: a parameter, a wildcard or a regular expression of other tools, or a space, is text in a path.
        case literalPath = "literal-path"
        /// `foreign-template`: a template or a variable of other tools is text.
        case foreignTemplate = "foreign-template"
        /// `foreign-value`: what other tools take for a file, a wildcard, a type, a time, an index or a path of members is text.
        case foreignValue = "foreign-value"
        /// `regex-slashes`: the slashes around a regular expression of other tools are part of it.
        case regexSlashes = "regex-slashes"
        /// `unknown-method`: the method is near one of HTTP, or a word that other tools have for one.
        case unknownMethod = "unknown-method"
        /// `json-path`: a function of a query is always false, because its regular expression is not valid.
        case jsonPath = "json-path"
        /// `json-path-list`: a query selects an array, which is compared with one value.
        case jsonPathList = "json-path-list"
        /// `json-schema-keyword`: a schema has a keyword that means nothing, next to one that does.
        case jsonSchemaKeyword = "json-schema-keyword"
        /// `redacted-header`: `redact: [cookies]` masks a header of that name.
        case redactedHeader = "redacted-header"
        /// `prompt-response`: the client must leave before a response that is sent at once.
        case promptResponse = "prompt-response"
        /// `template-status`: a template can make a status that has no body.
        case templateStatus = "template-status"
        /// `template-length`: whether the body has the stated length is known only when it is sent.
        case templateLength = "template-length"
        /// `template-encoding`: whether the body is encoded as stated is known only when it is sent.
        case templateEncoding = "template-encoding"
        /// `unused-allow`: a comment allows what nothing warns of.
        case unusedAllow = "unused-allow"
        /// `unknown-code`: a comment allows a code that does not exist.
        case unknownCode = "unknown-code"
    }
}

extension Diagnostic.Code {
    /// What a warning with this code says, as a sentence.
    package var meaning: String {
        switch self {
        case .unusedCapture: "Nothing uses a captured value."
        case .shadowedStub: "Stubs before this one take each request that it could."
        case .shadowedStep: "A stub takes requests of a step that come before the step is open."
        case .neverOpen: "A condition of when wants a value that nothing gives the variable."
        case .unsendable: "The protocol of the request can't carry a part of the response."
        case .secret: "A value looks like a real password, key or token."
        case .missingSpace: "A name and a value have no space after the colon, and so are one name."
        case .quotedJSON: "An object or an array in quotes is a text."
        case .jsonOperator: "A member is named like an operator, which in JSON begins with $."
        case .nullText: "Where text is wanted, null is the text \"null\"."
        case .literalBraces: "Braces mean a parameter in a path only; here they are text, and a variable is {{name}}."
        case .fragment: "A client sends nothing of a URL from # on, and YAML takes # after a space for a comment."
        case .literalPath:
            "A parameter, a wildcard or a regular expression of other tools, or a space, is text in a path."
        case .foreignTemplate: "A template or a variable of other tools is text; a template is written {{name}}."
        case .foreignValue:
            "What other tools take for a file, a wildcard, a type, a time, an index or a path of members is text."
        case .regexSlashes: "The slashes around a regular expression of other tools are part of it."
        case .unknownMethod: "The method is not known, but near one that is, or a word of other tools."
        case .jsonPath: "A function of the query is always false."
        case .jsonPathList: "The query selects an array, which is compared with one value."
        case .jsonSchemaKeyword: "The schema has a keyword that is not known, but near one that is."
        case .redactedHeader: "The name masks a header, but is that of another part of a request."
        case .promptResponse: "The client should leave before the response's end, but it is sent at once."
        case .templateStatus: "A template can make a status that has no body."
        case .templateLength: "Only when it is sent is it known whether the body has the stated length."
        case .templateEncoding:
            "Content-Encoding says how a template's value is encoded; with encoding the server encodes it."
        case .unusedAllow: "A comment allows what nothing warns of."
        case .unknownCode: "A comment allows a code that does not exist."
        }
    }
}
