import { answerApi as answer } from "../../../infra/simulator/api/answer-api.ts";
import { record } from "./record.ts";

export const answerApi: typeof answer = (world, request, fault) => {
  const given = answer(world, request, fault);
  const { method, path, query, body, headers } = request;
  const contentType = headers["content-type"] ?? "";
  // What something on the way answered is not the simulator's.
  if (fault?.kind !== "proxy_rejection")
    record({
      kind: "answer",
      method,
      path,
      query,
      body,
      contentType,
      status: given.status,
      answer: given.body,
    });
  return given;
};
