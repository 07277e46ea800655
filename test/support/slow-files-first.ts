import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What starts processes or synthesises templates takes longest; begun last, it would be waited for with idle cores. */
const FIRST = [
  "rehearsal/",
  "simulation/",
  "integration/local-stack/",
  "integration/operator/",
  "browser/",
  "template/",
  "integration/",
  "security/",
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = FIRST.findIndex((folder) => moduleId.includes(`/test/${folder}`));
  return rank === -1 ? FIRST.length : rank;
};

/** Vitest's own order, by the last run's durations or by size, within each of these groups. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
