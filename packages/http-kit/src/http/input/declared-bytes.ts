/** How many bytes `Content-Length` announces; none where it is missing. The server lets through decimal digits alone. */
export const declaredBytes = (contentLength: string | undefined): number =>
  contentLength === undefined ? 0 : Number.parseInt(contentLength, 10);
