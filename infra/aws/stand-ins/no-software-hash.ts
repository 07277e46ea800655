import { refuse } from "./refusal.ts";

/** Stands in for SHA-256 written in JavaScript, the fallback of a Node.js built without OpenSSL. */
export class Sha256Js {
  constructor() {
    refuse("SHA-256 in JavaScript is");
  }
}
