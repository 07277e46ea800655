import type { ComponentChildren } from "preact";
import { worded } from "../../../../shared/domain/payments/method-words.ts";
import { hrefOf } from "../state/routes.ts";
import { Icon, type IconName } from "./icon.tsx";

type EmptyProps = {
  icon: IconName;
  title: string;
  /** The list that the reader can go on with. */
  all?: "payments" | "events" | "payouts" | "disputes" | "statements" | "endpoints";
  children?: ComponentChildren;
};

export const Empty = ({ icon, title, all, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    <p>
      {children} {all && <a href={hrefOf(all)}>View all {all}</a>}
    </p>
  </div>
);

type NotFoundProps = { noun: "payment" | "event" | "payout" | "dispute" | "endpoint"; children?: string };

export const NotFound = ({ noun, children }: NotFoundProps) => (
  <Empty icon="search" title={`${worded(noun)} not found`} all={`${noun}s`}>
    {children}
  </Empty>
);

type NoMatchProps = { all: "payments" | "events"; hasMore: boolean };

/** `hasMore`: a search looks through so many at once, and older ones are left. */
export const NoMatch = ({ all, hasMore }: NoMatchProps) => (
  <Empty icon="search" title={hasMore ? "No match so far" : `No ${all} match`} all={all}>
    {hasMore && `Continue with older ${all} below.`}
  </Empty>
);
