import { reject } from "./rejection.ts";

/** Stands in for `@smithy/core/event-streams` in bundles (see cuts.ts): loaded only by a streamed operation. */
export const eventStreamSerdeProvider = () => reject("Event streams are");

export class EventStreamSerde {
  constructor() {
    reject("Event streams are");
  }
}
