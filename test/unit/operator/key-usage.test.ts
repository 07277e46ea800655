import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  StartQueryCommand,
} from "@aws-sdk/client-cloudwatch-logs";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, expect, it } from "vitest";
import { endpointLogsOf, readKeyUsage } from "../../../infra/aws/key-usage.ts";

// CloudWatch's answers cannot be had here; these have the SDK's own types.
const logs = mockClient(CloudWatchLogsClient);
beforeEach(() => logs.reset());

const WINDOW = { sinceMs: Date.UTC(2026, 6, 1), untilMs: Date.UTC(2026, 6, 8) };

it("a key's use is asked of the endpoints' logs alone, once, and read when the query is complete", async () => {
  logs.on(StartQueryCommand).resolves({ queryId: "query-1" });
  logs
    .on(GetQueryResultsCommand, { queryId: "query-1" })
    .resolvesOnce({ status: "Running" })
    .resolves({
      status: "Complete",
      results: [
        [
          { field: "operation", value: "create-payment" },
          { field: "requests", value: "42" },
          { field: "lastUsed", value: String(Date.UTC(2026, 6, 7)) },
        ],
      ],
    });
  expect(await readKeyUsage("prod", "key_1", WINDOW)).toEqual([
    { operation: "create-payment", requests: 42, lastUsedAt: Date.UTC(2026, 6, 7) },
  ]);
  const [started] = logs.commandCalls(StartQueryCommand);
  expect(started?.args[0].input).toMatchObject({
    startTime: WINDOW.sinceMs / 1000,
    endTime: WINDOW.untilMs / 1000,
    queryString: expect.stringContaining('keyId = "key_1"'),
  });
  expect(started?.args[0].input.logGroupNames).toContain("/aws/lambda/payments-prod-create-payment");
  expect(started?.args[0].input.logGroupNames).not.toContain("/aws/lambda/payments-prod-delivery");
});

it("a time that the logs answer as text is read as UTC", async () => {
  logs.on(StartQueryCommand).resolves({ queryId: "query-1" });
  const results = [[{ field: "lastUsed", value: "2026-07-07 01:02:03.004" }]];
  logs.on(GetQueryResultsCommand).resolves({ status: "Complete", results });
  const [use] = await readKeyUsage("prod", "key_1", WINDOW);
  expect(use?.lastUsedAt).toBe(Date.UTC(2026, 6, 7, 1, 2, 3, 4));
});

it("a query of the logs that fails is said in one line", async () => {
  logs.on(StartQueryCommand).resolves({ queryId: "query-1" });
  logs.on(GetQueryResultsCommand).resolves({ status: "Failed" });
  await expect(readKeyUsage("prod", "key_1", WINDOW)).rejects.toThrow(
    "The query of the logs ended as Failed.",
  );
});

it("the endpoints' log groups are no more than one query takes", () => {
  expect(endpointLogsOf("prod").length).toBeGreaterThan(30);
  expect(endpointLogsOf("prod").length).toBeLessThanOrEqual(50);
});
