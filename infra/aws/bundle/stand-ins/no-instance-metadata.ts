/** Stands in for asking EC2 where it runs. Lambda says so in AWS_REGION, and this is what the original answers there. */
export const getInstanceMetadataRegion = async () => undefined;
