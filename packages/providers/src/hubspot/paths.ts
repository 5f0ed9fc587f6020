import type { Failed } from '@writ/write-core';
import type { ReadOutcome, RequestKind } from '../transport/exchange.ts';

export type HubspotTarget = { version: string; objectName: string };

export type HubspotRequest<Input extends readonly unknown[], Outcome extends ReadOutcome> = RequestKind<
  HubspotTarget,
  Input,
  Outcome | Failed
>;

/** In one of two path families (Providers §2.1). */
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

/** The older family puts the token into the path (Providers §2.5). */
export const revokePath = (version: string): string =>
  `${tokenPath(isNumbered(version) ? firstDate : version)}/revoke`;

const firstDate = '2026-03';

const apiUrl = 'https://api.hubapi.com';
/** A stand-in has one host. */
const isHubspots = (baseUrl: string): boolean => baseUrl === apiUrl;
/** Pages have another host than the API; it leads to other regions. */
const peoplesUrl = 'https://app.hubspot.com';

const consentPath = '/oauth/authorize';

/** The API's own host has no consent page. */
export const authorizeUrlOf = (baseUrl: string, page = baseUrl + consentPath): string =>
  page === apiUrl + consentPath ? peoplesUrl + consentPath : page;

/** Pages name objects by type id; the API takes these, too (Providers §2.1). */
const typeIds: ReadonlyMap<string, string> = new Map([
  ['contacts', '0-1'],
  ['companies', '0-2'],
  ['deals', '0-3'],
  ['tickets', '0-5'],
]);

export function recordPageOf(
  baseUrl: string,
  { account, objectName, id }: { account: string; objectName: string; id: string },
): string | undefined {
  const typeId = /^\d+-\d+$/.test(objectName) ? objectName : typeIds.get(objectName);
  const isKnown = isHubspots(baseUrl) && /^\d+$/.test(account) && typeId !== undefined;
  return isKnown ? `${peoplesUrl}/contacts/${account}/record/${typeId}/${id}` : undefined;
}

/** `v3` is the older family, a date the newer one. */
const isNumbered = (version: string): boolean => version.startsWith('v');
