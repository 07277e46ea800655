import { getProblem, listProblems } from "../shared/contract/reference.ts";
import { publicEndpoint } from "../shared/lambda/public-endpoint.ts";
import { byRoute } from "../shared/lambda/serve.ts";
import {
  PROBLEM_PAGE_STYLE,
  problemIndexPage,
  problemTypePage,
  problemTypesView,
  problemTypeView,
} from "../shared/views/problem-type.ts";

/** Where the `type` of every problem document leads. */
const get = publicEndpoint(
  getProblem,
  ({ parameter, baseUrl }) => problemTypeView(parameter("code"), baseUrl),
  { toPage: problemTypePage, style: PROBLEM_PAGE_STYLE },
);

const list = publicEndpoint(listProblems, ({ baseUrl }) => problemTypesView(baseUrl), {
  toPage: problemIndexPage,
  style: PROBLEM_PAGE_STYLE,
});

export const handler = byRoute([
  [getProblem, get],
  [listProblems, list],
]);
