import { NotRehearsable } from "./not-rehearsable.ts";

/*
 * What IAM does, as far as our policies go: an explicit denial wins, then an allowance, and what neither names is
 * denied. It knows the four operators that our policies use. One that it does not know fails the start, because a
 * condition that is left out would allow more than AWS does.
 */

export type Statement = {
  Effect: "Allow" | "Deny";
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
};

export type Request = {
  action: string;
  resource: string;
  context: Readonly<Record<string, readonly string[]>>;
};

const STATEMENT_KEYS = ["Sid", "Effect", "Action", "Resource", "Condition", "Principal"];

/** Per key: does the request's value (or do its values) fit what the policy wants? undefined: the key is absent. */
type Operator = (values: readonly string[] | undefined, wanted: readonly string[]) => boolean;

const OPERATORS: Record<string, Operator> = {
  // True for an absent key, as IAM has it; our policies put Null beside it.
  "ForAllValues:StringLike": (values = [], wanted) =>
    values.every((value) => wanted.some((pattern) => isLike(value, pattern))),
  Null: (values, [wanted]) => (values === undefined || values.length === 0) === (wanted === "true"),
  StringEquals: (values, wanted) => values?.length === 1 && wanted.includes(values[0] ?? ""),
  Bool: (values, [wanted]) => values?.length === 1 && values[0]?.toLowerCase() === wanted?.toLowerCase(),
};

/** Those that the judge has a value for: without one, what denies would not fit. */
const CONDITION_KEYS = ["dynamodb:LeadingKeys", "aws:SecureTransport"];

/** Fails on whatever would be judged wrongly. */
export function requireUnderstood(statement: object, where: string): void {
  const reject = (what: string): never => {
    throw new NotRehearsable(`${where}: a policy has ${what}, which the rehearsal cannot judge.`);
  };
  for (const key of Object.keys(statement)) if (!STATEMENT_KEYS.includes(key)) reject(key);
  if (JSON.stringify(statement).includes("${")) reject("a policy variable");
  const { Effect, Condition = {} } = statement as Statement;
  if (Effect !== "Allow" && Effect !== "Deny") reject(`the effect ${Effect}`);
  for (const [operator, keys] of Object.entries(Condition)) {
    if (!OPERATORS[operator]) reject(`the operator ${operator}`);
    for (const key of Object.keys(keys))
      if (!CONDITION_KEYS.includes(key)) reject(`the condition key ${key}`);
  }
}

export function isAllowed(statements: readonly Statement[], request: Request): boolean {
  const fitting = statements.filter((statement) => fits(statement, request));
  return fitting.some(({ Effect }) => Effect === "Allow") && fitting.every(({ Effect }) => Effect !== "Deny");
}

const fits = ({ Action, Resource, Condition = {} }: Statement, request: Request): boolean =>
  [Action].flat().some((action) => isLike(request.action.toLowerCase(), action.toLowerCase())) &&
  [Resource].flat().some((resource) => isLike(request.resource, resource)) &&
  Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) =>
      OPERATORS[operator]?.(request.context[key], [wanted].flat().map(String)),
    ),
  );

const patterns = new Map<string, RegExp>();

export function isLike(text: string, pattern: string): boolean {
  const known =
    patterns.get(pattern) ??
    new RegExp(
      `^${pattern
        .split(/([*?])/)
        .map(part)
        .join("")}$`,
      "s",
    );
  patterns.set(pattern, known);
  return known.test(text);
}

const part = (text: string): string =>
  text === "*" ? ".*" : text === "?" ? "." : text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
