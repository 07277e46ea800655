import { refuse } from "./refusal.ts";

/** Stands in for `@smithy/core/event-streams` in bundles (see cuts.ts): loaded only by a streamed operation. */
export const eventStreamSerdeProvider = () => refuse("Event streams are");

export class EventStreamSerde {
  constructor() {
    refuse("Event streams are");
  }
}
