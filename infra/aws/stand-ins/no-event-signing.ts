import { refuse } from "./refusal.ts";

/** Stands in for the signer's binary header encoding, which only the frames of an event stream have. */
export class HeaderFormatter {
  format() {
    return refuse("Signatures of event streams are");
  }
}
