import middy from "@middy/core";
import type { AnswerTo } from "../contract/answer.ts";
import type { Operation } from "../contract/operation.ts";
import { correlation } from "./correlation.ts";
import { renderAnswer } from "./endpoint-answer.ts";
import type { HttpEvent, HttpResult } from "./http.ts";
import { problems } from "./problem.ts";

const withoutKey = (name: string) => middy<HttpEvent, HttpResult>().use([correlation(name), problems()]);

/** The few operations that need no key. */
export const publicEndpoint = <O extends Operation>(
  operation: O,
  handle: (event: HttpEvent) => AnswerTo<O>,
) => withoutKey(operation.name).handler(async (event: HttpEvent) => renderAnswer(operation, handle(event)));

/** What no operation serves can only fail. */
export const unrouted = (name: string, refuse: (event: HttpEvent) => never) =>
  withoutKey(name).handler(async (event: HttpEvent) => refuse(event));
