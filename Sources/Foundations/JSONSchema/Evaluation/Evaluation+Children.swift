import ExactJSON

// As in `Evaluation+InPlace.swift`, each function continues the applicator of the topmost frame.
extension Evaluation {
    mutating func apply(_ schemas: MemberSchemas, _ result: Bool?) -> Bool? {
        let top = frames.count - 1
        guard case .object(let object) = frames[top].instance else { return true }
        var result = result
        while true {
            if let isValid = result {
                guard goesOn(after: isValid) else { return false }
                frames[top].part += 1
                result = nil
            }
            let index = frames[top].step
            guard index < object.count else { return frames[top].mismatches == 0 }
            guard let schema = nextSchema(of: schemas, for: object.names[index]) else {
                frames[top].step += 1
                frames[top].part = 0
                frames[top].isKnown = false
                continue
            }
            if frames[top].tracks { frames[top].evaluated.insert(index) }
            result = enter(schema, object.values[index], isInPlace: false)
            if result == nil { return nil }
        }
    }

    /// The next schema that applies to the member, from `part` on; nil after the last.
    private mutating func nextSchema(of schemas: MemberSchemas, for name: String) -> Int? {
        let top = frames.count - 1
        if frames[top].part == 0 {
            if let schema = schemas.named[UnicodeScalarKey(name)] {
                frames[top].isKnown = true
                return schema
            }
            frames[top].part = 1
        }
        while frames[top].part <= schemas.patterns.count {
            let (pattern, schema) = schemas.patterns[frames[top].part - 1]
            if matches(pattern, name, keyword: "patternProperties", at: frames[top].node) {
                frames[top].isKnown = true
                return schema
            }
            frames[top].part += 1
        }
        if frames[top].part > schemas.patterns.count + 1 || frames[top].isKnown { return nil }
        return schemas.additional
    }

    mutating func applyPropertyNames(_ schema: Int, _ result: Bool?) -> Bool? {
        let top = frames.count - 1
        guard case .object(let object) = frames[top].instance else { return true }
        return applyToEach(object.count, result) { evaluation, index in
            evaluation.enter(schema, .string(object.names[index]), isInPlace: false)
        }
    }

    mutating func apply(_ schemas: ElementSchemas, _ result: Bool?) -> Bool? {
        let top = frames.count - 1
        guard case .array(let elements) = frames[top].instance else { return true }
        let count = schemas.rest == nil ? min(elements.count, schemas.prefix.count) : elements.count
        return applyToEach(count, result) { evaluation, index in
            let schema = index < schemas.prefix.count ? schemas.prefix[index] : schemas.rest
            guard let schema else { return true }
            if evaluation.frames[top].tracks { evaluation.frames[top].evaluated.insert(index) }
            return evaluation.enter(schema, elements[index], isInPlace: false)
        }
    }

    mutating func apply(_ contains: Contains, _ result: Bool?) -> Bool? {
        let top = frames.count - 1
        guard case .array(let elements) = frames[top].instance else { return true }
        var result = result
        while true {
            if let isValid = result {
                endSilence()
                if isValid {
                    frames[top].matches += 1
                    if frames[top].tracks { frames[top].evaluated.insert(frames[top].step) }
                }
                frames[top].step += 1
            }
            let matches = frames[top].matches
            if let maximum = contains.maximum, matches > maximum {
                if explains { recordTooManyMatches(maximum) }
                return false
            }
            let isDecided = matches >= contains.minimum && contains.maximum == nil && !frames[top].tracks
            if isDecided || frames[top].step >= elements.count { break }
            beginSilence()
            result = enter(contains.schema, elements[frames[top].step], isInPlace: false)
            if result == nil { return nil }
        }
        if frames[top].matches >= contains.minimum { return true }
        if explains { recordTooFewMatches(frames[top].matches, contains.minimum) }
        return false
    }

    mutating func applyUnevaluatedItems(_ schema: Int, _ result: Bool?) -> Bool? {
        let top = frames.count - 1
        guard case .array(let elements) = frames[top].instance else { return true }
        return applyToUnevaluated(elements.count, result) { evaluation, index in
            evaluation.enter(schema, elements[index], isInPlace: false)
        }
    }

    mutating func applyUnevaluatedProperties(_ schema: Int, _ result: Bool?) -> Bool? {
        let top = frames.count - 1
        guard case .object(let object) = frames[top].instance else { return true }
        return applyToUnevaluated(object.count, result) { evaluation, index in
            evaluation.enter(schema, object.values[index], isInPlace: false)
        }
    }

    private mutating func applyToUnevaluated(
        _ count: Int, _ result: Bool?, enter: (inout Evaluation, Int) -> Bool?
    ) -> Bool? {
        let top = frames.count - 1
        // It is not known what a schema that fails would have evaluated.
        if frames[top].hasFailedInPlace { return true }
        let satisfied = applyToEach(count, result) { evaluation, index in
            evaluation.frames[top].evaluated.contains(index) ? true : enter(&evaluation, index)
        }
        if satisfied == true { frames[top].evaluated.insertAll() }
        return satisfied
    }

    /// Applies a schema to each of `count` members or elements, or each of so many schemas; all must be valid.
    mutating func applyToEach(_ count: Int, _ result: Bool?, enter: (inout Evaluation, Int) -> Bool?) -> Bool? {
        let top = frames.count - 1
        var result = result
        while true {
            if let isValid = result {
                guard goesOn(after: isValid) else { return false }
                frames[top].step += 1
            }
            guard frames[top].step < count else { return frames[top].mismatches == 0 }
            result = enter(&self, frames[top].step)
            if result == nil { return nil }
        }
    }
}
