/**
 * Stands in for the reader of ~/.aws/config and ~/.aws/credentials, which no Lambda function has. Every setting is
 * looked up in the environment first; `tryNextLink` sends the lookup on to its default.
 */
export const fromSharedConfigFiles = () => async () => {
  throw Object.assign(new Error("There are no AWS configuration files in a Lambda function."), {
    tryNextLink: true,
  });
};
