import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { Demo } from "./demo.ts";
import type { DemoReceiver } from "./demo-receiver.ts";
import type { Incoming } from "./payload.ts";
import { SHOP_ACTIONS } from "./shop/after-payment.ts";
import { ServiceRejection } from "./shop/ask-service.ts";
import type { Order, Rejection } from "./shop/order.ts";
import { shopPage } from "./shop/shop-page.ts";
import { ShopServer } from "./shop/shop-server.ts";
import { TILL_STEPS } from "./shop/till-steps.ts";
import { AGREEMENT, WAYS_TO_PAY } from "./shop/ways-to-pay.ts";
import type { SideDoor } from "./side-doors.ts";

const PATH = "/demo/shop";
const ORDER =
  /^\/demo\/shop\/orders\/(?<orderRef>(shop|hold|save|again)-[0-9a-f]{12})(?<step>\/(pay|act|again|till|receipt))?$/;

type Result = APIGatewayProxyStructuredResultV2;

export const demoShop =
  (demo: () => Demo | undefined, receiver: DemoReceiver): SideDoor =>
  (incoming) => {
    const { path, request } = incoming;
    if (path !== PATH && !path.startsWith(`${PATH}/`)) return undefined;
    const ready = demo();
    if (!ready) return json(503, { message: "The shop is starting. Try again in a moment." });
    if (path === PATH && request.method === "GET") return shopPage(receiver.isDown);
    return serve(incoming, new ShopServer(ready, receiver)).catch(rejected);
  };

async function serve({ request, path, body }: Incoming, server: ShopServer): Promise<Result> {
  const route = `${request.method} ${path}`;
  const said = body.toString("utf8");
  if (route === `POST ${PATH}/orders`)
    return json(201, await server.createOrder(said === "hold" || said === "save" ? said : "shop"));
  if (route === `POST ${PATH}/server`) server.setDown(said === "down");
  if (path === `${PATH}/server`) return json(200, {});
  if (route === `POST ${PATH}/day`) return json(200, await server.passDay());
  const { orderRef, step } = ORDER.exec(path)?.groups ?? {};
  const order = orderRef && (await server.findOrder(orderRef));
  if (!order) return json(404, { message: "There is no such order." });
  if (!step && request.method === "GET") return json(200, order);
  if (step === "/receipt") return json(200, await server.findReceipt(order));
  if (step === "/till") return till(server, order, request.method === "GET" ? "look" : said);
  if (!step || request.method !== "POST")
    return json(405, { message: "This action is not available for this order." });
  if (step === "/again")
    return json(200, await server.chargeAgain(order, said === "declined" ? "declined" : "saved"));
  return step === "/pay" ? pay(server, order, said) : act(server, order, said);
}

async function pay(server: ShopServer, order: Order, name: string): Promise<Result> {
  const way = [...WAYS_TO_PAY, AGREEMENT].find((one) => one.name === name);
  return way
    ? json(200, await server.payOrder(order, way))
    : json(400, { message: "There is no such payment method." });
}

async function till(server: ShopServer, order: Order, name: string): Promise<Result> {
  const step = name === "look" ? name : TILL_STEPS.find((one) => one.name === name)?.name;
  return step
    ? json(200, await server.workTill(order, step))
    : json(400, { message: "This action is not available at the till." });
}

async function act(server: ShopServer, order: Order, name: string): Promise<Result> {
  const action = SHOP_ACTIONS.find((one) => one.name === name);
  if (!action) return json(400, { message: "There is no such action." });
  await server.actOn(order, action);
  return json(200, (await server.findOrder(order.orderRef)) ?? order);
}

function rejected(error: unknown): Result {
  if (error instanceof ServiceRejection) return json(502, { message: error.message });
  throw error;
}

const json = (statusCode: number, body: object | Rejection): Result => ({
  statusCode,
  headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  body: JSON.stringify(body),
});
