import { join } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import config from "../../vitest.config.ts";

const ROOT = join(import.meta.dirname, "../..");
const ORDER = (process.env.TEST_ORDER ?? "").split(",").map((test) => join(ROOT, test));

/** The run ends with the first failure, so what finds most in the least time comes first. */
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => ORDER.indexOf(one.moduleId) - ORDER.indexOf(other.moduleId));
  }
}

/** The tests as they are, in the order that they are given in. */
export default mergeConfig(config, defineConfig({ root: ROOT, test: { sequence: { sequencer: AsGiven } } }));
