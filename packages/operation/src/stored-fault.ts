import type { ProviderFault } from '@writ/write-core';

/** What is kept of a fault, and told to callers: the contract's members of a record's errors (Contract §4.2). */
export type StoredFault = { message: string; code?: string; field?: string };

export const toStoredFault = ({ message, code, field }: ProviderFault): StoredFault => ({
  message,
  ...(code !== undefined && { code }),
  ...(field !== undefined && { field }),
});
