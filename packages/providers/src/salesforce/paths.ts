import type { Failed, ForwardHeader } from '@writ/write-core';
import type { ReadOutcome, RequestKind } from '../transport/exchange.ts';
import { sentId } from './record-id.ts';

export type SalesforceTarget = { version: string; objectName: string; headers: readonly ForwardHeader[] };

export type SalesforceRequest<Input extends readonly unknown[], Outcome extends ReadOutcome> = RequestKind<
  SalesforceTarget,
  Input,
  Outcome | Failed
>;

/** `66.0` → `/services/data/v66.0` (Providers §1.1). */
export const dataPath = ({ version }: SalesforceTarget): string => `/services/data/v${version}`;

export const objectPath = (target: SalesforceTarget): string =>
  `${dataPath(target)}/sobjects/${encodeURIComponent(target.objectName)}`;

export const recordPath = (target: SalesforceTarget, id: string): string =>
  `${objectPath(target)}/${encodeURIComponent(sentId(id))}`;

export const collectionPath = (target: SalesforceTarget): string => `${dataPath(target)}/composite/sobjects`;

export const upsertPath = (target: SalesforceTarget, field: string): string =>
  `${collectionPath(target)}/${encodeURIComponent(target.objectName)}/${encodeURIComponent(field)}`;

export const identityPath = '/services/oauth2/userinfo';

export const authorizePath = '/services/oauth2/authorize';

/** Any other server stands in for all of Salesforce. */
export const isSalesforces = (url: string): boolean =>
  /\.salesforce\.(?:com|mil)$/.test(new URL(url).hostname);

/** Salesforce redirects a record's id to its page. */
export const recordPageOf = (accountUrl: string | undefined, id: string): string | undefined =>
  accountUrl !== undefined && isSalesforces(accountUrl)
    ? `${new URL(accountUrl).origin}/${sentId(id)}`
    : undefined;

/** Accounts of a stand-in are at its own address. */
export const accountUrlOf = (loginUrl: string): string =>
  isSalesforces(loginUrl) ? 'https://{{.workspace}}.my.salesforce.com' : loginUrl;

export const tokenPath = '/services/oauth2/token';

export const revokePath = '/services/oauth2/revoke';

/** In lower case, so that our own headers replace them. */
export function forwardedHeaders(headers: readonly ForwardHeader[]): Record<string, string> {
  const forwarded: Record<string, string> = {};
  for (const { key, value } of headers) forwarded[key.toLowerCase()] = value;
  return forwarded;
}

/** `defaultNamespace` sets the meaning of names: reads for a write need it, too (Providers §1.5). */
export const namingHeaders = ({ headers }: Pick<SalesforceTarget, 'headers'>): Record<string, string> =>
  forwardedHeaders(headers.filter(({ key }) => key.toLowerCase() === 'sforce-call-options'));
