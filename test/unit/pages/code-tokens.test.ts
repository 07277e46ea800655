import { expect, it } from "vitest";
import { codeTokensOf } from "../../../infra/pages/code/code-tokens.ts";

const colored = (text: string) =>
  codeTokensOf(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

it("JSON has names, texts, numbers and words", () => {
  expect(colored('{"amount": -49.5, "id": "pi_3Q", "live": false, "of": [1, null]}')).toEqual([
    'name "amount"',
    "number -49.5",
    'name "id"',
    'string "pi_3Q"',
    'name "live"',
    "word false",
    'name "of"',
    "number 1",
    "word null",
  ]);
});

it("a text ends at its own quote, and a colon in it makes no name", () => {
  expect(colored(String.raw`{"a": "b \"c\": 1", "d": 'e'}`)).toEqual([
    'name "a"',
    String.raw`string "b \"c\": 1"`,
    'name "d"',
    "string 'e'",
  ]);
});

it("samples have comments and words of their languages, and no color within a word", () => {
  expect(colored("# a comment\nimport os\nid = order-1001 # 2")).toEqual([
    "comment # a comment",
    "word import",
    "comment # 2",
  ]);
  expect(colored("https://api.example.com/v1 if1 1a evt_1")).toEqual([]);
});
