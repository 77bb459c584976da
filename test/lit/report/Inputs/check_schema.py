"""check_schema.py SCHEMA DOCUMENT: fails with the path of the first value that does not fit.

Knows the keywords that the schema uses, and refuses others, so that nothing passes unchecked.
"""

import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
ANNOTATIONS = {"$schema", "title", "description", "$defs", "patternProperties"}


def has_type(value, name):
    if name in ("integer", "number"):
        numbers = int if name == "integer" else (int, float)
        return isinstance(value, numbers) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def problem(value, schema, defs, path):
    for keyword, wanted in schema.items():
        if keyword in ANNOTATIONS:
            continue
        if keyword == "$ref":
            found = problem(value, defs[wanted.rsplit("/", 1)[1]], defs, path)
            if found:
                return found
        elif keyword == "anyOf":
            if all(problem(value, each, defs, path) for each in wanted):
                return f"{path}: fits none of the alternatives"
        elif keyword == "properties":
            for name, each in wanted.items():
                found = name in value and problem(value[name], each, defs, f"{path}.{name}")
                if found:
                    return found
        elif keyword == "additionalProperties":
            for name in value:
                if not is_named(name, schema):
                    found = f"{path}: unknown member {name}" if wanted is False else \
                        problem(value[name], wanted, defs, f"{path}.{name}")
                    if found:
                        return found
        elif keyword == "items":
            for index, each in enumerate(value):
                found = problem(each, wanted, defs, f"{path}[{index}]")
                if found:
                    return found
        elif not fits(value, keyword, wanted):
            return f"{path}: {json.dumps(value)[:80]} does not fit {keyword} {wanted}"
    return None


def is_named(name, schema):
    return name in schema.get("properties", {}) or any(re.search(each, name) for each in schema.get("patternProperties", {}))


def fits(value, keyword, wanted):
    if keyword == "type":
        return any(has_type(value, name) for name in ([wanted] if isinstance(wanted, str) else wanted))
    if keyword == "required":
        return all(name in value for name in wanted)
    if keyword == "enum":
        return value in wanted
    if keyword == "const":
        return value == wanted
    if keyword == "pattern":
        return re.search(wanted, value) is not None
    if keyword == "minimum":
        return value is None or value >= wanted
    if keyword == "maximum":
        return value is None or value <= wanted
    if keyword in ("minItems", "maxItems"):
        return len(value) >= wanted if keyword == "minItems" else len(value) <= wanted
    sys.exit(f"check_schema: unknown keyword {keyword}")


def main():
    schema, document = (json.load(open(name)) for name in sys.argv[1:3])
    found = problem(document, schema, schema.get("$defs", {}), "$")
    if found:
        sys.exit(found)


if __name__ == "__main__":
    main()
