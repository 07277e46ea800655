import { Tokens } from "./tokens.ts";
import { copy, type Item, isEqual, order, typeOf } from "./values.ts";

/*
 * The expressions of DynamoDB that the ledger uses, compiled once per string: conditions, key conditions and updates.
 * Whatever else the language has is rejected.
 */

type Substitutes = { names: Record<string, string>; values: Record<string, unknown> };

export type Condition = (item: Item | undefined, given: Substitutes) => boolean;
/** The attributes that it sets, and the names of those that it removes. */
type Changes = { set: Item; removed: string[] };
export type Update = (before: Item, given: Substitutes) => Changes;
/** Which #names and :values an expression uses: what is given and not used is an error, as is what is missing. */
export type Compiled<T> = { run: T; uses: ReadonlySet<string> };

/** The words of DynamoDB's own rejections, by which the ledger's client tells them apart. */
export class ValidationException extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ValidationException";
  }
}

/** Each expression is read once. */
export const remember = <T>(compile: (expression: string) => T) => {
  const known = new Map<string, T>();
  return (expression: string): T => {
    const found = known.get(expression);
    if (found) return found;
    const compiled = compile(expression);
    known.set(expression, compiled);
    return compiled;
  };
};

export const compileCondition = remember((expression): Compiled<Condition> => {
  const parser = new Parser(expression);
  return { run: parser.wholeCondition(), uses: parser.uses };
});

export const compileUpdate = remember((expression): Compiled<Update> => {
  const parser = new Parser(expression);
  return { run: parser.wholeUpdate(), uses: parser.uses };
});

type Operand = (item: Item | undefined, given: Substitutes) => unknown;
type Path = (given: Substitutes) => string[];
type Resolve = (before: Item, given: Substitutes) => unknown;
type Step = (before: Item, given: Substitutes, changes: Changes) => void;

const COMPARISONS: Record<string, (ordered: number) => boolean> = {
  "<": (ordered) => ordered < 0,
  "<=": (ordered) => ordered <= 0,
  ">": (ordered) => ordered > 0,
  ">=": (ordered) => ordered >= 0,
};

const WRONG_TYPE = "An operand in the update expression has an incorrect data type";
const NO_SUCH_ATTRIBUTE = "The provided expression refers to an attribute that does not exist in the item";
const INVALID_PATH = "The document path provided in the update expression is invalid for update";

class Parser {
  readonly uses = new Set<string>();
  private readonly tokens: Tokens;

  constructor(expression: string) {
    this.tokens = new Tokens(expression);
  }

  wholeCondition(): Condition {
    const condition = this.either();
    if (!this.tokens.isAtEnd()) throw this.tokens.unknown(`"${this.tokens.peek()}"`);
    return condition;
  }

  private either(): Condition {
    const parts = [this.both()];
    while (this.tokens.take("OR")) parts.push(this.both());
    return parts.length === 1 && parts[0]
      ? parts[0]
      : (item, given) => parts.some((part) => part(item, given));
  }

  private both(): Condition {
    const parts = [this.negated()];
    while (this.tokens.take("AND")) parts.push(this.negated());
    return parts.length === 1 && parts[0]
      ? parts[0]
      : (item, given) => parts.every((part) => part(item, given));
  }

  private negated(): Condition {
    if (!this.tokens.take("NOT")) return this.single();
    const condition = this.negated();
    return (item, given) => !condition(item, given);
  }

  private single(): Condition {
    if (this.tokens.take("(")) {
      const inner = this.either();
      this.tokens.expect(")");
      return inner;
    }
    return this.tokens.peek(1) === "(" ? this.test() : this.comparison();
  }

  private test(): Condition {
    const name = this.tokens.next();
    this.tokens.expect("(");
    const path = this.operand();
    const condition = this.testOf(name, path);
    this.tokens.expect(")");
    return condition;
  }

  private testOf(name: string, path: Operand): Condition {
    if (name === "attribute_exists") return (item, given) => path(item, given) !== undefined;
    if (name === "attribute_not_exists") return (item, given) => path(item, given) === undefined;
    if (name !== "begins_with" && name !== "contains") throw this.tokens.unknown(`the function ${name}`);
    this.tokens.expect(",");
    const operand = this.operand();
    const holds = name === "begins_with" ? beginsWith : contains;
    return (item, given) => holds(path(item, given), operand(item, given));
  }

  private comparison(): Condition {
    const left = this.operand();
    if (this.tokens.take("BETWEEN")) {
      const low = this.operand();
      this.tokens.expect("AND");
      const high = this.operand();
      return (item, given) => {
        const value = left(item, given);
        return (order(value, low(item, given)) ?? -1) >= 0 && (order(value, high(item, given)) ?? 1) <= 0;
      };
    }
    const sign = this.tokens.next();
    const right = this.operand();
    // What does not exist is unequal to everything, and neither smaller nor larger than anything.
    if (sign === "=") return (item, given) => areEqual(left(item, given), right(item, given));
    if (sign === "<>") return (item, given) => !areEqual(left(item, given), right(item, given));
    const holds = COMPARISONS[sign];
    if (!holds) throw this.tokens.unknown(`the sign ${sign}`);
    return (item, given) => {
      const ordered = order(left(item, given), right(item, given));
      return ordered !== undefined && holds(ordered);
    };
  }

  private operand(): Operand {
    if (this.tokens.peek().startsWith(":")) return this.value();
    const path = this.path();
    return (item, given) => valueAt(item, path(given));
  }

  private value(): Operand {
    const name = this.tokens.next();
    if (!name.startsWith(":")) throw this.tokens.unknown(`"${name}" where a value is expected`);
    this.uses.add(name);
    return (_, { values }) => values[name];
  }

  private path(): Path {
    const parts = [this.name()];
    while (this.tokens.take(".")) parts.push(this.name());
    const [only = ""] = parts;
    if (parts.length === 1) return only.startsWith("#") ? ({ names }) => [names[only] ?? ""] : () => parts;
    return ({ names }) => parts.map((part) => (part.startsWith("#") ? (names[part] ?? "") : part));
  }

  private name(): string {
    const name = this.tokens.next();
    if (!/^#?[A-Za-z_]/.test(name)) throw this.tokens.unknown(`"${name}" where a name is expected`);
    if (name.startsWith("#")) this.uses.add(name);
    return name;
  }

  wholeUpdate(): Update {
    const steps: Step[] = [];
    while (!this.tokens.isAtEnd()) {
      const section = this.tokens.next().toUpperCase();
      do steps.push(this.stepOf(section));
      while (this.tokens.take(","));
    }
    // All values are worked out on the item as it was.
    return (before, given) => {
      const changes: Changes = { set: {}, removed: [] };
      for (const step of steps) step(before, given, changes);
      return changes;
    };
  }

  private stepOf(section: string): Step {
    const path = this.path();
    if (section === "REMOVE")
      return (before, given, changes) => writeAt(before, changes, path(given), () => undefined);
    if (section === "ADD") {
      const value = this.value();
      return (before, given, changes) =>
        writeAt(before, changes, path(given), (former) => sumOf(former, value(before, given)));
    }
    if (section !== "SET") throw this.tokens.unknown(`the section ${section}`);
    this.tokens.expect("=");
    const resolve = this.sum();
    return (before, given, changes) => {
      const value = copy(resolve(before, given));
      writeAt(before, changes, path(given), () => value);
    };
  }

  private sum(): Resolve {
    const left = this.term();
    const sign = this.tokens.peek();
    if (sign !== "+" && sign !== "-") return left;
    this.tokens.next();
    const right = this.term();
    return (before, given) => {
      const one = numberOf(left(before, given));
      const other = numberOf(right(before, given));
      return sign === "+" ? one + other : one - other;
    };
  }

  private term(): Resolve {
    if (this.tokens.peek(1) !== "(") return this.existing(this.operand());
    const name = this.tokens.next();
    this.tokens.expect("(");
    const resolve = this.functionOf(name);
    this.tokens.expect(")");
    return resolve;
  }

  private functionOf(name: string): Resolve {
    if (name === "if_not_exists") {
      const path = this.path();
      this.tokens.expect(",");
      const otherwise = this.term();
      return (before, given) => valueAt(before, path(given)) ?? orNull(before, path(given), otherwise, given);
    }
    if (name !== "list_append") throw this.tokens.unknown(`the function ${name}`);
    const first = this.term();
    this.tokens.expect(",");
    const second = this.term();
    return (before, given) => [...listOf(first(before, given)), ...listOf(second(before, given))];
  }

  private existing(operand: Operand): Resolve {
    return (before, given) => {
      const value = operand(before, given);
      if (value === undefined) throw new ValidationException(NO_SUCH_ATTRIBUTE);
      return value;
    };
  }
}

/** An attribute that holds null exists. */
const orNull = (before: Item, path: string[], otherwise: Resolve, given: Substitutes): unknown =>
  valueAt(before, path) === null ? null : otherwise(before, given);

const areEqual = (one: unknown, other: unknown): boolean =>
  one !== undefined && other !== undefined && isEqual(one, other);

const beginsWith = (value: unknown, start: unknown): boolean =>
  typeof value === "string" && typeof start === "string" && value.startsWith(start);

const contains = (value: unknown, part: unknown): boolean => {
  if (typeof value === "string") return typeof part === "string" && value.includes(part);
  return Array.isArray(value) && value.some((element) => isEqual(element, part));
};

function numberOf(value: unknown): number {
  if (typeof value !== "number") throw new ValidationException(WRONG_TYPE);
  return value;
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new ValidationException(WRONG_TYPE);
  return value;
}

function valueAt(item: Item | undefined, path: string[]): unknown {
  let value: unknown = item;
  for (const name of path) {
    if (value === undefined || typeOf(value) !== "M") return undefined;
    value = (value as Item)[name];
  }
  return value;
}

/** What stands at a path's end after a write; undefined: nothing. */
type WriteValue = (former: unknown) => unknown;

function writeAt(before: Item, { set, removed }: Changes, path: string[], write: WriteValue): void {
  const [name = ""] = path;
  const former = name in set ? set[name] : before[name];
  const value = path.length === 1 ? write(former) : writeWithin(former, path.slice(1), write);
  if (value === undefined) removed.push(name);
  else set[name] = value;
}

/** What lies between an item and a path's end is shared with others, so it is made anew. */
function writeWithin(map: unknown, [name = "", ...rest]: string[], write: WriteValue): Item {
  if (map === undefined || typeOf(map) !== "M") throw new ValidationException(INVALID_PATH);
  const { [name]: former, ...others } = map as Item;
  const value = rest.length === 0 ? write(former) : writeWithin(former, rest, write);
  return Object.freeze(value === undefined ? others : { ...(map as Item), [name]: value });
}

function sumOf(former: unknown, value: unknown): number {
  if (typeof value !== "number" || (former !== undefined && typeof former !== "number"))
    throw new ValidationException(WRONG_TYPE);
  return (former ?? 0) + value;
}
