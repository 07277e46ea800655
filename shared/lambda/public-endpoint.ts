import middy from "@middy/core";
import { correlation } from "./correlation.ts";
import { type EndpointAnswer, render } from "./endpoint-answer.ts";
import type { HttpEvent, HttpResult } from "./http.ts";
import { problems } from "./problem.ts";

/** The few routes that need no key: the OpenAPI document, and whatever does not exist. */
export const publicEndpoint = (name: string, handle: (event: HttpEvent) => EndpointAnswer) =>
  middy<HttpEvent, HttpResult>()
    .use([correlation(name), problems()])
    .handler(async (event: HttpEvent) => render(handle(event)));
