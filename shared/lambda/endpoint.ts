import type { ResultOf } from "../contract/answer.ts";
import type { Operation } from "../contract/operation.ts";
import type { Scope } from "../domain/scope.ts";
import type { Setting } from "../runtime/config.ts";
import { render } from "./endpoint-answer.ts";
import { type EndpointRequest, toRequest } from "./endpoint-request.ts";
import { baseUrl, type HttpEvent, type HttpResult } from "./http.ts";
import { keyAuthentication } from "./key-authentication.ts";
import { type HttpHandler, serve } from "./serve.ts";

/** A function that the console may not call does not even contain what reads a cookie. */
type ByKeyOnly = Operation & { scope: Scope; console?: never };

export const endpoint = <O extends ByKeyOnly>(
  operation: O,
  handle: (request: EndpointRequest<O>) => Promise<ResultOf<O>>,
  needs: readonly Setting[] = [],
): HttpHandler =>
  serve(operation, { identify: keyAuthentication(operation.scope), needs }, async (event) =>
    renderFor(operation, event, await handle(toRequest<O>(event))),
  );

export const renderFor = <O extends Operation>(
  operation: O,
  event: HttpEvent,
  result: ResultOf<O>,
): HttpResult => render(operation, result, { url: baseUrl(event) + event.rawPath, query: askedQuery(event) });

/** With defaults left out: the next page's address must be read as this one's was. */
const askedQuery = ({ facts, queryStringParameters }: HttpEvent): unknown => ({
  ...(facts.query as object | undefined),
  ...queryStringParameters,
});
