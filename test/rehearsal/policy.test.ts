import { describe, expect, it } from "vitest";
import { isAllowed, requireUnderstood, type Statement } from "../../infra/rehearsal/policies/policy.ts";
import { requestsOf } from "../../infra/rehearsal/policies/table-request.ts";

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/payments";

const allowItems: Statement = {
  Effect: "Allow",
  Action: ["dynamodb:GetItem", "dynamodb:BatchGetItem"],
  Resource: TABLE,
  Condition: {
    "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["PAYMENT#*", "EVENT#*"] },
    Null: { "dynamodb:LeadingKeys": "false" },
  },
};

const ask = (statements: Statement[], over: object = {}, keys: string[] = ["PAYMENT#1"]): boolean =>
  isAllowed(statements, {
    action: "dynamodb:GetItem",
    resource: TABLE,
    context: { "dynamodb:LeadingKeys": keys },
    ...over,
  });

describe("a policy", () => {
  it("allows what it names, and nothing beside it", () => {
    expect(ask([allowItems])).toBe(true);
    expect(ask([])).toBe(false);
    expect(ask([allowItems], { action: "dynamodb:PutItem" })).toBe(false);
    expect(ask([allowItems], { resource: `${TABLE}/index/due` })).toBe(false);
  });

  it("must fit every key of a batch", () => {
    expect(ask([allowItems], {}, ["PAYMENT#1", "EVENT#2"])).toBe(true);
    expect(ask([allowItems], {}, ["PAYMENT#1", "KEYS#2"])).toBe(false);
  });

  it("with a condition on keys allows no request without any", () => {
    expect(ask([allowItems], {}, [])).toBe(false);
    expect(ask([allowItems], { context: {} })).toBe(false);
  });

  it("without the condition against none would allow one, as IAM does", () => {
    const { Null: _, ...Condition } = allowItems.Condition ?? {};
    expect(ask([{ ...allowItems, Condition }], { context: {} })).toBe(true);
  });

  it("a policy that denies wins over one that allows", () => {
    const deny: Statement = { Effect: "Deny", Action: "dynamodb:*", Resource: "*" };
    expect(ask([allowItems, deny])).toBe(false);
  });

  it("a policy that denies what is not encrypted on its way leaves the rest alone", () => {
    const deny: Statement = {
      Effect: "Deny",
      Action: "dynamodb:*",
      Resource: "*",
      Condition: { Bool: { "aws:SecureTransport": "false" } },
    };
    const keys = { "dynamodb:LeadingKeys": ["PAYMENT#1"] };
    expect(ask([allowItems, deny], { context: { ...keys, "aws:SecureTransport": ["true"] } })).toBe(true);
    expect(ask([allowItems, deny], { context: { ...keys, "aws:SecureTransport": ["false"] } })).toBe(false);
  });

  it("has wildcards that stand for any characters, and no other signs of an expression", () => {
    const secret: Statement = {
      Effect: "Allow",
      Action: "secretsmanager:Get*",
      Resource: "arn:aws:secretsmanager:us-east-1:000000000000:secret:payments/dev/a.b-??????",
    };
    const request = (resource: string) => ({
      action: "secretsmanager:GetSecretValue",
      resource,
      context: {},
    });
    const named = (name: string) =>
      `arn:aws:secretsmanager:us-east-1:000000000000:secret:payments/dev/${name}`;
    expect(isAllowed([secret], request(named("a.b-AbCdEf")))).toBe(true);
    expect(isAllowed([secret], request(named("a.b-AbCdEfg")))).toBe(false);
    expect(isAllowed([secret], request(named("axb-AbCdEf")))).toBe(false);
  });

  it.each([
    ["an operator", { Condition: { StringNotLike: { "dynamodb:LeadingKeys": "x" } } }],
    ["a condition key", { Condition: { StringEquals: { "dynamodb:Select": "COUNT" } } }],
    [
      "a condition key that no request of ours has",
      { Effect: "Deny", Condition: { StringEquals: { "aws:SourceAccount": "1" } } },
    ],
    ["a variable", { Effect: "Deny", Resource: `${TABLE}-\${aws:PrincipalTag/team}` }],
    ["a part", { NotAction: "dynamodb:Scan" }],
    ["an effect", { Effect: "Maybe" }],
  ])("with %s that is not known cannot be rehearsed", (_, over) => {
    expect(() => requireUnderstood({ ...allowItems, ...over }, "here")).toThrow(/cannot judge/);
  });
});

describe("what a request to the table asks of a policy", () => {
  const table = { arn: TABLE, partitionKey: "pk", indexes: new Map([["due", "dueShard"]]) };
  const read = (operation: string, body: object) =>
    requestsOf(operation, { TableName: "payments", ...body }, (name) =>
      name === "payments" ? table : undefined,
    );

  it("has the partition key of the item", () => {
    expect(read("GetItem", { Key: { pk: { S: "EVENT#1" }, sk: { S: "EVENT" } } })).toEqual([
      { action: "dynamodb:GetItem", resource: TABLE, context: { "dynamodb:LeadingKeys": ["EVENT#1"] } },
    ]);
  });

  it("has one for each item of a batch", () => {
    const Keys = [{ pk: { S: "A#1" } }, { pk: { S: "B#1" } }];
    const [request] = requestsOf("BatchGetItem", { RequestItems: { payments: { Keys } } }, () => table);
    expect(request?.context).toEqual({ "dynamodb:LeadingKeys": ["A#1", "B#1"] });
  });

  it("has the index's partition key, and the index as its resource", () => {
    const query = {
      IndexName: "due",
      KeyConditionExpression: "#shard = :shard AND dueSort <= :until",
      ExpressionAttributeNames: { "#shard": "dueShard" },
      ExpressionAttributeValues: { ":shard": { S: "DUE#03" }, ":until": { S: "9" } },
    };
    expect(read("Query", query)).toEqual([
      {
        action: "dynamodb:Query",
        resource: `${TABLE}/index/due`,
        context: { "dynamodb:LeadingKeys": ["DUE#03"] },
      },
    ]);
  });

  it("a scan has no keys, and the index as its resource where it scans one", () => {
    const scan = { action: "dynamodb:Scan", context: {} };
    expect(read("Scan", {})).toEqual([{ ...scan, resource: TABLE }]);
    expect(read("Scan", { IndexName: "due" })).toEqual([{ ...scan, resource: `${TABLE}/index/due` }]);
  });

  it.each([
    ["a query by another attribute", "Query", { KeyConditionExpression: "sk = :sk" }],
    ["an item without its key", "PutItem", { Item: { sk: { S: "x" } } }],
    ["an operation that is not known", "ExecuteStatement", { Statement: "SELECT" }],
  ])("cannot be read of %s, which is an error and never an empty list", (_, operation, body) => {
    expect(() => read(operation, body)).toThrow(/cannot be read/);
  });

  it("is an error for a table that the templates do not have", () => {
    expect(() => requestsOf("GetItem", { TableName: "others" }, () => undefined)).toThrow(/no table others/);
  });
});
