export type CodeToken = {
  kind: "name" | "string" | "number" | "comment" | "word";
  start: number;
  end: number;
};

/**
 * Which parts of a sample have a color, in any of the languages that samples are written in: rough, and never wrong about
 * the text itself. A text in quotes before a colon is a name; in JSON nothing else is one.
 */
export function codeTokensOf(text: string): CodeToken[] {
  return [...text.matchAll(TOKEN)].map((match) => {
    const { comment, string, number } = match.groups ?? {};
    const [start, end] = [match.index, match.index + match[0].length];
    const isName = string !== undefined && /^\s*:(?!:)/.test(text.slice(end, end + 8));
    const kind = isName ? "name" : string ? "string" : number ? "number" : comment ? "comment" : "word";
    return { kind, start, end };
  });
}

const WORDS =
  "await|class|const|def|do|end|for|func|if|import|in|new|null|of|package|print|public|puts|require|return|static|" +
  "string|throws|true|false|try|using|var|void|with|curl|None|True|False|nil";

const TOKEN = new RegExp(
  [
    String.raw`(?<comment>(?<=^|\s)(?:#|//)[^\n]*)`,
    String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`,
    String.raw`(?<number>(?<![\w.$-])-?\d+(?:\.\d+)?(?![\w.-]))`,
    String.raw`(?<![\w$.-])(?:${WORDS})(?![\w-])`,
  ].join("|"),
  "gm",
);
