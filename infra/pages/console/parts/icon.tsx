/** A circle is an arc that ends a hundredth beside its beginning, where its round ends meet. */
const PATHS = {
  overview: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  payments: "M3 5h18v14H3zM3 10h18M7 15h3",
  events: "M3 12h4l2.5-7 5 14 2.5-7h4",
  endpoints: "M9 7V3M15 7V3M6 7h12v4a6 6 0 0 1-12 0zM12 17v4",
  statements: "M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7",
  payouts: "M4 20h16M5 10h14M12 4l8 6H4zM7 10v7M12 10v7M17 10v7",
  good: "M5 12.5l4.5 4.5L19 7.5",
  wait: "M12 7v5l3 2M12 3a9 9 0 1 0 .01 0",
  bad: "M12 10v4M12 17v.01M12 3L2 20h20z",
  quiet: "M7 12h10",
  busy: "M12 3a9 9 0 1 0 9 9",
  call: "M4 12h13M12 7l5 5-5 5M20 5v14",
  send: "M4 12l16-8-6 16-3-7z",
  other: "M12 12v.01M6 12v.01M18 12v.01",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  search: "M10.5 4a6.5 6.5 0 1 0 .01 0M20 20l-4.8-4.8",
  refresh: "M20 11a8 8 0 1 0-2.3 6.6M20 5v6h-6",
  open: "M12 5a7 7 0 1 0 .01 0",
  download: "M12 4v11M7 10l5 5 5-5M4 20h16",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  disputes: "M5 21V4h14l-3 4.5 3 4.5H5",
  account: "M12 12a4 4 0 1 0-.01 0M4 21a8 8 0 0 1 16 0",
  access: "M4 5h16v11H4zM12 16v4M8 20h8",
  keys: "M11 12h10v4M17 12v3M11 12a4 4 0 1 0 0 .01",
} as const;

export type IconName = keyof typeof PATHS;

/** Beside its text always, so it has no name of its own. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
