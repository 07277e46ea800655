import type { ComponentChildren } from "preact";
import { isLocal } from "../address/is-local.ts";
import { Mark } from "../parts/mark.tsx";
import { useTitle } from "../state/use-title.ts";

export function EntryScreen({ title, children }: { title: string; children: ComponentChildren }) {
  useTitle(title);
  return (
    <main class="entry-screen">
      <div class="card">
        <Mark />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}

export const HowToGetALink = () => (
  <section class="how">
    <h2>Sign in</h2>
    {isLocal() && (
      <a class="button primary" href="/">
        Sign in
      </a>
    )}
    <p>Your developers or the platform's support can create a link. It works once, for five minutes.</p>
    <details>
      <summary>For developers</summary>
      <p>Create a link with your API key, and open its url:</p>
      <pre class="text-block">
        <code>{`curl -X POST ${location.origin}/v1/console-sessions \\\n  -H "X-Api-Key: $KEY" -d '{"access": "developer"}'`}</code>
      </pre>
      <p>Access is finance, support, developer or owner.</p>
    </details>
  </section>
);
