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

const SECRET = "pi_3QExample_secret_abcdefgh12345678";
const BODY = JSON.stringify({ data: { object: { id: "pi_3QExample", client_secret: SECRET } } });
const BANK_URL = `https://hooks.stripe.com/redirect?payment_intent_client_secret=${SECRET}&redirect=1`;

it.each([
  ["an answer of which the end was cut off", { log: [{ answer: BODY.slice(0, -3) }] }],
  ["an answer with words before what it quotes", { log: [{ answer: `received ${BODY}` }] }],
  ["the address of a bank's page", { body: JSON.stringify({ next_action: { url: BANK_URL } }) }],
])("an export shows no client secret in %s, and the rest of the text", (_, item) => {
  const text = JSON.stringify(exported(item));
  expect(text).not.toContain("abcdefgh");
  expect(text).toMatch(/pi_3QExample|redirect=1/);
});

it.each([
  "whsec_q83vEjRW+/8=",
  "sk_live_51Qabc",
  "rk_test_51Qabc",
  "svc_live_0abc",
  "svc_code_0abc",
  "svc_ses_0abc",
])("an export shows no %s in a text", (secret) => {
  expect(exported({ answer: `key ${secret}, sent` })).toMatchObject({ answer: "key •••, sent" });
});

it.each([
  "rotate-callback-secret",
  "client_secret",
  "secret_key_required",
  "ses_0abc",
  "key_0abc",
  "task_live_1",
])("an export shows the harmless word %s as it is", (word) => {
  expect(exported({ action: word })).toMatchObject({ action: word });
});
