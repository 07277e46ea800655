export type Resource = {
  stack: string;
  logicalId: string;
  type: string;
  properties: Record<string, unknown>;
};
