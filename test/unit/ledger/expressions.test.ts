import { describe, expect, it } from "vitest";
import {
  above,
  absent,
  absentOr,
  appended,
  atMost,
  below,
  type Change,
  type Conditions,
  conditionExpression,
  contains,
  ifAbsent,
  lacks,
  not,
  present,
  queryExpressions,
  RECORDED,
  UNSEEN,
  ungrown,
  updateExpressions,
} from "../../../shared/ledger/expressions.ts";

type Shop = {
  name: string;
  state: "open" | "closed";
  visits: number;
  firstVisitAt?: number;
  tags?: string[];
  owner: { kind: "person"; email: string } | { kind: "company"; number: number } | null;
};

const update = (change: Change<Shop>) => updateExpressions(change);
const condition = (onlyIf: Conditions<Shop>) => conditionExpression(onlyIf);

describe("an update", () => {
  it("has its condition, its names and its values in one call", () => {
    const change = {
      set: { state: "closed" },
      remove: ["tags"],
      add: { visits: 1 },
      onlyIf: { state: "open" },
    };
    expect(update(change as Change<Shop>)).toEqual({
      UpdateExpression: "SET #state = :state REMOVE #tags ADD #visits :visits",
      ConditionExpression: "#state = :state_",
      ExpressionAttributeNames: { "#state": "state", "#tags": "tags", "#visits": "visits" },
      ExpressionAttributeValues: { ":state": "closed", ":visits": 1, ":state_": "open" },
    });
  });

  it("leaves out what it does not need: sections, values, a condition", () => {
    expect(update({ remove: ["tags"], onlyIf: [] })).toEqual({
      UpdateExpression: "REMOVE #tags",
      ExpressionAttributeNames: { "#tags": "tags" },
    });
  });

  it("leaves an attribute alone that is set to undefined, and writes null", () => {
    const { UpdateExpression, ExpressionAttributeValues } = update({
      set: { name: undefined, owner: null },
      onlyIf: RECORDED,
    });
    expect(UpdateExpression).toBe("SET #owner = :owner");
    expect(ExpressionAttributeValues).toEqual({ ":owner": null });
  });

  it("can refer to what is there", () => {
    const { UpdateExpression, ExpressionAttributeValues } = update({
      set: { firstVisitAt: ifAbsent(7), tags: appended("new") },
      onlyIf: RECORDED,
    });
    expect(UpdateExpression).toBe(
      "SET #firstVisitAt = if_not_exists(#firstVisitAt, :firstVisitAt), " +
        "#tags = list_append(if_not_exists(#tags, :tags), :tags_)",
    );
    expect(ExpressionAttributeValues).toEqual({
      ":firstVisitAt": 7,
      ":tags": [],
      ":tags_": ["new"],
    });
  });

  it("asks for no reply where none is needed", () => {
    expect(update({ remove: ["tags"], onlyIf: RECORDED, returnItem: false }).ReturnValues).toBe("NONE");
    expect(update({ remove: ["tags"], onlyIf: RECORDED })).not.toHaveProperty("ReturnValues");
  });

  it("has the same text whatever the values are", () => {
    const text = (visits: number, state: Shop["state"]) =>
      update({ set: { visits, state }, onlyIf: { visits: atMost(visits), state: "open" } }).UpdateExpression;
    expect(text(1, "open")).toBe(text(2, "closed"));
  });
});

describe("a condition", () => {
  it.each<[Conditions<Shop>, string]>([
    [UNSEEN, "attribute_not_exists(#pk)"],
    [
      { tags: present, firstVisitAt: absent },
      "attribute_exists(#tags) AND attribute_not_exists(#firstVisitAt)",
    ],
    [{ state: not("open") }, "#state <> :state"],
    [{ visits: below(3) }, "#visits < :visits"],
    [{ visits: above(3) }, "#visits > :visits"],
    [[{ visits: 2 }, { visits: atMost(3) }], "#visits = :visits AND #visits <= :visits_"],
    [{ firstVisitAt: absentOr(5) }, "(attribute_not_exists(#firstVisitAt) OR #firstVisitAt = :firstVisitAt)"],
    [
      { firstVisitAt: absentOr(atMost(5)) },
      "(attribute_not_exists(#firstVisitAt) OR #firstVisitAt <= :firstVisitAt)",
    ],
    [{ tags: contains("a") }, "contains(#tags, :tags)"],
    [{ tags: lacks("a") }, "NOT contains(#tags, :tags)"],
    [{ tags: ungrown(["a"]) }, "size(#tags) = :tags"],
    [{ "owner.email": "a@b.c" }, "#owner.#email = :owner_email"],
    [
      { pk: present, anyOf: [{ tags: absent }, { visits: 1, state: "open" }] },
      "attribute_exists(#pk) AND (attribute_not_exists(#tags) OR #visits = :visits AND #state = :state)",
    ],
  ])("%j is %s", (given, text) => {
    expect(condition(given).ConditionExpression).toBe(text);
  });

  it("does not compile with an attribute that the record does not have, nor with a value of another type", () => {
    // @ts-expect-error: no such attribute.
    condition({ visist: 1 });
    // @ts-expect-error: a text for a number.
    condition({ visits: "1" });
    // @ts-expect-error: a text for a number.
    condition({ visits: atMost("1") });
    // @ts-expect-error: no such attribute of the map.
    condition({ "owner.phone": absent });
    // @ts-expect-error: undefined would match nothing.
    condition({ visits: undefined });
    // @ts-expect-error: what an update sets is no test.
    condition({ visits: ifAbsent(1) });
    // @ts-expect-error: no such attribute.
    update({ set: { stat: "open" }, onlyIf: RECORDED });
    // @ts-expect-error: not a value of the attribute.
    update({ set: { state: "ajar" }, onlyIf: RECORDED });
    // @ts-expect-error: no such attribute.
    update({ remove: ["tag"], onlyIf: RECORDED });
    // @ts-expect-error: a test is no value to set.
    update({ set: { tags: present }, onlyIf: RECORDED });
    // @ts-expect-error: every update needs a condition.
    expect(() => update({ remove: ["tags"] })).toThrow();
  });
});

describe("a query", () => {
  it("reads the table as it is, in the order of its sort key", () => {
    expect(queryExpressions({ partition: "A", after: "1", limit: 5 })).toEqual({
      ConsistentRead: true,
      KeyConditionExpression: "#partition = :partition AND #sort > :after",
      ExpressionAttributeNames: { "#partition": "pk", "#sort": "sk" },
      ExpressionAttributeValues: { ":partition": "A", ":after": "1" },
      Limit: 5,
    });
    expect(queryExpressions({ partition: "A" })).toEqual({
      ConsistentRead: true,
      KeyConditionExpression: "#partition = :partition",
      ExpressionAttributeNames: { "#partition": "pk" },
      ExpressionAttributeValues: { ":partition": "A" },
    });
  });

  it("reads an index by its own keys", () => {
    expect(
      queryExpressions({ index: "due", partition: "DUE#1", between: ["a", "b"], descending: true }),
    ).toEqual({
      IndexName: "due",
      KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :from AND :to",
      ExpressionAttributeNames: { "#partition": "dueShard", "#sort": "dueSort" },
      ExpressionAttributeValues: { ":partition": "DUE#1", ":from": "a", ":to": "b" },
      ScanIndexForward: false,
    });
  });
});
