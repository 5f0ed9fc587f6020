import type { Failed } from '@writ/write-core';
import type { ReadOutcome, RequestKind } from '../transport/exchange.ts';

/** What a request is about: the object, and the version segment of its path. */
export type HubspotTarget = { version: string; objectName: string };

export type HubspotRequest<Input extends readonly unknown[], Outcome extends ReadOutcome> = RequestKind<
  HubspotTarget,
  Input,
  Outcome | Failed
>;

/** Where an object's records are, in one of the two path families (Providers §2.1). */
export function objectsPath({ version, objectName }: HubspotTarget): string {
  const type = encodeURIComponent(objectName);
  return isNumbered(version) ? `/crm/${version}/objects/${type}` : `/crm/objects/${version}/${type}`;
}

export const recordPath = (target: HubspotTarget, id: string): string =>
  `${objectsPath(target)}/${encodeURIComponent(id)}`;

export function propertiesPath({ version, objectName }: HubspotTarget): string {
  const type = encodeURIComponent(objectName);
  return isNumbered(version) ? `/crm/${version}/properties/${type}` : `/crm/properties/${version}/${type}`;
}

export const accountPath = (version: string): string => `/account-info/${version}/details`;

export const tokenPath = (version: string): string => `/oauth/${version}/token`;

const apiUrl = 'https://api.hubapi.com';
/** Whoever stands in for HubSpot has but one host. */
const isHubspots = (baseUrl: string): boolean => baseUrl === apiUrl;
/** People are at another host than that of HubSpot's API; portals of other regions are led on from there. */
const peoplesUrl = 'https://app.hubspot.com';

const consentPath = '/oauth/authorize';

/** Where people consent: the page given, but never one of HubSpot's API, which has none. */
export const authorizeUrlOf = (baseUrl: string, page = baseUrl + consentPath): string =>
  page === apiUrl + consentPath ? peoplesUrl + consentPath : page;

/** Pages name objects by the ids of their types; an object may be named so in the API, too (Providers §2.1). */
const typeIds: ReadonlyMap<string, string> = new Map([
  ['contacts', '0-1'],
  ['companies', '0-2'],
  ['deals', '0-3'],
  ['tickets', '0-5'],
]);

/** An account that is no number is not known to be a portal. */
export function recordPageOf(
  baseUrl: string,
  { account, objectName, id }: { account: string; objectName: string; id: string },
): string | undefined {
  const typeId = /^\d+-\d+$/.test(objectName) ? objectName : typeIds.get(objectName);
  const isKnown = isHubspots(baseUrl) && /^\d+$/.test(account) && typeId !== undefined;
  return isKnown ? `${peoplesUrl}/contacts/${account}/record/${typeId}/${id}` : undefined;
}

/** `v3` names the older family, a date such as `2026-03` the newer one. */
const isNumbered = (version: string): boolean => version.startsWith('v');
