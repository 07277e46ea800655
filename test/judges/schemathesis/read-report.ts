import { readFileSync } from "node:fs";
import type { Finding } from "../verdict.ts";

/** One request with its answer. */
export type Case = { operation: string; status: number };

type Bytes = { $base64: string };
type Recorded = {
  cases: Record<string, { value: { method: string; path: string } }>;
  checks?: Record<string, { failure_info?: { failure: Failed } | null }[]>;
  interactions?: Record<
    string,
    { response?: { status_code: number; content?: Bytes | null } | null; request: { uri: string } }
  >;
};
type Failed = { type: string; title: string; message: string };
type Line = Record<string, { recorder?: Recorded; info?: unknown; message?: string }>;

/** What schemathesis wrote: one event a line. */
export function readReport(file: string): { cases: Case[]; findings: Finding[] } {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const events = lines.map((line) => JSON.parse(line) as Line);
  const recorders = events.flatMap((event) => event.ScenarioFinished?.recorder ?? []);
  const failed = events.flatMap((event) =>
    ["NonFatalError", "FatalError"].flatMap((name) => (event[name] ? [JSON.stringify(event[name])] : [])),
  );
  return {
    cases: recorders.flatMap(casesOf),
    findings: [
      ...recorders.flatMap(findingsOf),
      ...failed.map((detail) => ({ what: "schemathesis itself failed", detail: detail.slice(0, 2000) })),
    ],
  };
}

const operationOf = ({ cases }: Recorded, id: string): string => {
  const { method, path } = cases[id]?.value ?? { method: "", path: "" };
  return `${method} ${path}`;
};

const casesOf = (recorded: Recorded): Case[] =>
  Object.entries(recorded.interactions ?? {}).map(([id, { response }]) => ({
    operation: operationOf(recorded, id),
    status: response?.status_code ?? 599,
  }));

const findingsOf = (recorded: Recorded): Finding[] =>
  Object.entries(recorded.checks ?? {}).flatMap(([id, checks]) =>
    checks.flatMap(({ failure_info: info }) => {
      if (!info) return [];
      const { request, response } = recorded.interactions?.[id] ?? {};
      const answer = Buffer.from(response?.content?.$base64 ?? "", "base64").toString();
      return {
        what: `${operationOf(recorded, id)}: ${info.failure.title}: ${kindOf(info.failure, answer)}`,
        detail: `${request?.uri} ${JSON.stringify(recorded.cases[id]?.value)} ${answer.slice(0, 500)}`,
      };
    }),
  );

/** The same words at every run: what was rejected, or which part of the request should have been. */
function kindOf({ type, message }: Failed, answer: string): string {
  const part = /Invalid component: (.*?)( - .*)?$/m.exec(message)?.[1];
  if (part) return part;
  if (type !== "RejectedPositiveData") return message.split("\n")[0] ?? "";
  const { title, errors = [] } = JSON.parse(answer) as { title: string; errors?: { pointer: string }[] };
  return [title, ...errors.map(({ pointer }) => pointer)].join(" ");
}
