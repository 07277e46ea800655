/** A decoded form: every value is text or a further level of names. Arrays are levels named 0, 1, 2 … */
export type FormValue = string | Form;
export type Form = { [name: string]: FormValue };

export function decodeForm(encoded: string): Form {
  const form = newLevel();
  for (const [name, value] of new URLSearchParams(encoded)) put(form, splitName(name), value);
  return form;
}

/** The JSON body of a request to v2, as the form that would say the same. */
export const formOfJson = (body: string): Form => levelOf(JSON.parse(body) as object);

function levelOf(value: object): Form {
  const level = newLevel();
  for (const [name, inner] of Object.entries(value))
    level[name] = typeof inner === "object" && inner !== null ? levelOf(inner) : String(inner);
  return level;
}

/** The same parameters always give the same text, whatever order they were sent in. */
export function canonicalForm(form: Form): string {
  const sorted = Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = sorted.map(([name, value]) => {
    const inner = typeof value === "string" ? JSON.stringify(value) : canonicalForm(value);
    return `${JSON.stringify(name)}:${inner}`;
  });
  return `{${parts.join(",")}}`;
}

// Without a prototype a parameter called `__proto__` or `constructor` is only an unknown parameter.
function newLevel(): Form {
  return Object.create(null) as Form;
}

function splitName(name: string): string[] {
  const head = name.split("[", 1)[0] ?? "";
  const nested = [...name.slice(head.length).matchAll(/\[([^\]]*)\]/g)];
  return [head, ...nested.map((match) => match[1] ?? "")];
}

function put(form: Form, names: string[], value: string): void {
  let level = form;
  for (const name of names.slice(0, -1)) {
    const next = level[name];
    const inner = typeof next === "object" ? next : newLevel();
    level[name] = inner;
    level = inner;
  }
  const last = names.at(-1) ?? "";
  // `expand[]=x` has no index of its own: it takes the next one.
  level[last === "" ? String(Object.keys(level).length) : last] = value;
}
