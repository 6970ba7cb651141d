#!/usr/bin/env python3
"""Check JSON against a schema: validate.py SCHEMA FILE...

Status 0 if all FILEs are valid, 1 if not, 77 if this Python has no package
jsonschema.
"""
import json
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(77)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema)
    status = 0
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            for error in validator.iter_errors(json.load(file)):
                where = "/".join(str(part) for part in error.absolute_path)
                print("%s: %s: %s" % (name, where, error.message[:200]))
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
