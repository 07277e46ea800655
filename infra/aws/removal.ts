import { RemovalPolicy } from "aws-cdk-lib";
import type { Environment } from "./environments.ts";

export const removalPolicy = ({ keepsData }: Environment): RemovalPolicy =>
  keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
