import { median, percentile } from "../report.ts";
import { EMPTY, OURS } from "./builds.ts";
import type { Samples } from "./rounds.ts";
import type { Sample } from "./sample.ts";

type Clock = keyof Sample;

/** Ours ÷ another build: the median over the rounds, so that a slow moment, in which both were measured, cancels out. */
export const ratioTo = (build: string, samples: Samples, clock: Clock): number =>
  median(ratiosTo(build, samples, clock));

function ratiosTo(build: string, samples: Samples, clock: Clock): number[] {
  const ours = samples.get(OURS) ?? [];
  return (samples.get(build) ?? []).map(
    (sample, round) => (ours[round]?.[clock] ?? Number.NaN) / sample[clock],
  );
}

/** Of the quickest rounds: what a whole process takes longer than that is the machine's doing. */
export const quickestRatioTo = (build: string, samples: Samples): number =>
  quickest(samples.get(OURS)) / quickest(samples.get(build));

const quickest = (taken: readonly Sample[] = []): number =>
  Math.min(...taken.map(({ processMs }) => processMs));

/** How far the rounds lie apart: the middle half of the ratios, for the typical build. */
export const spreadOf = (samples: Samples, clock: Clock): number =>
  median(
    [...samples.keys()]
      .filter((build) => build !== OURS && build !== EMPTY)
      .map((build) => ratiosTo(build, samples, clock))
      .map((ratios) => percentile(ratios, 0.75) - percentile(ratios, 0.25)),
  );
