import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Names of parameters; 1 where a name has no further names below it, "*" where the caller chooses them. */
export type Names = { [name: string]: Names | 1 | "*" };

type Interface = { parent: string | undefined; fields: Map<string, string> };

const SDK = dirname(fileURLToPath(import.meta.resolve("stripe")));

/** What the SDK's declarations say that a type of parameters is made of, such as `Terminal.ReaderCreateParams`. */
export function readSdkParameters(type: string): Names {
  const folder = join(SDK, "resources", ...type.split(".").slice(0, -1));
  const shared = interfacesOf(readFileSync(join(SDK, "shared.d.ts"), "utf8"));
  for (const file of readdirSync(folder).filter((candidate) => candidate.endsWith(".d.ts"))) {
    const declared = interfacesOf(readFileSync(join(folder, file), "utf8"));
    if (declared.has(type)) return namesOf(new Map([...shared, ...declared]), type);
  }
  throw new Error(`The SDK declares no ${type}.`);
}

const BLOCK = /^\s*(?:export )?(?:declare )?(interface|namespace|class|type) (\w+)(?: extends (\w+))?.* \{$/;
const EMPTY_INTERFACE = /^\s*(?:export )?interface (\w+)(?: extends (\w+))? \{\s*\}$/;
const FIELD = /^\s*'?([\w-]+)'?\??: (.*);$/;

/** The interfaces of a file by their full names. The declarations are generated: one name or bracket to a line. */
function interfacesOf(text: string): Map<string, Interface> {
  const found = new Map<string, Interface>();
  const open: { name: string; kind: string }[] = [];
  const fullName = (name: string) => [...open.map((block) => block.name), name].join(".");
  for (const line of text.replace(/\/\*\*[\s\S]*?\*\//g, "").split("\n")) {
    const [, kind, name, parent] = BLOCK.exec(line) ?? [];
    const [, emptyName, emptyParent] = EMPTY_INTERFACE.exec(line) ?? [];
    const [, field, fieldType] = FIELD.exec(line) ?? [];
    const inner = open.at(-1);
    if (emptyName !== undefined) {
      found.set(fullName(emptyName), { parent: emptyParent, fields: new Map() });
    } else if (kind !== undefined && name !== undefined) {
      if (kind === "interface") found.set(fullName(name), { parent, fields: new Map() });
      open.push({ name, kind });
    } else if (/^\s*\};?$/.test(line)) {
      open.pop();
    } else if (field !== undefined && inner?.kind === "interface") {
      const full = open.map((block) => block.name).join(".");
      found.get(full)?.fields.set(field, fieldType ?? "");
    }
  }
  return found;
}

function namesOf(interfaces: Map<string, Interface>, full: string): Names {
  const { parent, fields } = interfaces.get(full) ?? { parent: undefined, fields: new Map<string, string>() };
  const inherited = parent === undefined ? {} : namesOf(interfaces, parent);
  const own = [...fields].map(([name, type]) => {
    if (type.includes("MetadataParam")) return [name, "*"];
    const references = [...type.matchAll(/[A-Z][\w.]*/g)].map(([reference]) => reference);
    const below = references.flatMap((reference) => resolve(interfaces, full, reference) ?? [])[0];
    return [name, below === undefined ? 1 : namesOf(interfaces, below)];
  });
  return { ...inherited, ...Object.fromEntries(own) };
}

/** A name is looked for from the innermost namespace outwards. */
function resolve(interfaces: Map<string, Interface>, from: string, reference: string): string | undefined {
  const path = from.split(".");
  const candidates = [...path, ""].map((_, left) =>
    [...path.slice(0, path.length - left), reference].join("."),
  );
  return candidates.find((candidate) => interfaces.has(candidate));
}
