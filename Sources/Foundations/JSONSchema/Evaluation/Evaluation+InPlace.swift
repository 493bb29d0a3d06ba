import ExactJSON

// Each function continues the applicator of the topmost frame. It gets the result of the schema that it waited for, nil
// at first, and returns whether the value satisfies the keyword, or nil if a frame was added.
extension Evaluation {
    mutating func applyAllOf(_ schemas: [Int], _ result: Bool?) -> Bool? {
        applyToEach(schemas.count, result) { evaluation, index in evaluation.enterInPlace(schemas[index]) }
    }

    mutating func applyAnyOf(_ schemas: [Int], _ result: Bool?) -> Bool? {
        let top = frames.count - 1
        var result = result
        while true {
            if let isValid = result {
                endBranch(isValid: isValid)
                if isValid { frames[top].matches += 1 }
                // Other schemas that match may evaluate more members (Core, section 10.2.1.2).
                if isValid && !frames[top].tracks { return true }
                frames[top].step += 1
            }
            guard frames[top].step < schemas.count else { break }
            beginBranch()
            result = enterInPlace(schemas[frames[top].step])
            if result == nil { return nil }
        }
        if frames[top].matches > 0 { return true }
        if explains { recordNoBranch("anyOf", schemas.count) }
        return false
    }

    mutating func applyOneOf(_ schemas: [Int], _ result: Bool?) -> Bool? {
        let top = frames.count - 1
        var result = result
        while true {
            if let isValid = result {
                endBranch(isValid: isValid)
                if isValid && frames[top].matches == 1 {
                    if explains { recordTwoBranches(frames[top].part, frames[top].step) }
                    return false
                }
                if isValid {
                    frames[top].matches = 1
                    frames[top].part = frames[top].step
                }
                frames[top].step += 1
            }
            guard frames[top].step < schemas.count else { break }
            beginBranch()
            result = enterInPlace(schemas[frames[top].step])
            if result == nil { return nil }
        }
        if frames[top].matches == 1 { return true }
        if explains { recordNoBranch("oneOf", schemas.count) }
        return false
    }

    mutating func applyNot(_ schema: Int, _ result: Bool?) -> Bool? {
        if result == nil { beginSilence() }
        guard let isValid = result ?? enterInPlace(schema) else { return nil }
        endSilence()
        if isValid && explains { recordKeyword("not", "matches the schema of not") }
        return !isValid
    }

    mutating func apply(_ condition: Condition, _ result: Bool?) -> Bool? {
        let top = frames.count - 1
        if frames[top].step > 0 { return result }
        if result == nil {
            // Without `then` and `else` only the annotations of `if` matter.
            if condition.then == nil && condition.otherwise == nil && !frames[top].tracks { return true }
            beginSilence()
        }
        guard let isValid = result ?? enterInPlace(condition.test) else { return nil }
        endSilence()
        frames[top].step = isValid ? 1 : 2
        guard let branch = isValid ? condition.then : condition.otherwise else { return true }
        return enterInPlace(branch)
    }

    /// Counts the result of a schema that must match, and returns whether the applicator goes on.
    mutating func goesOn(after isValid: Bool) -> Bool {
        if isValid { return true }
        guard explains else { return false }
        frames[frames.count - 1].mismatches += 1
        return true
    }

    mutating func applyDependentSchemas(_ schemas: [(name: String, schema: Int)], _ result: Bool?) -> Bool? {
        guard case .object(let object) = frames[frames.count - 1].instance else { return true }
        return applyToEach(schemas.count, result) { evaluation, index in
            let (name, schema) = schemas[index]
            return object[name] == nil ? true : evaluation.enterInPlace(schema)
        }
    }
}
