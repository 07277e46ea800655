import { expect, it } from "vitest";
import { endsOwnSession } from "../../../infra/pages/console/api/session-end.ts";

const refused = { status: 401, path: "v1/payments", asked: "ses_1", own: "ses_1" };

it("a refusal of the session that a tab is in ends it", () => {
  expect(endsOwnSession(refused)).toBe(true);
});

it.each([
  ["a late refusal of a session that the tab has left", { own: "ses_2" }],
  ["a refusal of a tab that is in none any more", { own: undefined }],
  ["the refusal of a link's code", { path: "session" }],
  ["a refusal of anything but the session", { status: 403 }],
  ["the question which sessions there are", { asked: "none" }],
])("%s ends nothing", (_, other) => {
  expect(endsOwnSession({ ...refused, ...other })).toBe(false);
});
