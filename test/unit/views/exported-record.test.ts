import { expect, it } from "vitest";
import { exportedRecord } from "../../../shared/views/exported-record.ts";

const exported = (item: object) => exportedRecord({ kind: "merchant", item: item as never });

/** Written out here: a list that is compared with itself shows nothing. */
const NOBODY_S_BUSINESS = [
  "salt",
  "hash",
  "code",
  "opener",
  "runId",
  "attemptToken",
  "eventSort",
  "directory",
  "directorySort",
  "deadShard",
  "deadSort",
  "attentionSort",
  "pk",
  "sk",
  "fingerprint",
  "ownerToken",
  "paymentSort",
  "orderKey",
  "dueShard",
  "dueSort",
  "dueStep",
];

it.each(NOBODY_S_BUSINESS)(
  "an export leaves out %s, which would open something or is of the index alone",
  (name) => {
    expect(exported({ [name]: "x", shown: "y" })).toEqual({ kind: "merchant", shown: "y" });
  },
);

it.each(["client_secret", "clientSecret", "box", "receipt_email", "receiptEmail"])(
  "an export leaves out %s wherever it stands, also in JSON that was stored as text",
  (name) => {
    const answer = { [name]: "x", shown: 1 };
    expect(
      exported({
        answer,
        list: [answer, "plain"],
        text: JSON.stringify({ data: [answer] }),
        rows: JSON.stringify([answer]),
        broken: "{not JSON",
      }),
    ).toEqual({
      kind: "merchant",
      answer: { shown: 1 },
      list: [{ shown: 1 }, "plain"],
      text: { data: [{ shown: 1 }] },
      rows: [{ shown: 1 }],
      broken: "{not JSON",
    });
  },
);

it("an export shows empty values as they are", () => {
  expect(exported({ nothing: null, none: 0, no: false, empty: "" })).toEqual({
    kind: "merchant",
    nothing: null,
    none: 0,
    no: false,
    empty: "",
  });
});
