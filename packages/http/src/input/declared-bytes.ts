/** Node lets only decimal digits through. */
export const declaredBytes = (contentLength: string | undefined): number =>
  contentLength === undefined ? 0 : Number.parseInt(contentLength, 10);
