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

/** People consent at another host than that of HubSpot's API; whoever stands in for it has but one. */
export const authorizeUrlOf = (baseUrl: string): string =>
  `${baseUrl === 'https://api.hubapi.com' ? 'https://app.hubspot.com' : baseUrl}/oauth/authorize`;

/** `v3` names the older family, a date such as `2026-03` the newer one. */
const isNumbered = (version: string): boolean => version.startsWith('v');
