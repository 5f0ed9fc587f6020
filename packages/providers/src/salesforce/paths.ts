import type { Failed, ForwardHeader } from '@writ/write-core';
import type { ReadOutcome, RequestKind } from '../transport/exchange.ts';
import { sentId } from './long-id.ts';

/** What a request is about: the object, the version in its path, and the headers that the caller forwards. */
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

export const identityPath = '/services/oauth2/userinfo';

export const authorizePath = '/services/oauth2/authorize';

/** A server of Salesforce itself, such as its login; any other stands in for all of it. */
export const isSalesforces = (url: string): boolean =>
  /\.salesforce\.(?:com|mil)$/.test(new URL(url).hostname);

/** Salesforce leads from a record's bare id to its page, at the account's own address. */
export const recordPageOf = (accountUrl: string | undefined, id: string): string | undefined =>
  accountUrl !== undefined && isSalesforces(accountUrl)
    ? `${new URL(accountUrl).origin}/${sentId(id)}`
    : undefined;

/** Each account of Salesforce has an address of its own; those of whoever stands in for it are at that one. */
export const accountUrlOf = (loginUrl: string): string =>
  isSalesforces(loginUrl) ? 'https://{{.workspace}}.my.salesforce.com' : loginUrl;

export const tokenPath = '/services/oauth2/token';

/** The caller's headers, by their names in small letters; so ours, which are added later, replace and never double them. */
export function forwardedHeaders(headers: readonly ForwardHeader[]): Record<string, string> {
  const forwarded: Record<string, string> = {};
  for (const { key, value } of headers) forwarded[key.toLowerCase()] = value;
  return forwarded;
}

/**
 * Of the caller's headers the one that says what names mean (`defaultNamespace`): what is read for the sake of a write is
 * asked for by the names that the write uses (Providers §1.5).
 */
export const namingHeaders = ({ headers }: Pick<SalesforceTarget, 'headers'>): Record<string, string> =>
  forwardedHeaders(headers.filter(({ key }) => key.toLowerCase() === 'sforce-call-options'));
