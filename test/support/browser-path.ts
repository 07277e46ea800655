import { existsSync } from "node:fs";

/** Where Chromium and Chrome usually lie; the one without windows needs half the time. CHROME_PATH names another place. */
const USUAL_PLACES = [
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** undefined: there is none on this machine, or not where one looks for it. */
export const browserPath = (): string | undefined => process.env.CHROME_PATH || USUAL_PLACES.find(existsSync);

/** On CI a missing one is a failure, except on GitHub's machines for arm64, whose images have none. */
export const isBrowserDemanded = ({ CI, arch }: { CI: string | undefined; arch: string }): boolean =>
  CI === "true" && arch !== "arm64";

export const WITHOUT_BROWSER =
  "No browser found, so the tests in test/browser are left out: install Chromium (apt-get install chromium-headless-shell, or chromium) or set CHROME_PATH.";
