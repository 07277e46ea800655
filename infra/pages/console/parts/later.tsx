import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Waiting } from "./loaded.tsx";

type LaterProps<Props> = { load: () => Promise<(props: Props) => ComponentChildren>; props: Props };

/** A part that is loaded when it is shown. A release while the tab is open may have taken it away. */
export function Later<Props extends object>({ load, props }: LaterProps<Props>) {
  const [Part, setPart] = useState<(props: Props) => ComponentChildren>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    load().then(
      (part) => setPart(() => part),
      () => setMissing(true),
    );
  }, [load]);
  if (Part) return <Part {...props} />;
  return isMissing ? <p class="hint">This part could not be loaded. Reload the page.</p> : <Waiting />;
}
