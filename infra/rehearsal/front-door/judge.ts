import { isAllowed, type Request, type Statement } from "../policies/policy.ts";
import type { Role } from "../template/roles.ts";

/** Who calls: a function, or what works in its name, or an operator. */
export type Caller = { name: string; role: Role };

export type Denial = { caller: string; action: string; resource: string; keys: readonly string[] };

/** A right that was made use of, in the words of a policy: for the list of those that nobody uses. */
export type Use = { caller: string; action: string; resource: string; keys: readonly string[] };

export const describeDenial = ({ caller, action, resource, keys }: Denial): string =>
  `${caller} may not ${action} on ${resource}${keys.length > 0 ? ` (${keys.join(", ")})` : ""}`;

/** Judges calls by the caller's role, and remembers what was denied and what was made use of. */
export class Judge {
  readonly denials: Denial[] = [];
  readonly uses = new Map<string, Use>();
  private readonly everywhere: readonly Statement[];
  private readonly onDenial: (denial: Denial) => void;

  /** `everywhere`: what resources themselves deny to everybody. */
  constructor(everywhere: readonly Statement[], onDenial: (denial: Denial) => void = () => {}) {
    this.everywhere = everywhere;
    this.onDenial = onDenial;
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
    return false;
  }
}

/** What stays the same from item to item. */
const prefixOf = (key: string): string => /^[A-Za-z]+[#_]?/.exec(key)?.[0] ?? key;
