import { type ReferenceOperation, type Response, resolve } from "./contract.ts";
import { fieldList, parameterList } from "./fields.ts";
import { inline } from "./markdown.ts";
import { html, type Markup } from "./markup.ts";
import { WRITERS } from "./page/languages.ts";
import { exampleOf, requestOf } from "./samples.ts";

export function operationSection(operation: ReferenceOperation, canTry: boolean): Markup {
  const { id, method, path, summary, description, isForMerchants } = operation;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="told">
<h3 id="${id}-title">${summary}</h3>
<p class="route"><span class="method">${method}</span> <code>${path}</code></p>
${description.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`)}
${parameterParts(operation)}
${bodyPart(operation)}
${answerPart(operation)}
${problemPart(operation)}
</div>
<div class="shown">
${isForMerchants && samples(operation)}
${exampleAnswer(operation)}
${canTry && isForMerchants && tryItForm(operation)}
</div>
</section>`;
}

const PLACES = { path: "Path parameters", query: "Query parameters", header: "Headers" } as const;

const parameterParts = ({ parameters }: ReferenceOperation): Markup[] =>
  (["path", "query", "header"] as const).flatMap((place) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    return here.length === 0 ? [] : [html`<h4>${PLACES[place]}</h4>${parameterList(here)}`];
  });

function bodyPart({ body }: ReferenceOperation): Markup | undefined {
  if (!body) return undefined;
  const fields = fieldList(body);
  return html`<h4>Body</h4>${fields.markup === "" ? html`<p>An empty object, or nothing.</p>` : fields}`;
}

const successOf = ({ responses }: ReferenceOperation): [string, Response][] =>
  responses.filter(([status]) => status.startsWith("2"));

const answerPart = (operation: ReferenceOperation): Markup[] =>
  successOf(operation).map(([status, { description, content }]) => {
    const { schema } = content?.["application/json"] ?? {};
    const object = schema && (resolve(schema).items ?? schema);
    const fields = object && fieldList(object);
    return html`<h4>Response ${status}</h4><p>${description}</p>${
      fields && fields.markup !== "" && html`<details><summary>Fields</summary>${fields}</details>`
    }`;
  });

function problemPart({ responses }: ReferenceOperation): Markup | undefined {
  const problems = responses.flatMap(([status, { content }]) =>
    Object.keys(content?.["application/problem+json"]?.examples ?? {}).map((code) => ({ status, code })),
  );
  if (problems.length === 0) return undefined;
  return html`<h4>Problems</h4><ul class="problems">${problems.map(
    ({ status, code }) => html`<li><span>${status}</span> <a href="/problems/${code}">${code}</a></li>`,
  )}</ul>`;
}

/** In the first language. The page's script adds the buttons, and writes the others from the request. */
export function samples(operation: ReferenceOperation): Markup {
  const request = requestOf(operation);
  return html`<div class="sample" data-request="${JSON.stringify(request)}"><div class="languages" role="group" aria-label="Language of the samples"></div><pre><code>${WRITERS.curl(request)}</code></pre></div>`;
}

const exampleAnswer = (operation: ReferenceOperation): Markup[] =>
  successOf(operation).flatMap(([status, { content }]) => {
    const example = content?.["application/json"]?.example;
    if (example === undefined) return [];
    return [
      html`<div class="sample"><p class="caption">Response ${status}</p><pre><code>${JSON.stringify(example, null, 2)}</code></pre></div>`,
    ];
  });

export const callbackSection = ({ id, path, description, parameters, body }: ReferenceOperation): Markup =>
  html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="told">
<h3 id="${id}-title">${path}</h3>
<p>${inline(description)}</p>
<details><summary>Headers</summary>${parameterList(parameters)}</details>
<details><summary>Body</summary>${body && fieldList(body)}</details>
</div>
</section>`;

/** Sends the request from the page: on the local stack only, with the demo merchant's key. */
function tryItForm({ id, method, path, parameters, body, bodyExample }: ReferenceOperation): Markup {
  const inputs = parameters.filter(({ name }) => name !== "X-Correlation-Id");
  return html`<form class="try" data-method="${method}" data-path="${path}" aria-label="Try it: ${id}">
<p class="caption">Try it here</p>
${inputs.map(
  (parameter) =>
    html`<label>${parameter.name}<input name="${parameter.name}" data-in="${parameter.in}"${
      parameter.in === "query" && parameter.required && html` value="${exampleOf(parameter)}"`
    } autocomplete="off" spellcheck="false"></label>`,
)}
${body && html`<label>Body<textarea name="body" rows="6" spellcheck="false">${JSON.stringify(bodyExample ?? {}, null, 2)}</textarea></label>`}
<button type="submit" class="send">Send</button>
<div role="status" class="reply"></div>
</form>`;
}
