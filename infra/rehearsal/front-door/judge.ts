import { isAllowed, type Request, type Statement } from "../policies/policy.ts";
import type { Role } from "../template/roles.ts";

/** Who calls: a function, or what works in its name, or an operator. */
export type Caller = { name: string; role: Role };

/** A request in the words of a policy. */
export type Asked = { caller: string; action: string; resource: string; keys: readonly string[] };

export const describeDenial = ({ caller, action, resource, keys }: Asked): string =>
  `${caller} may not ${action} on ${resource}${keys.length > 0 ? ` (${keys.join(", ")})` : ""}`;

/** Judges calls by the caller's role, and remembers what was denied and what was made use of. */
export class Judge {
  readonly denials: Asked[] = [];
  /** Each kind once: for the list of unused rights. */
  readonly uses = new Map<string, Asked>();
  private readonly everywhere: readonly Statement[];
  private readonly onDenial: (denial: Asked) => void;

  private readonly letsThrough: boolean;

  /**
   * `everywhere`: what resources themselves deny to every caller. `letsThrough`: what is denied is noted and happens all
   * the same, so that one run shows everything that is missing, and not only the first thing.
   */
  constructor(
    everywhere: readonly Statement[],
    { onDenial, letsThrough }: { onDenial: (denial: Asked) => void; letsThrough: boolean },
  ) {
    this.everywhere = everywhere;
    this.onDenial = onDenial;
    this.letsThrough = letsThrough;
  }

  allows({ name, role }: Caller, { action, resource, context }: Request): boolean {
    // On this machine nothing is encrypted on its way; on AWS everything is, and queues insist on it.
    const request = { action, resource, context: { ...context, "aws:SecureTransport": ["true"] } };
    const keys = context["dynamodb:LeadingKeys"] ?? [];
    const seen = { caller: name, action, resource, keys };
    if (isAllowed([...role.statements, ...this.everywhere], request)) {
      this.uses.set(JSON.stringify({ ...seen, keys: keys.map(prefixOf) }), seen);
      return true;
    }
    this.denials.push(seen);
    this.onDenial(seen);
    return this.letsThrough;
  }
}

/** What stays the same from item to item. */
const prefixOf = (key: string): string => /^[A-Za-z]+[#_]?/.exec(key)?.[0] ?? key;
