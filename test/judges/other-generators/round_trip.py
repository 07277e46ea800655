"""Imports what datamodel-codegen made, and sends every schema's example through its model. One JSON line for each."""

import importlib
import json
import sys

from pydantic import TypeAdapter

document = json.load(open(sys.argv[1], encoding="utf8"))
models = importlib.import_module("models")


def same_times(value):
    """A time without fractions is the same with ".000"."""
    return json.loads(json.dumps(value).replace('.000Z"', 'Z"'))


for name, schema in document["components"]["schemas"].items():
    for example in schema.get("examples", []):
        try:
            model = TypeAdapter(getattr(models, name))
            read = model.validate_json(json.dumps(example))
            written = model.dump_python(read, mode="json", by_alias=True, exclude_unset=True)
            ok = same_times(written) == same_times(example)
            print(json.dumps({"name": name, "ok": ok, "detail": "" if ok else str(written)[:300]}))
        except Exception as error:
            print(json.dumps({"name": name, "ok": False, "detail": str(error)[:300]}))
