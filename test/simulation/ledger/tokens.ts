import { UnknownToFake } from "./values.ts";

const TOKEN = /\s*(?:(?<text>[#:]?[A-Za-z_][A-Za-z0-9_]*)|(?<sign><>|<=|>=|[=<>(),.+-]))/y;

/** The words and signs of an expression, read from left to right. */
export class Tokens {
  private readonly all: string[] = [];
  private place = 0;
  private readonly expression: string;

  constructor(expression: string) {
    this.expression = expression;
    TOKEN.lastIndex = 0;
    const text = expression.trimEnd();
    while (TOKEN.lastIndex < text.length) {
      const at = TOKEN.lastIndex;
      const found = TOKEN.exec(text);
      if (!found) throw new UnknownToFake(`what stands at ${at} of "${expression}"`);
      this.all.push(found.groups?.text ?? found.groups?.sign ?? "");
    }
  }

  peek = (ahead = 0): string => this.all[this.place + ahead] ?? "";

  isAtEnd = (): boolean => this.place >= this.all.length;

  next(): string {
    if (this.isAtEnd()) throw this.unknown("its end");
    return this.all[this.place++] ?? "";
  }

  /** Takes a keyword or a sign if it is the next one. */
  take(word: string): boolean {
    const isNext = this.peek().toUpperCase() === word.toUpperCase();
    if (isNext) this.place++;
    return isNext;
  }

  expect(word: string): void {
    if (!this.take(word)) throw this.unknown(`"${this.peek()}" where "${word}" is expected`);
  }

  unknown = (what: string): UnknownToFake => new UnknownToFake(`${what} in "${this.expression}"`);
}
