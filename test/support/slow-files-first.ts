import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * What starts programs takes longest; begun last, it would be waited for with idle cores. Files that share a worker stand
 * together: it ends as soon as the next file is another project's.
 */
const PROJECTS = ["alone", "slow", "template", "service", "pure"];
const FOLDERS = [
  "rehearsal/",
  "simulation/",
  "browser/",
  "integration/local-stack/",
  "integration/operator/",
];

const placeIn = (ranks: readonly string[], isMeant: (rank: string) => boolean): number => {
  const place = ranks.findIndex(isMeant);
  return place === -1 ? ranks.length : place;
};

const rankOf = ({ moduleId, project }: TestSpecification): number => {
  const ofProject = placeIn(PROJECTS, (name) => name === project.name);
  const ofFolder = placeIn(FOLDERS, (folder) => moduleId.includes(`/test/${folder}`));
  return ofProject * (FOLDERS.length + 1) + ofFolder;
};

/** Vitest's own order, by the last run's durations or by size, within each of these groups. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
