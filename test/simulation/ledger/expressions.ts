import { Tokens } from "./tokens.ts";
import { copy, type Item, isEqual, order, typeOf } from "./values.ts";

/*
 * The conditions and updates that shared/ledger/expressions.ts builds, compiled once per string. Whatever else
 * DynamoDB's language has is rejected.
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

/** An attribute, or one of a map. */
type Path = (given: Substitutes) => readonly [string, string?];
type Value = (given: Substitutes) => unknown;
type Resolve = (before: Item, given: Substitutes) => unknown;
type Step = (before: Item, given: Substitutes, changes: Changes) => void;

const areEqual = (one: unknown, other: unknown): boolean => one !== undefined && isEqual(one, other);

const isOrdered =
  (holds: (ordered: number) => boolean) =>
  (one: unknown, other: unknown): boolean => {
    const ordered = order(one, other);
    return ordered !== undefined && holds(ordered);
  };

/** What does not exist is unequal to everything, and neither smaller nor larger than anything. */
const COMPARISONS: Record<string, (stored: unknown, given: unknown) => boolean> = {
  "=": areEqual,
  "<>": (one, other) => !areEqual(one, other),
  "<": isOrdered((ordered) => ordered < 0),
  "<=": isOrdered((ordered) => ordered <= 0),
  ">": isOrdered((ordered) => ordered > 0),
  // A planted bug's.
  ">=": isOrdered((ordered) => ordered >= 0),
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
    const parts = [this.single()];
    while (this.tokens.take("AND")) parts.push(this.single());
    return parts.length === 1 && parts[0]
      ? parts[0]
      : (item, given) => parts.every((part) => part(item, given));
  }

  private single(): Condition {
    if (this.tokens.take("NOT")) {
      const condition = this.single();
      return (item, given) => !condition(item, given);
    }
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
    const path = this.path();
    if (name === "size") {
      this.tokens.expect(")");
      return this.compared((item, given) => sizeOf(valueAt(item, path(given))));
    }
    const condition = this.testOf(name, path);
    this.tokens.expect(")");
    return condition;
  }

  private testOf(name: string, path: Path): Condition {
    if (name === "attribute_exists") return (item, given) => valueAt(item, path(given)) !== undefined;
    if (name === "attribute_not_exists") return (item, given) => valueAt(item, path(given)) === undefined;
    if (name !== "contains") throw this.tokens.unknown(`the function ${name}`);
    this.tokens.expect(",");
    const part = this.value();
    return (item, given) => contains(valueAt(item, path(given)), part(given));
  }

  private comparison(): Condition {
    const path = this.path();
    return this.compared((item, given) => valueAt(item, path(given)));
  }

  private compared(valueIn: (item: Item | undefined, given: Substitutes) => unknown): Condition {
    const sign = this.tokens.next();
    const holds = COMPARISONS[sign];
    if (!holds) throw this.tokens.unknown(`the sign ${sign}`);
    const value = this.value();
    return (item, given) => holds(valueIn(item, given), value(given));
  }

  private value(): Value {
    const name = this.tokens.next();
    if (!name.startsWith(":")) throw this.tokens.unknown(`"${name}" where a value is expected`);
    this.uses.add(name);
    return ({ values }) => values[name];
  }

  private path(): Path {
    const head = this.name();
    if (!this.tokens.take(".")) return (given) => [nameOf(head, given)];
    const member = this.name();
    return (given) => [nameOf(head, given), nameOf(member, given)];
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
        writeAt(before, changes, path(given), (former) => sumOf(former, value(given)));
    }
    if (section !== "SET") throw this.tokens.unknown(`the section ${section}`);
    this.tokens.expect("=");
    const resolve = this.result();
    return (before, given, changes) => {
      const value = copy(resolve(before, given));
      writeAt(before, changes, path(given), () => value);
    };
  }

  private result(): Resolve {
    if (this.tokens.peek().startsWith(":")) {
      const value = this.value();
      return (_, given) => value(given);
    }
    if (this.tokens.peek(1) === "(") return this.resultOf(this.tokens.next());
    const path = this.path();
    return (before, given) => {
      const value = valueAt(before, path(given));
      if (value === undefined) throw new ValidationException(NO_SUCH_ATTRIBUTE);
      return value;
    };
  }

  private resultOf(name: string): Resolve {
    this.tokens.expect("(");
    const resolve = name === "list_append" ? this.appended() : this.ifAbsent(name);
    this.tokens.expect(")");
    return resolve;
  }

  private appended(): Resolve {
    const former = this.result();
    this.tokens.expect(",");
    const value = this.value();
    return (before, given) => [...listOf(former(before, given)), ...listOf(value(given))];
  }

  private ifAbsent(name: string): Resolve {
    if (name !== "if_not_exists") throw this.tokens.unknown(`the function ${name}`);
    const path = this.path();
    this.tokens.expect(",");
    const value = this.value();
    return (before, given) => {
      const former = valueAt(before, path(given));
      // An attribute that holds null exists.
      return former === undefined ? value(given) : former;
    };
  }
}

const nameOf = (name: string, { names }: Substitutes): string =>
  name.startsWith("#") ? (names[name] ?? "") : name;

const contains = (value: unknown, part: unknown): boolean => {
  if (typeof value === "string") return typeof part === "string" && value.includes(part);
  return Array.isArray(value) && value.some((element) => isEqual(element, part));
};

/** The ledger asks for it of lists only. */
const sizeOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new ValidationException(WRONG_TYPE);
  return value;
}

const isMap = (value: unknown): value is Item => value !== undefined && typeOf(value) === "M";

function valueAt(item: Item | undefined, [name, member]: ReturnType<Path>): unknown {
  const value = item?.[name];
  if (member === undefined) return value;
  return isMap(value) ? value[member] : undefined;
}

/** `write` is given what was there, and returns what is there now; undefined: nothing. */
function writeAt(
  before: Item,
  { set, removed }: Changes,
  [name, member]: ReturnType<Path>,
  write: (former: unknown) => unknown,
): void {
  const former = name in set ? set[name] : before[name];
  const value = member === undefined ? write(former) : withMember(former, member, write);
  if (value === undefined) removed.push(name);
  else set[name] = value;
}

/** The map itself is shared with others, so it is made anew. */
function withMember(map: unknown, member: string, write: (former: unknown) => unknown): Item {
  if (!isMap(map)) throw new ValidationException(INVALID_PATH);
  const { [member]: former, ...others } = map;
  const value = write(former);
  return Object.freeze(value === undefined ? others : { ...map, [member]: value });
}

function sumOf(former: unknown, value: unknown): number {
  if (typeof value !== "number" || (former !== undefined && typeof former !== "number"))
    throw new ValidationException(WRONG_TYPE);
  return (former ?? 0) + value;
}
