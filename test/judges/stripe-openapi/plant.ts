import type { Recorded } from "./record.ts";

type Answer = Extract<Recorded, { kind: "answer" }>;

/** The recording, and one exchange or event for each planted mistake. */
export function plant(recorded: Recorded[]): Recorded[] {
  const answers = recorded.filter((one) => one.kind === "answer");
  const created = answers.find(isCreation);
  const rejected = answers.find(({ status }) => status === 400);
  const events = recorded.filter((one) => one.kind === "event");
  const charged = events.find(({ event }) => event.includes('"charge.succeeded"'));
  if (!created || !rejected || !charged) throw new Error("The recording has nothing to plant a mistake in.");
  return [
    ...recorded,
    { ...created, body: `${created.body}&amuont=7` },
    { ...created, body: created.body.replace(/amount=\d+/, "amount=seven") },
    { ...created, answer: created.answer.replace("{", '{ "planted": true,') },
    { ...created, answer: created.answer.replace(/ *"livemode": false,\n/, "") },
    { ...rejected, answer: rejected.answer.replace(/"type": "\w+"/, '"type": "planted"') },
    { ...charged, event: charged.event.replace('"status":"succeeded"', '"status":"planted"') },
  ];
}

function isCreation({ method, path, body, status }: Answer): boolean {
  return method === "POST" && path === "/v1/payment_intents" && body.startsWith("amount=") && status === 200;
}
