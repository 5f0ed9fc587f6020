import { urlFault } from '../outbound/check-url.ts';

/** Scheme, host and port of a member of metadata that is a URL; none of what is no URL that anything could be sent to. */
export const urlOrigins = (url: unknown): readonly string[] =>
  typeof url === 'string' && urlFault(url) === undefined ? [new URL(url).origin] : [];
