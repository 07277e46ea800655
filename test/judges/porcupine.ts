import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { cleanUp } from "../support/spawned-stack.ts";
import { History } from "./porcupine/history.ts";
import { PLANTED } from "./porcupine/plant.ts";
import { buildGo, CACHE, goVersion, run } from "./toolchain.ts";
import type { Judge } from "./verdict.ts";

const MODULE = "github.com/anishathalye/porcupine";

/** JUDGE_SEED repeats what the clients of an earlier run chose; the machine's timing is its own. */
const SEED = Number(process.env.JUDGE_SEED ?? Math.floor(Math.random() * 1e9));

/**
 * What six clients saw of payments, under faults and kill -9, must fit into one order of things. It finds a read that is
 * older than an answer before it, two answers to one key, a success that a kill has lost, and an effect that came twice.
 */
export const porcupine: Judge = {
  title: "porcupine looks for an order in what six clients saw under faults and kill -9",
  needs: ["go"],
  planted: PLANTED.map((mistake) => ({ mistake, finding: new RegExp(`^payment with ${mistake}:`) })),
  async judge({ planted }) {
    const program = await buildGo("porcupine");
    const history = new History(SEED, { planted });
    try {
      await history.make();
    } finally {
      await cleanUp();
    }
    const { operations, rejected, serverErrors } = history;
    const pictures = join(CACHE, "porcupine");
    mkdirSync(pictures, { recursive: true });
    const input = operations.map((operation) => `${JSON.stringify(operation)}\n`).join("");
    const { status, stdout, stderr } = await run(program, [pictures], { input });
    if (status !== 0) throw new Error(`The judge failed: ${stderr}`);
    const illegal = stdout.split("\n").filter(Boolean);
    const found = illegal.map(
      (line) => JSON.parse(line) as { payment: number; result: string; picture: string },
    );
    const unknown = operations.filter(({ outcome }) => outcome === "unknown").length;
    const payments = new Set(operations.map(({ payment }) => payment)).size;
    return {
      tools: [`porcupine ${goVersion("porcupine", MODULE)}`],
      judged: `operations of 6 clients on ${payments} payments (${unknown} with an unknown outcome, ${rejected} rejections left out; seed ${SEED})`,
      count: operations.length,
      findings: [
        ...found.map(({ payment, result, picture }) => ({
          what: `payment${planted && PLANTED[payment] ? ` with ${PLANTED[payment]}` : ""}: ${result === "Illegal" ? "no order explains its history" : "undecided in a minute"}`,
          detail: `JUDGE_SEED=${SEED}, see ${picture}`,
        })),
        ...serverErrors.map((detail) => ({ what: "an answer of 500", detail })),
      ],
    };
  },
};
