import type { Caller } from '@writ/http-kit';

/** Who made something, where the caller does not say. */
export const callerName = (caller: Caller): string =>
  caller.kind === 'apiKey' ? `api-key:${caller.keyId}` : caller.kind;
