import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Mark } from "../parts/mark.tsx";

/** What is seen from outside. */
export function EntryScreen({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
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
    <h2>How to get a new link</h2>
    <p>Your backend makes one with your API key, and you open its url:</p>
    <pre>
      <code>{`curl -X POST ${location.origin}/v1/console-sessions \\\n  -H "X-Api-Key: $KEY" -d '{}'`}</code>
    </pre>
    <p>
      Support can make one for a merchant: <code>operator console mer_… --reason "…"</code>. On a local stack,
      open this address without a path.
    </p>
  </section>
);
