"""Validates the JSON on standard input against the JSON Schema at the given path; prints one line per error."""
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
errors = list(kind(schema, format_checker=jsonschema.FormatChecker()).iter_errors(json.load(sys.stdin)))
for error in errors:
    print(f"{error.json_path}: {error.message[:500]}")
sys.exit(1 if errors else 0)
