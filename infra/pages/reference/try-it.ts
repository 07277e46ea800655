import type { ReferenceOperation } from "./contract.ts";
import { html, type Markup } from "./markup.ts";

/** Sends the request from the page: on the local stack only, with the demo merchant's key. */
export function tryItForm({ id, method, path, parameters, body, bodyExample }: ReferenceOperation): Markup {
  const inputs = parameters.filter(({ name }) => name !== "X-Correlation-Id");
  return html`<form class="try" data-method="${method}" data-path="${path}" aria-label="Try it: ${id}">
<p class="caption">Try it here</p>
${inputs.map(
  ({ name, in: place }) =>
    html`<label>${name}<input name="${name}" data-in="${place}" autocomplete="off" spellcheck="false"></label>`,
)}
${body && html`<label>Body<textarea name="body" rows="6" spellcheck="false">${JSON.stringify(bodyExample ?? {}, null, 2)}</textarea></label>`}
<button type="submit" class="send">Send</button>
<div role="status" class="reply"></div>
</form>`;
}
