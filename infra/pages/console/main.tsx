import { render } from "preact";
import { takeOffer, takeSession } from "./api/tab-session.ts";
import { App } from "./app.tsx";

// Before anything else, and before anything can fail: the code leaves the address.
const offer = takeOffer();
takeSession();

const place = document.getElementById("console");
if (place) render(<App firstOffer={offer} />, place);
