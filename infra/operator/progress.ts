import cliProgress from "cli-progress";

export type Progress = { advance: (by: number) => void; done: () => void };

const SILENT: Progress = { advance: () => {}, done: () => {} };

/** Only at a terminal. */
export function startProgress(label: string, total?: number): Progress {
  if (!process.stderr.isTTY || total === 0) return SILENT;
  const format =
    total === undefined
      ? `${label} {value} ({duration_formatted})`
      : `${label} {bar} {value}/{total} ({eta_formatted})`;
  const bar = new cliProgress.SingleBar({ format, hideCursor: true, stream: process.stderr });
  bar.start(total ?? 0, 0);
  return { advance: (by) => bar.increment(by), done: () => bar.stop() };
}
