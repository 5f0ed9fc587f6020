import type { Failed } from '@writ/write-core';
import type { ProviderCall } from './adapter.ts';
import type { DescribedObject } from './described-object.ts';
import { unsent } from './verdict.ts';

/** Refuses object names that could alter the path. */
export const describing =
  (ask: (call: ProviderCall) => Promise<DescribedObject | Failed>) =>
  async (call: ProviderCall): Promise<DescribedObject | Failed> =>
    /^[\w-]{1,255}$/.test(call.objectName)
      ? ask(call)
      : unsent({ kind: 'not-found', retryable: false, message: 'No object can have this name.' });
