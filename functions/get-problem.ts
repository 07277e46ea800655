import { getProblem as operation } from "../shared/contract/reference.ts";
import { publicEndpoint } from "../shared/lambda/public-endpoint.ts";
import { problemTypePage, problemTypeView } from "../shared/views/problem-type.ts";

/** Where the `type` of every problem document leads. */
export const handler = publicEndpoint(
  operation,
  ({ parameter, baseUrl }) => problemTypeView(parameter("slug"), baseUrl),
  { toPage: problemTypePage },
);
