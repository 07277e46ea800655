import * as z from "zod/mini";
import type { Operation, Tag } from "./operation.ts";

/** Here and not beside the sessions, because the page's function needs no schema of theirs. */
export const CONSOLE: Tag = {
  name: "Console",
  description: "Links into the console, where people see payments, events and callbacks in a browser.",
};

export const getConsolePage = {
  name: "get-console-page",
  method: "GET",
  path: "/console",
  tag: CONSOLE,
  caller: "anyone",
  summary: "Open the console",
  description: "Returns the page only. Its data is loaded with a session.",
  answers: {
    200: { description: "The page.", schema: z.string(), html: "only", example: "<!doctype html>…" },
  },
  failures: ["internal_error"],
} as const satisfies Operation;
