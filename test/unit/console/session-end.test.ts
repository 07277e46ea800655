import { expect, it } from "vitest";
import { endsOwnSession } from "../../../infra/pages/console/api/tab-session.ts";

const rejected = { status: 401, path: "v1/payments", asked: "ses_1", own: "ses_1" };

it("a rejection of the session that a tab is in ends it", () => {
  expect(endsOwnSession(rejected)).toBe(true);
});

it.each([
  ["a late rejection of a session that the tab has left", { own: "ses_2" }],
  ["a rejection of a tab that is in none any more", { own: undefined }],
  ["the rejection of a link's code", { path: "session" }],
  ["a rejection of anything but the session", { status: 403 }],
  ["the question which sessions there are", { asked: "none" }],
])("%s ends nothing", (_, other) => {
  expect(endsOwnSession({ ...rejected, ...other })).toBe(false);
});
