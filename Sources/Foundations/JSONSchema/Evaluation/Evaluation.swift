import ExactJSON

/// One validation of a value.
///
/// The schemas that wait for others are on a stack of its own, so deep schemas and values need no more of the thread's
/// stack than flat ones. The quick pass stops at the first failure; the explaining pass goes on and records each.
struct Evaluation {
    /// Why a validation ends without a result.
    enum Stop {
        case steps
        case depth
        case loop
        case regex(String)
    }

    let schema: CompiledSchema
    var frames: [EvaluationFrame] = []
    /// The resources that were entered (the dynamic scope), the outermost first; each only once.
    var scope: [Int] = []
    let stepLimit: Int
    var stepsLeft: Int
    /// The failure that says why the validation ended without a result.
    private(set) var stop: SchemaFailure?
    /// Whether failures are recorded and later keywords evaluated after one.
    var explains = false
    /// The number of keywords being evaluated whose schemas may fail.
    private var silences = 0
    private var isExplainingPass = false
    var recorder = FailureRecorder()

    init(_ schema: CompiledSchema, stepLimit: Int) {
        self.schema = schema
        self.stepLimit = stepLimit
        stepsLeft = stepLimit
    }

    /// The quick pass. Where `stop` is set, the value may be valid after all.
    mutating func isValid(_ instance: JSON) -> Bool {
        run(instance) && stop == nil
    }

    /// The explaining pass.
    mutating func explain(_ instance: JSON) -> SchemaFailures {
        isExplainingPass = true
        explains = true
        _ = run(instance)
        var failures = recorder.outermost
        if let stop { failures.append(last: stop) }
        return failures
    }

    private mutating func run(_ instance: JSON) -> Bool {
        var result = enter(schema.root, instance, isInPlace: false)
        while !frames.isEmpty && stop == nil { result = advance(result) }
        return result ?? false
    }

    /// Evaluates schemas whose failures don't matter, until `endSilence`.
    mutating func beginSilence() {
        silences += 1
        explains = false
    }

    mutating func endSilence() {
        silences -= 1
        explains = isExplainingPass && silences == 0
    }

    /// Ends the validation without a result.
    mutating func end(_ reason: Stop, keyword: String, at node: Int) {
        if stop == nil { stop = failure(for: reason, keyword: keyword, at: node) }
    }

    /// Applies a schema to the value of the topmost frame.
    mutating func enterInPlace(_ node: Int) -> Bool? {
        enter(node, frames[frames.count - 1].instance, isInPlace: true)
    }

    /// Begins to apply a schema to a value.
    ///
    /// - Returns: whether the value is valid; nil if a frame was added that will tell.
    mutating func enter(_ node: Int, _ instance: JSON, isInPlace: Bool) -> Bool? {
        stepsLeft -= 1
        if stepsLeft < 0 { end(.steps, keyword: "", at: node) }
        if stop != nil { return false }
        if let constant = schema.nodes[node].constant {
            if !constant && explains { recordForbidden(node) }
            return constant
        }
        var isValid = true
        for assertion in schema.nodes[node].assertions where !check(assertion, instance, node) {
            if !explains { return false }
            record(assertion, instance, node)
            isValid = false
        }
        if schema.nodes[node].applicators.isEmpty { return isValid }
        push(node, instance, isInPlace: isInPlace, hasFailed: !isValid)
        return nil
    }

    private mutating func push(_ node: Int, _ instance: JSON, isInPlace: Bool, hasFailed: Bool) {
        if frames.count >= CompiledSchema.depthLimit { return end(.depth, keyword: "", at: node) }
        let tracks = isInPlace && frames[frames.count - 1].tracks || schema.nodes[node].hasUnevaluated
        let chain = isInPlace ? frames[frames.count - 1].chain + 1 : 0
        // Looking rarely costs little: a loop is found before it is twice as long.
        if chain >= 64 && chain & (chain - 1) == 0 && isLoop(node) { return end(.loop, keyword: "", at: node) }
        var entersResource = false
        if schema.tracksScope {
            let resource = schema.nodes[node].resource
            if scope.last != resource && !scope.contains(resource) {
                scope.append(resource)
                entersResource = true
            }
        }
        frames.append(
            EvaluationFrame(
                node: node, instance: instance, isInPlace: isInPlace, tracks: tracks, chain: chain,
                entersResource: entersResource, hasFailed: hasFailed))
    }

    /// Whether the schema is already being applied to the same value in the same dynamic scope.
    private func isLoop(_ node: Int) -> Bool {
        for frame in frames.reversed() {
            if frame.node == node { return true }
            if frame.entersResource || !frame.isInPlace { return false }
        }
        return false
    }

    /// Continues the topmost frame.
    ///
    /// - Parameter result: the result of the schema that it waited for; nil if it has just been added.
    /// - Returns: its own result; nil if a frame was added.
    private mutating func advance(_ result: Bool?) -> Bool? {
        let top = frames.count - 1
        let applicators = schema.nodes[frames[top].node].applicators
        var result = result
        while frames[top].applicator < applicators.count {
            let applicator = applicators[frames[top].applicator]
            guard let isSatisfied = apply(applicator, result) else { return nil }
            if !isSatisfied {
                if !explains { return leave(false) }
                frames[top].hasFailed = true
                if applicator.isInPlace { frames[top].hasFailedInPlace = true }
            }
            result = nil
            frames[top].finishApplicator()
        }
        return leave(!frames[top].hasFailed)
    }

    private mutating func leave(_ isValid: Bool) -> Bool {
        let frame = frames.removeLast()
        if frame.entersResource { scope.removeLast() }
        // A schema that fails has no annotations (Core, section 7.7.1.2).
        if isValid && frame.isInPlace && frame.tracks, let parent = frames.indices.last, frames[parent].tracks {
            frames[parent].evaluated.formUnion(frame.evaluated)
        }
        return isValid
    }

    private mutating func apply(_ applicator: Applicator, _ result: Bool?) -> Bool? {
        switch applicator {
        case .reference(let target, _): result ?? enterInPlace(target)
        case .dynamicReference(let reference): result ?? enterInPlace(target(of: reference))
        case .allOf(let schemas): applyAllOf(schemas, result)
        case .anyOf(let schemas): applyAnyOf(schemas, result)
        case .oneOf(let schemas): applyOneOf(schemas, result)
        case .not(let schema): applyNot(schema, result)
        case .condition(let condition): apply(condition, result)
        case .dependentSchemas(let schemas): applyDependentSchemas(schemas, result)
        case .members(let schemas): apply(schemas, result)
        case .propertyNames(let schema): applyPropertyNames(schema, result)
        case .elements(let schemas): apply(schemas, result)
        case .contains(let contains): apply(contains, result)
        case .unevaluatedItems(let schema): applyUnevaluatedItems(schema, result)
        case .unevaluatedProperties(let schema): applyUnevaluatedProperties(schema, result)
        }
    }

    /// The target of a `$dynamicRef` (Core, section 8.2.3.2): in the outermost resource that has the anchor.
    private func target(of reference: DynamicReference) -> Int {
        for resource in scope {
            if let target = reference.targets[resource] { return target }
        }
        return reference.initial
    }
}
