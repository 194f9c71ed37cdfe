// Runs the cases that the checker of the server runs and returns what differs.
import { Pattern, parse, report } from "/built/jsonschema.js";

window.Pattern = Pattern;
window.validate = (schema, value, options) => report(schema, value, () => undefined, options);

function told(found, definitions) {
  const resolve = (ref) => (Object.hasOwn(definitions, ref) ? definitions[ref] : undefined);
  let value;
  try {
    value = parse(found.data);
  } catch {
    return { problems: ["no JSON"], notes: [] };
  }
  const { problems, notes } = report(found.schema, value, resolve, { direction: found.direction });
  return { problems: problems.map((p) => (p.pointer === "" ? "the value " : p.pointer + ": ") + p.message), notes };
}

window.differences = async () => {
  const all = parse(await (await fetch("/cases.json")).text());
  const different = [];
  for (const one of all.cases) {
    const wanted = (one.problems ?? []).map((text) => (text.startsWith("the value is no JSON") ? "no JSON" : text));
    const got = told(one, all.definitions);
    if (JSON.stringify([got.problems, got.notes]) !== JSON.stringify([wanted, one.notes ?? []])) {
      different.push(one.name + ": " + JSON.stringify(got).slice(0, 300));
    }
  }
  return { count: all.cases.length, different };
};
