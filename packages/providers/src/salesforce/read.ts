import type { Identity, ReadRecords } from '../adapter.ts';
import type { PathRequest } from '../exchange.ts';
import { isJsonObject, memberOf, textOf } from '../json.ts';
import { reader } from './failures.ts';
import { collectionPath, identityPath, type SalesforceTarget } from './paths.ts';

export const buildReadRequest = (
  target: SalesforceTarget,
  ids: readonly string[],
  fields: readonly string[],
): PathRequest => ({
  method: 'POST',
  path: `${collectionPath(target)}/${encodeURIComponent(target.objectName)}`,
  json: { ids, fields },
});

/** Records come in the order of the ids, null for one that is not there or may not be seen (Providers §1.2). */
export const readReadAnswer = reader(({ json }, ids: readonly string[]): ReadRecords | undefined => {
  if (!Array.isArray(json) || json.length !== ids.length) return undefined;
  const records = json.map((row) => (isJsonObject(row) ? { fields: row, shown: row } : undefined));
  return { kind: 'read', records };
});

export const buildIdentityRequest = (): PathRequest => ({ method: 'GET', path: identityPath });

/** The account is the org's id. A refused token is 403 with a bare text here, unlike everywhere else. */
export const readIdentityAnswer = reader(({ json }): Identity | undefined => {
  const account = textOf(memberOf(json, 'organization_id'));
  return account === undefined ? undefined : { kind: 'identified', account };
});
