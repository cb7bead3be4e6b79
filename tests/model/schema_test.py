"""The published schema: schema_test.py ROOT READER.

Every model of the catalogue is valid, so is the good part of the corpus, and reader and schema know the same keys in
every kind of mapping. READER is the program read_models."""

import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """YAML as the reader sees it: plain texts stay texts, unless they are numbers, true or false."""


NUMBER = re.compile(r"^[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$")
Loader.yaml_implicit_resolvers = {}
Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?(0|[1-9][0-9]*)$"), list("-+0123456789"))
Loader.add_implicit_resolver("tag:yaml.org,2002:float", NUMBER, list("-+0123456789"))
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))

# One model that has a mapping of every kind.
EVERYTHING = """
jourdain: 1
name: everything
parameters: {L: 1}
friction: {oil: {coulomb: 1}}
bodies:
  a: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}
  z: {massless: true}
  b: {mass: 1, inertia: {rod: 1, axis: x}}
  c: {mass: 1, inertia: {box: [1, 1, 1]}}
  d: {mass: 1, inertia: {cylinder: {radius: 1, length: 1}, axis: x}}
  e: {mass: 1, inertia: {tube: {outer: 1, inner: 0.5, length: 1}, axis: x}}
  f: {mass: 1, inertia: {disc: 1, axis: x}}
  g: {mass: 1, inertia: {sphere: 1}}
joints:
  a: {type: revolute, between: [base, a], axis: z, friction: oil, limits: [0, 1], actuator: {gear: 1}}
  b: {type: prismatic, between: [a, b], axis: z, spring: {stiffness: 1}, actuated: true, drive: {time_constant: 1}}
  c: {type: helical, between: [b, c], axis: z, pitch: 1, friction: {coulomb: 1}}
  d: {type: cylindrical, between: [c, d], axis: {c: z, d: z}, zero: {c: x, d: x}, limits: [none, [0, 1]]}
  e: {type: universal, between: [d, e], axes: [x, y], cone: 1}
  f: {type: planar, between: [e, f], axis: z, cut: false}
  g: {type: fixed, between: [f, g], frames: [{at: [0, 0, 0], rpy: [0, 0, 0]},
      {matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}]}
  h: {type: spherical, between: [g, base], at: {g: [1, 0, 0]}, cone: 1}
  z: {type: fixed, between: [base, z]}
  p: {type: parallelogram, between: [base, g], length: 1, across: y, friction: {a: oil, b: oil}, mass: 1}
legs:
  - repeat: {count: 2, about: z, step: 1, each: {A: [[1, 0, 0], [2, 0, 0]]}}
    mode: positive
    bodies: {arm: {mass: 1}}
    joints: {motor: {type: revolute, between: [base, arm], at: A, axis: z}}
  - {name: listed, group: more, bodies: [a], joints: [a]}
counterbalances: {gas: {between: [base, a], at: [0, 0, 1], stiffness: 1}}
end_point: {body: a, at: [1, 0, 0], quaternion: [1, 0, 0, 0], moves: [x], tool: {at: [0, 0, 1]}, payload: {mass: 1}}
structure: {underactuated: true, zeros: [sx.a]}
assembly: {end_point: {at: [0, 0, 0]}, joints: {a: 1}}
"""

# Mappings from names to things: any name is a good key there.
NAMED = {"parameters", "friction", "bodies", "joints", "counterbalances", "each"}


def load(text):
    return yaml.load(text, Loader)


def paths_of_mappings(node, path=()):
    """Paths of all mappings whose keys are words of the format."""
    if isinstance(node, dict):
        sides = path and path[-1] in ("at", "axis", "zero", "axes")
        is_named = path and path[-1] in NAMED and not (path[-1] == "friction" and len(path) > 1)
        if not is_named and not sides:
            yield path
        for key, value in node.items():
            yield from paths_of_mappings(value, path + (key,))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from paths_of_mappings(value, path + (index,))


def words_of(schema):
    """All keys that the schema knows anywhere, and one that it does not."""
    words = {"colour"}
    if isinstance(schema, dict):
        words |= set(schema.get("properties", {}))
        schema = list(schema.values())
    for part in schema if isinstance(schema, list) else []:
        words |= words_of(part)
    return words


SHARE = 5  # one case of so many where the full tests are not asked for

ANYTHING = "anything"  # a value that fits every field


def lenient(validator_class):
    """The validator, but content with the value ANYTHING wherever it stands."""
    def wrap(check):
        def wrapped(validator, value, instance, schema):
            return () if instance == ANYTHING else check(validator, value, instance, schema) or ()
        return wrapped
    return jsonschema.validators.extend(validator_class, {k: wrap(f) for k, f in validator_class.VALIDATORS.items()})


def with_one_more_key(model, words):
    """Copies of a model, each with one more key in one of its mappings: path, key, copy."""
    for path in paths_of_mappings(model):
        for word in sorted(words):
            bigger = copy.deepcopy(model)
            node = bigger
            for step in path:
                node = node[step]
            if word not in node:
                node[word] = ANYTHING
                yield path, word, bigger


def read_all(reader, texts):
    """What the reader says about each text: one line of messages, empty if it is accepted."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for index, text in enumerate(texts):
            files.append(pathlib.Path(folder) / f"{index}.yaml")
            files[-1].write_text(text)
        result = subprocess.run([reader, folder, str(len(files))], capture_output=True, text=True, check=True)
    return result.stdout.splitlines()


def refuses_key(messages, key):
    reasons = (f"'{key}' is not a key of", f"cannot have '{key}'", f"'{key}' cannot stand beside")
    return any(reason in messages for reason in reasons)


# Keys that exclude each other by their kind: the schema tells the forms of a leg or an inertia apart, the reader says
# in other words what is wrong.
def is_choice(path, key):
    return (len(path) == 2 and path[0] == "legs" and key == "repeat") or \
           (path[-1:] == ("inertia",)) or (path == () and key in ("platform", "end_point"))


def main():
    root = pathlib.Path(sys.argv[1])
    schema = json.loads((root / "schema/jourdain-model.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failures = []

    good = sorted(root.glob("models/*.yaml")) + sorted(root.glob("fuzz/corpus/good-*.yaml"))
    for path in good:
        for error in validator.iter_errors(load(path.read_text())):
            failures.append(f"{path.name}: {list(error.path)}: {error.message}")
    model = load(EVERYTHING)
    failures += [f"everything: {list(error.path)}: {error.message}" for error in validator.iter_errors(model)]

    # Reader and schema know the same keys in every mapping.
    content = lenient(jsonschema.Draft202012Validator)(schema)
    cases = list(with_one_more_key(model, words_of(schema)))
    if "JOURDAIN_FULL_TESTS" not in os.environ:
        cases = [case for i, case in enumerate(cases) if i % SHARE == 0 or case[1] == "colour"]
    said = read_all(sys.argv[2], [EVERYTHING] + [json.dumps(bigger) for _, _, bigger in cases])
    if len(said) != len(cases) + 1 or said[0]:
        failures.append(f"the reader refuses the model that has everything: {said[:1]}")
    for (path, key, bigger), messages in zip(cases, said[1:]):
        in_schema = content.is_valid(bigger)
        in_reader = not refuses_key(messages, key)
        if in_schema != in_reader and not is_choice(path, key) or (key == "colour" and (in_schema or in_reader)):
            failures.append(f"{'/'.join(map(str, path))}: {key}: schema {in_schema}, reader {in_reader}: {messages}")

    print("\n".join(failures) if failures else f"{len(good)} models are valid, {len(cases)} keys agree")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
