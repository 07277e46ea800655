/** One request in each language. Address and key come from the environment. Runs where the reference is built, and in it. */
export type SampleRequest = {
  id: string;
  method: string;
  path: string;
  ids: string[];
  query?: object;
  body?: object;
  idempotencyKey?: string;
  isList: boolean;
};

export const LANGUAGES = ["curl", "TypeScript", "Python", "PHP", "Go", "Java", "Ruby", "C#"] as const;
export type Language = (typeof LANGUAGES)[number];

export const WRITERS: Record<Language, (request: SampleRequest) => string> = {
  curl,
  TypeScript: typescript,
  Python: python,
  PHP: php,
  Go: go,
  Java: java,
  Ruby: ruby,
  "C#": csharp,
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

const isFile = (path: string): boolean => /\.csv(\?|$)/.test(path);

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

function ruby({ method, path, body, idempotencyKey }: SampleRequest): string {
  const lines = headersOf(body, idempotencyKey).map(
    ([name, value]) =>
      `request["${name}"] = ${value === undefined ? 'ENV.fetch("API_KEY")' : JSON.stringify(value)}`,
  );
  const content = body
    ? [`request.body = '${JSON.stringify(body).replaceAll(/[\\']/g, (character) => `\\${character}`)}'`]
    : [];
  return `require "net/http"

uri = URI(ENV.fetch("BASE_URL") + "${path}")
request = Net::HTTP::${method[0]}${method.slice(1).toLowerCase()}.new(uri)
${[...lines, ...content].join("\n")}
response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|
  http.request(request)
end
puts response.code, response.body`;
}

function csharp({ method, path, body, idempotencyKey }: SampleRequest): string {
  const lines = headersOf(undefined, idempotencyKey).map(
    ([name, value]) =>
      `request.Headers.Add("${name}", ${value === undefined ? 'Environment.GetEnvironmentVariable("API_KEY")' : JSON.stringify(value)});`,
  );
  const content = body
    ? [
        `request.Content = new StringContent(${JSON.stringify(JSON.stringify(body))}, System.Text.Encoding.UTF8, "application/json");`,
      ]
    : [];
  return `using var client = new HttpClient();
using var request = new HttpRequestMessage(
    HttpMethod.${method[0]}${method.slice(1).toLowerCase()},
    Environment.GetEnvironmentVariable("BASE_URL") + "${path}");
${[...lines, ...content].join("\n")}
using var response = await client.SendAsync(request);
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");`;
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
