import { afterEach, expect, it } from "vitest";
import { close, listen } from "../../infra/local/http-listen.ts";
import { createFrontDoor } from "../../infra/rehearsal/front-door/front-door.ts";
import { Judge } from "../../infra/rehearsal/front-door/judge.ts";

const FUNCTION = "payments-dev-webhook";
const failures: string[] = [];
const role = { arn: "", name: "", services: [], statements: [] };
const frontDoor = createFrontDoor({
  judge: new Judge([], { onDenial: () => undefined, letsThrough: false }),
  callers: new Map([[FUNCTION, { name: FUNCTION, role }]]),
  tables: [],
  findSecret: () => undefined,
  servers: { dynamodb: "http://127.0.0.1:9", sqs: "http://127.0.0.1:9" },
  onFailure: (line) => failures.push(line),
});
afterEach(() => close(frontDoor));

it("a call that no policy can judge is a failure of the rehearsal, whatever its function makes of the error", async () => {
  const response = await fetch(await listen(frontDoor, 0), {
    method: "POST",
    headers: {
      Authorization: `AWS4-HMAC-SHA256 Credential=${FUNCTION}/20260101/us-east-1/dynamodb/aws4_request`,
      "X-Amz-Target": "DynamoDB_20120810.ExecuteStatement",
    },
    body: '{"Statement":"SELECT"}',
  });
  expect(response.status).toBe(500);
  expect(failures).toEqual(["The templates have no table ."]);
});
