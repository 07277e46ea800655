import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type List, wayBackTo } from "../state/return-row.ts";
import type { Fetched } from "../state/use-fetched.ts";
import { useTitle } from "../state/use-title.ts";
import { PLACES } from "../words/places.ts";
import { ownZone } from "../words/time.ts";
import { Icon } from "./icon.tsx";
import { useUtc } from "./moment.tsx";

type ScreenProps = {
  title: string;
  heading?: ComponentChildren;
  /** The list that it belongs to. */
  back?: List;
  actions?: ComponentChildren;
  /** What it shows, to be asked for again. */
  of?: Pick<Fetched<unknown>, "reload" | "isAsking">;
  children: ComponentChildren;
};

/** A screen's frame. Its heading takes the focus when the screen is entered, so that a screen reader says where it is. */
export function Screen({ title, heading = title, back, actions, of, children }: ScreenProps) {
  const top = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <>
      {back && (
        <a class="back" href={wayBackTo(back)}>
          <Icon name="back" />
          {PLACES[back]}
        </a>
      )}
      <header class="screen-head">
        <h1 ref={top} tabIndex={-1}>
          {heading}
        </h1>
        <div class="actions">
          {actions}
          {of && <RefreshButton {...of} />}
        </div>
        <p class="zone">Times in {useUtc() ? "UTC" : ownZone()}</p>
      </header>
      {children}
    </>
  );
}

/** Its sign fades in and out while any request is running. */
const RefreshButton = ({ reload, isAsking }: NonNullable<ScreenProps["of"]>) => (
  <button type="button" class={isAsking ? "button refresh asking" : "button refresh"} onClick={reload}>
    <Icon name="refresh" />
    <span class="tool">Refresh</span>
  </button>
);
