import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import type { Reply } from "../support/api.ts";
import { browserPath } from "../support/browser-path.ts";
import { CallbackReceiver } from "../support/callback-receiver.ts";
import { enter } from "../support/console-page.ts";
import { LocalService } from "../support/local-service.ts";

/**
 * `npm run screenshots`: the console's three main screens for the README, of a small shop's morning on the real stack.
 */
const FOLDER = fileURLToPath(new URL("../../.github/", import.meta.url));
const MAX_BYTES = 100_000;

const service = await LocalService.start({ wireless: true });
const receiver = await CallbackReceiver.start();
await service.pointCallbacks(receiver.url);

const create = (amountCents: number, orderRef: string, more: object = {}): Promise<Reply> =>
  service.api.create({ amountCents, orderRef, ...more }, randomUUID());

async function pay(created: Reply, paymentMethod = "pm_card_visa"): Promise<string> {
  // A declined card is an error to the buyer's browser.
  await service.confirm(created, paymentMethod).catch(() => undefined);
  return String(created.json.svcPaymentId);
}

/** The shop's server has been told this so often. */
const told = (type: string, id: string, times = 1) =>
  receiver.until(times, (callback) => callback.type === type && callback.rawBody.includes(id), 60_000);

async function morning(): Promise<string> {
  await pay(await create(1250, "order-1034"));
  await pay(await create(8900, "order-1035", { currency: "eur" }), "pm_card_chargeDeclined");
  await pay(await create(239_900, "order-1036"), "pm_usBankAccount");
  await pay(await create(6500, "order-1037", { captureMethod: "manual" }));
  await service.api.refund(await pay(await create(3495, "order-1038")), {}, randomUUID());
  await service.api.cancel(String((await create(2100, "order-1039")).json.svcPaymentId), {}, randomUUID());
  await pay(await create(12_000, "order-1040", { currency: "jpy" }));
  await create(5900, "order-1041", { currency: "gbp" });
  return troubled();
}

/** Declined, then paid; the server was down for two attempts; then a part is given back. */
async function troubled(): Promise<string> {
  const created = await create(4999, "order-1042");
  await told("payment_intent.payment_failed", await pay(created, "pm_card_chargeDeclined"));
  let refusals = 2;
  receiver.behave = (response) => response.writeHead(refusals-- > 0 ? 503 : 204).end();
  const id = await pay(created);
  // Two waits between attempts, of half a minute and of two.
  await service.letPass(5 * 60);
  await told("payment_intent.succeeded", id, 3);
  await service.api.refund(id, { amountCents: 1000 }, randomUUID());
  await told("charge.refunded", id);
  return id;
}

const paymentId = await morning();
const { json } = await service.api.call("POST", "/v1/console-sessions", { access: "manage" });
const executablePath = browserPath();
if (!executablePath) throw new Error("There is no Chromium here: set CHROME_PATH.");
const browser = await chromium.launch({ executablePath });
const page = await browser.newPage({ viewport: { width: 1240, height: 780 }, colorScheme: "light" });
await page.goto(String(json.url));
await enter(page);

const SCREENS = [
  { name: "payments", hash: "#/payments", shows: "order-1042", height: 700 },
  { name: "payment", hash: `#/payments/${paymentId}`, shows: "Refunded", height: 1150 },
  { name: "callbacks", hash: "#/endpoint", shows: "Median response", height: 780 },
];
for (const { name, hash, shows, height } of SCREENS) {
  await page.setViewportSize({ width: 1240, height });
  await page.goto(`${service.stack.baseUrl}/console${hash}`);
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
  if (name === "callbacks") {
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.getByRole("status").getByText("Delivered").waitFor();
  }
  const picture = await asWebp(await page.screenshot());
  if (picture.length > MAX_BYTES) throw new Error(`${name} has ${picture.length} bytes.`);
  writeFileSync(`${FOLDER}console-${name}.webp`, picture);
  console.log(`.github/console-${name}.webp: ${Math.round(picture.length / 1000)} KB`);
}

/** A quarter of the size. The browser knows how; on a page of its own, because the console's allows no such thing. */
async function asWebp(png: Buffer): Promise<Buffer> {
  const studio = await browser.newPage();
  const base64 = await studio.evaluate<string>(`(async () => {
    const response = await fetch("data:image/png;base64,${png.toString("base64")}");
    const image = await createImageBitmap(await response.blob());
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.9).split(",")[1];
  })()`);
  await studio.close();
  return Buffer.from(base64, "base64");
}

await browser.close();
receiver.stop();
await service.stop();
process.exit();
