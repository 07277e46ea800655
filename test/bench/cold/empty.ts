/** What Node itself takes to start, find a file and answer. */
export const handler = async () => ({ statusCode: 200 });
