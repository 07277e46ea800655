import type { BeforeCall } from "../../../infra/rehearsal/front-door/front-door.ts";

type Moment = { call: string; act: () => Promise<void>; hasCome: () => void };

/** Those who are a moment faster than a function: they act right before a call of its, once, and not by luck. */
export class FasterOthers {
  private readonly moments: Moment[] = [];

  readonly beforeCall: BeforeCall = async (caller, { action, context }) => {
    const [key = ""] = context["dynamodb:LeadingKeys"] ?? [];
    const call = `${caller.replace(/^payments-[a-z]+-/, "")} ${action.split(":")[1]} ${key}`;
    const place = this.moments.findIndex((moment) => call.startsWith(moment.call));
    if (place < 0) return;
    const [moment] = this.moments.splice(place, 1);
    await moment?.act();
    moment?.hasCome();
  };

  /** `call`: "sweep UpdateItem PAYMENT#". What is answered holds once it has happened. */
  justBefore(call: string, act: () => Promise<void>): Promise<void> {
    return new Promise((resolve) => this.moments.push({ call, act, hasCome: resolve }));
  }
}
