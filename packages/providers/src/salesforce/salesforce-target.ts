import type { ForwardHeader } from '@writ/write-core';

/** What a request is about: the object, the version in its path, and the headers that the caller forwards. */
export type SalesforceTarget = { version: string; objectName: string; headers: readonly ForwardHeader[] };
