import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { FUNCTIONS } from "../../../infra/topology.ts";
import { type Bench, columns, hold } from "../report.ts";

const SIZES = [10_000, 100_000, 1_000_000];
/** So many times what the one before holds, with a tenth of its lines: a slice of 100,000 lines is a third of them. */
const FLAT = 1.8;

export type Measurable = "statement" | "download";
export type Measured = { lines: number; heapMegabytes: number; residentMegabytes: number; seconds: number };

export const largeDay: Bench = {
  title: "memory of a day's statement and of its download, by their lines",
  takesMinutes: true,
  measure,
};

/** `npm run bench -- statement 10000` measures one size alone. */
async function measure(...sizes: string[]): Promise<string[]> {
  const wanted = sizes.length > 0 ? sizes.map(Number) : SIZES;
  const rows = (["statement", "download"] as const).flatMap((what) => {
    const measured = wanted.map((lines) => run(what, lines));
    const flat =
      (measured.at(-1)?.heapMegabytes ?? 0) / (measured.at(-2)?.heapMegabytes ?? Number.POSITIVE_INFINITY);
    return [
      ...measured.map((one) => [`${what}, ${one.lines} lines`, describe(one)] as const),
      [
        `${what}, largest ÷ the one before`,
        [`${flat.toFixed(2)} of the heap (${hold(flat, FLAT)})`],
      ] as const,
    ];
  });
  return [
    `The reconciliation function has ${memoryOf("reconciliation")} MB, the one of downloads ${memoryOf("get-statement")} MB.`,
    "A download runs the typed client in the same process, and time of the making of its lines is not counted.",
    "",
    ...columns(Object.fromEntries(rows)),
  ];
}

const describe = (one: Measured): string[] => [
  `heap ${one.heapMegabytes.toFixed(0)} MB at its largest`,
  `process ${one.residentMegabytes.toFixed(0)} MB`,
  `${one.seconds.toFixed(0)} s`,
];

const memoryOf = (name: string): number => FUNCTIONS.find((spec) => spec.name === name)?.memoryMegabytes ?? 0;

/** In a process of its own, which has no more heap than the function that makes the lines has memory. */
function run(what: Measurable, lines: number): Measured {
  const file = fileURLToPath(new URL("./measure.ts", import.meta.url));
  const flags = ["--expose-gc", `--max-old-space-size=${memoryOf("reconciliation")}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, file, what, String(lines)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`A ${what} of ${lines} lines failed: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout);
}
