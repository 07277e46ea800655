import { join } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import config from "../../../vitest.config.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** A mistake in a module of the service: what stands there, and what is read instead. */
const PLANTED: Record<string, { right: string; wrong: string }> = {
  [join(ROOT, "shared/ledger/client.ts")]: {
    right: "unmarshall(error.Item) as T",
    wrong: "error.Item as T",
  },
  [join(ROOT, "shared/queues/queue.ts")]: {
    right: "ReceiptHandle, VisibilityTimeout });",
    wrong: "ReceiptHandle, VisibilityTimeout: VisibilityTimeout * 1000 });",
  },
};

/** The tests as they are, with mistakes planted in the service. */
export default mergeConfig(
  config,
  defineConfig({
    root: ROOT,
    plugins: [
      {
        name: "plant-mistakes",
        enforce: "pre",
        transform(code, id) {
          const mistake = PLANTED[id];
          if (!mistake) return;
          if (!code.includes(mistake.right)) throw new Error(`${id} has nothing to plant a mistake in.`);
          return code.replace(mistake.right, mistake.wrong);
        },
      },
    ],
  }),
);
