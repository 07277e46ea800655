/** In the order in which an integrator needs them: the first stands before the endpoints. Others are for the platform. */
export const GUIDES: readonly string[] = [
  "quickstart",
  "walkthrough",
  "integrating",
  "in-person",
  "which-answer",
  "finance",
  "testing",
  "clients",
  "going-live",
];
