import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  type GetQueryResultsCommandOutput,
  StartQueryCommand,
} from "@aws-sdk/client-cloudwatch-logs";
import { Failure } from "../../shared/domain/failure.ts";
import { FUNCTIONS } from "../topology.ts";
import { explainAwsError } from "./caller-identity.ts";
import { functionLogsOf, functionNameOf } from "./names.ts";

/** What a key was used for, by operation, the latest first. */
export type KeyUsage = { operation: string; requests: number; lastUsedAt: number };

const POLL_MS = 1_000;
const LONGEST_QUERY_MS = 60_000;

/** Every request's line has its key's id: no function has to write down when a key was used. */
const QUERY = (keyId: string): string =>
  `filter keyId = "${keyId}" | stats count(*) as requests, max(@timestamp) as lastUsed by operation | sort lastUsed desc`;

/** From the logs of the endpoints' functions. */
export async function readKeyUsage(
  environmentName: string,
  keyId: string,
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
): Promise<KeyUsage[]> {
  const client = new CloudWatchLogsClient({ maxAttempts: 2 });
  try {
    const { queryId = "" } = await client.send(
      new StartQueryCommand({
        logGroupNames: endpointLogsOf(environmentName),
        queryString: QUERY(keyId),
        startTime: Math.floor(sinceMs / 1000),
        endTime: Math.ceil(untilMs / 1000),
      }),
    );
    return rowsOf(await untilComplete(client, queryId));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unavailable(explainAwsError(error) ?? `The logs could not be queried (${(error as Error).name}).`);
  } finally {
    client.destroy();
  }
}

/** Insights takes 50 log groups at most; a test holds the number of endpoints below that. */
export const endpointLogsOf = (environmentName: string): string[] =>
  FUNCTIONS.filter(({ routes }) => routes.length > 0).map(({ name }) =>
    functionLogsOf(functionNameOf({ name: environmentName }, name)),
  );

async function untilComplete(
  client: CloudWatchLogsClient,
  queryId: string,
): Promise<GetQueryResultsCommandOutput> {
  const endsAt = performance.now() + LONGEST_QUERY_MS;
  for (;;) {
    const answer = await client.send(new GetQueryResultsCommand({ queryId }));
    if (answer.status === "Complete") return answer;
    if (answer.status !== "Running" && answer.status !== "Scheduled")
      throw unavailable(`The query of the logs ended as ${answer.status}.`);
    if (performance.now() > endsAt)
      throw unavailable("The query took longer than a minute. Pass a shorter time with --since.");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const rowsOf = ({ results = [] }: GetQueryResultsCommandOutput): KeyUsage[] =>
  results.map((row) => {
    const textOf = (name: string): string => row.find(({ field }) => field === name)?.value ?? "";
    return {
      operation: textOf("operation"),
      requests: Number(textOf("requests")),
      lastUsedAt: timeOf(textOf("lastUsed")),
    };
  });

/** Believed, and not tried at AWS: the maximum of a timestamp comes as milliseconds. As text it would be in UTC. */
const timeOf = (text: string): number => (/^[\d.E+]+$/.test(text) ? Number(text) : Date.parse(`${text}Z`));

const unavailable = (detail: string): Failure => new Failure("service_unavailable", detail);
