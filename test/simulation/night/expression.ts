/** Of one period; undefined: CloudWatch has no value. */
export type Value = number | undefined;

const TOKEN = /\s*(\d+(?:\.\d+)?(?:e-?\d+)?|[A-Za-z_]\w*|>=|<=|==|[-+*/()<>,])/y;

/** As many of CloudWatch's operators as the alarms use, the weakest first. An unknown function fails the run. */
const LEVELS: readonly (readonly string[])[] = [
  ["OR"],
  ["AND"],
  [">=", "<=", "==", ">", "<"],
  ["+", "-"],
  ["*", "/"],
];

const APPLY: Record<string, (one: number, other: number) => number> = {
  AND: (one, other) => Number(one !== 0 && other !== 0),
  OR: (one, other) => Number(one !== 0 || other !== 0),
  "==": (one, other) => Number(one === other),
  ">=": (one, other) => Number(one >= other),
  "<=": (one, other) => Number(one <= other),
  ">": (one, other) => Number(one > other),
  "<": (one, other) => Number(one < other),
  "+": (one, other) => one + other,
  "-": (one, other) => one - other,
  "*": (one, other) => one * other,
  "/": (one, other) => one / other,
};

/** What an alarm's expression comes to, given its metrics of one period. What is computed from no value has none. */
export function evaluate(expression: string, metric: (name: string) => Value): Value {
  const tokens = tokensOf(expression);
  let place = 0;
  const take = (wanted?: string): string => {
    const token = tokens[place++] ?? "";
    if (wanted !== undefined && token !== wanted) throw new Error(`${expression}: ${wanted} is missing.`);
    return token;
  };
  const binary = (level: number): Value => {
    const operators = LEVELS[level];
    if (!operators) return operand();
    let value = binary(level + 1);
    while (operators.includes(tokens[place] ?? "")) {
      const apply = APPLY[take()];
      const other = binary(level + 1);
      value = value === undefined || other === undefined ? undefined : apply?.(value, other);
    }
    return value;
  };
  const given = (count: number): Value[] => {
    take("(");
    const values = Array.from({ length: count }, (_, nth) => {
      if (nth > 0) take(",");
      return binary(0);
    });
    take(")");
    return values;
  };
  const operand = (): Value => {
    const token = take();
    if (token === "(") {
      const value = binary(0);
      take(")");
      return value;
    }
    if (token === "FILL") {
      const [value, filling] = given(2);
      return value ?? filling;
    }
    if (token === "IF") {
      const [condition, yes, no] = given(3);
      return condition === undefined ? undefined : condition !== 0 ? yes : no;
    }
    if (/^\d/.test(token)) return Number(token);
    if (tokens[place] === "(") throw new Error(`${expression}: ${token} is not known here.`);
    return metric(token);
  };
  const value = binary(0);
  if (place < tokens.length) throw new Error(`${expression}: not understood at ${tokens[place]}.`);
  return value;
}

function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.trimEnd().length) {
    const [, token] = TOKEN.exec(expression) ?? [];
    if (token === undefined) throw new Error(`${expression}: not understood.`);
    tokens.push(token);
  }
  return tokens;
}
