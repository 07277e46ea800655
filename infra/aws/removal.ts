import { RemovalPolicy } from "aws-cdk-lib";
import type { Environment } from "./environments.ts";

/**
 * Names are fixed, so what a failed deploy has just created must go: kept, it would stop the next attempt with
 * "already exists".
 */
export const removalPolicy = ({ keepsData }: Environment): RemovalPolicy =>
  keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
