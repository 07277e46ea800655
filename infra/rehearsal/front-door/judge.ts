import { isAllowed, type Request, type Statement } from "../policies/policy.ts";
import type { Role } from "../template/roles.ts";

export type Caller = { name: string; role: Role };

export type PolicyRequest = { caller: string; action: string; resource: string; keys: readonly string[] };

export const describeDenial = ({ caller, action, resource, keys }: PolicyRequest): string =>
  `${caller} may not ${action} on ${resource}${keys.length > 0 ? ` (${keys.join(", ")})` : ""}`;

export class Judge {
  readonly denials: PolicyRequest[] = [];
  /** What was allowed, each kind once: functions need these rights. */
  readonly uses = new Map<string, PolicyRequest>();
  private readonly everywhere: readonly Statement[];
  private readonly onDenial: (denial: PolicyRequest) => void;

  private readonly letsThrough: boolean;

  /**
   * `everywhere`: what resources deny to every caller. `letsThrough`: a denial is noted and the call happens anyway,
   * so that one run shows all missing rights.
   */
  constructor(
    everywhere: readonly Statement[],
    { onDenial, letsThrough }: { onDenial: (denial: PolicyRequest) => void; letsThrough: boolean },
  ) {
    this.everywhere = everywhere;
    this.onDenial = onDenial;
    this.letsThrough = letsThrough;
  }

  allows({ name, role }: Caller, { action, resource, context }: Request): boolean {
    // On AWS everything is encrypted in transit, and queues require it.
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

const prefixOf = (key: string): string => /^[A-Za-z]+[#_]?/.exec(key)?.[0] ?? key;
