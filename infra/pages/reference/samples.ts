import type { Parameter, ReferenceOperation } from "./contract.ts";

export const LANGUAGES = ["curl", "TypeScript", "Python", "PHP", "Go", "Java"] as const;
export type Language = (typeof LANGUAGES)[number];

type SampleRequest = {
  id: string;
  method: string;
  path: string;
  ids: string[];
  query: object | undefined;
  body: object | undefined;
  idempotencyKey: string | undefined;
  isList: boolean;
};

/** The same request in each language, from one description. Address and key come from the environment. */
export function samplesOf(operation: ReferenceOperation): Record<Language, string> {
  const request = toRequest(operation);
  return {
    curl: curl(request),
    TypeScript: typescript(request),
    Python: python(request),
    PHP: php(request),
    Go: go(request),
    Java: java(request),
  };
}

const EXAMPLE_IDS: Record<string, string> = {
  "/v1/payments": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
  "/v1/events/recoveries": "rcv_0f8fad5bd9cb469fa16570867728950e",
  "/v1/events": "evt_1QExample",
  "/v1/statements": "2026-07-01",
  "/v1/payouts": "po_1QExample",
  "/v1/terminal/readers": "tmr_FExample",
  "/v1/attention": "att_re_1QExample",
  "/v1/console-sessions": `ses_${"Example".padEnd(26, "0")}00${"Example0"}`,
};

function toRequest({ id, method, path, parameters, body, bodyExample }: ReferenceOperation): SampleRequest {
  const exampleId = Object.entries(EXAMPLE_IDS).find(([prefix]) => path.startsWith(prefix))?.[1] ?? "";
  const ids = [...path.matchAll(/\{\w+\}/g)].map(() => exampleId);
  const query = queryOf(parameters);
  const key = parameters.find(({ name }: Parameter) => name === "Idempotency-Key");
  return {
    id,
    method,
    path: path.replace(/\{\w+\}/, exampleId) + searchText(query),
    query,
    ids,
    body: body && ((bodyExample ?? {}) as object),
    idempotencyKey: key && KEYS[id],
    isList: parameters.some(({ name }) => name === "startingAfter"),
  };
}

/** Only required parameters; undefined: there are none. */
function queryOf(parameters: readonly Parameter[]): Record<string, string | number> | undefined {
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  if (required.length === 0) return undefined;
  return Object.fromEntries(required.map((parameter) => [parameter.name, exampleOf(parameter)]));
}

function exampleOf({ name, schema }: Parameter): string | number {
  if (!name.endsWith("Cents")) return "usd";
  return schema.type === "integer" ? 4999 : "4999";
}

const searchText = (query: Record<string, string | number> | undefined): string =>
  query
    ? `?${Object.entries(query)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join("&")}`
    : "";

/** Derived from what the request is about, so that a retry sends the same. */
const KEYS: Record<string, string> = {
  createPayment: "order-1001",
  capturePayment: "order-1001-capture",
  cancelPayment: "order-1001-cancel",
  refundPayment: "order-1001-refund-1",
  createLocation: "location-1",
  registerReader: "reader-1",
};

function curl({ method, path, body, idempotencyKey }: SampleRequest): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$BASE_URL${path}"`,
    '-H "X-Api-Key: $API_KEY"',
    ...(idempotencyKey ? [`-H "Idempotency-Key: ${idempotencyKey}"`] : []),
    ...(body
      ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]
      : []),
  ];
  return lines.join(" \\\n  ");
}

function typescript({ id, ids, query, body, idempotencyKey, isList }: SampleRequest): string {
  const argument = query ?? (body && Object.keys(body).length > 0 ? body : undefined);
  const given = argument && jsObject(argument);
  const options = idempotencyKey && `{ idempotencyKey: ${JSON.stringify(idempotencyKey)} }`;
  const texts = [
    ...ids.map((one) => JSON.stringify(one)),
    given ?? (options && ids.length > 0 ? "{}" : undefined),
    options,
  ];
  const call = `client.${id}(${texts.filter((text) => text !== undefined).join(", ")})`;
  const use = isList
    ? `for await (const item of ${call}) console.log(item);`
    : `const answer = await ${call};\nconsole.log(answer);`;
  return `import { createPaymentsClient } from "payments-service-client";

const { BASE_URL = "", API_KEY = "" } = process.env;
const client = createPaymentsClient({ baseUrl: BASE_URL, apiKey: API_KEY });
${use}`;
}

const jsObject = (value: object): string => JSON.stringify(value, null, 2).replaceAll(/"(\w+)":/g, "$1:");

function python({ method, path, body, idempotencyKey }: SampleRequest): string {
  const headers = headersOf(body, idempotencyKey).map(
    ([name, value]) =>
      `        ${JSON.stringify(name)}: ${value === undefined ? 'os.environ["API_KEY"]' : JSON.stringify(value)},`,
  );
  const data = body ? [`    data=json.dumps(${pythonValue(body)}).encode(),`] : [];
  return `import json, os, urllib.request

request = urllib.request.Request(
    os.environ["BASE_URL"] + "${path}",
    method="${method}",
    headers={
${headers.join("\n")}
    },
${data.length > 0 ? `${data.join("\n")}\n` : ""})
with urllib.request.urlopen(request) as response:
    print(${isFile(path) ? "response.read().decode()" : "json.load(response)"})`;
}

const isFile = (path: string): boolean => path.endsWith(".csv");

const pythonValue = (value: object): string =>
  JSON.stringify(value)
    .replaceAll(
      /([:,[])(true|false|null)\b/g,
      (_, before: string, word: string) => before + PYTHON_WORDS[word],
    )
    .replaceAll(/(?<=["\w\]}]),(?=")/g, ", ")
    .replaceAll(/":(?=\S)/g, '": ');

const PYTHON_WORDS: Record<string, string> = { true: "True", false: "False", null: "None" };

function php({ method, path, body, idempotencyKey }: SampleRequest): string {
  const headers = headersOf(body, idempotencyKey).map(
    ([name, value]) =>
      `    ${value === undefined ? `'${name}: ' . getenv('API_KEY')` : `'${name}: ${value}'`},`,
  );
  const content = body
    ? [`  'content' => '${JSON.stringify(body).replaceAll(/[\\']/g, (character) => `\\${character}`)}',`]
    : [];
  return `<?php
$context = stream_context_create(['http' => [
  'method' => '${method}',
  'header' => [
${headers.join("\n")}
  ],
${content.length > 0 ? `${content.join("\n")}\n` : ""}  'ignore_errors' => true,
]]);
$answer = file_get_contents(getenv('BASE_URL') . '${path}', false, $context);
${isFile(path) ? "echo $answer;" : "print_r(json_decode($answer, true));"}`;
}

function go({ method, path, body, idempotencyKey }: SampleRequest): string {
  const headers = headersOf(body, idempotencyKey).map(
    ([name, value]) =>
      `\trequest.Header.Set("${name}", ${value === undefined ? 'os.Getenv("API_KEY")' : JSON.stringify(value)})`,
  );
  const [reader, library] = body
    ? [`strings.NewReader(${JSON.stringify(JSON.stringify(body))})`, '\n\t"strings"']
    : ["nil", ""];
  return `package main

import (
\t"fmt"
\t"io"
\t"net/http"
\t"os"${library}
)

func main() {
\trequest, err := http.NewRequest("${method}", os.Getenv("BASE_URL")+"${path}", ${reader})
\tif err != nil {
\t\tpanic(err)
\t}
${headers.join("\n")}
\tresponse, err := http.DefaultClient.Do(request)
\tif err != nil {
\t\tpanic(err)
\t}
\tdefer response.Body.Close()
\tanswer, err := io.ReadAll(response.Body)
\tfmt.Println(response.Status, string(answer), err)
}`;
}

function java({ id, method, path, body, idempotencyKey }: SampleRequest): string {
  const headers = headersOf(body, idempotencyKey).map(
    ([name, value]) =>
      `        .header("${name}", ${value === undefined ? 'System.getenv("API_KEY")' : JSON.stringify(value)})`,
  );
  const publisher = body ? `ofString(${JSON.stringify(JSON.stringify(body))})` : "noBody()";
  return `import java.net.URI;
import java.net.http.*;

public class ${id[0]?.toUpperCase()}${id.slice(1)} {
  public static void main(String[] arguments) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(System.getenv("BASE_URL") + "${path}"))
${headers.join("\n")}
        .method("${method}", HttpRequest.BodyPublishers.${publisher})
        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.body());
  }
}`;
}

/** undefined: the API key, which comes from the environment. */
const headersOf = (
  body: object | undefined,
  idempotencyKey: string | undefined,
): [string, string | undefined][] => [
  ["X-Api-Key", undefined],
  ...(idempotencyKey ? [["Idempotency-Key", idempotencyKey] as [string, string]] : []),
  ...(body ? [["Content-Type", "application/json"] as [string, string]] : []),
];
