import type { ComponentChildren } from "preact";
import type { Fetched } from "../state/use-fetched.ts";
import { Failure } from "./failure.tsx";

type LoadedProps<T> = {
  of: Fetched<T>;
  missing?: ComponentChildren;
  children: (data: T) => ComponentChildren;
};

export function Loaded<T>({ of: { data, error, reload }, missing, children }: LoadedProps<T>) {
  if (error?.status === 404 && missing) return <>{missing}</>;
  return (
    <>
      {error && <Failure error={error} retry={reload} />}
      {data !== undefined && children(data)}
      {data === undefined && !error && <Waiting />}
    </>
  );
}

type KeptProps = { of: Pick<Fetched<unknown>, "isStale">; children: ComponentChildren };

/** What stays while another filter's answer is awaited: marked, and without what would be taken for that answer. */
export const Kept = ({ of: { isStale }, children }: KeptProps) => (
  <div class={isStale ? "stale" : ""} aria-busy={isStale}>
    {children}
  </div>
);

export const Waiting = () => (
  <div class="waiting" role="status">
    <span class="for-ears">Loading</span>
    <span class="bar" />
    <span class="bar" />
    <span class="bar" />
  </div>
);
