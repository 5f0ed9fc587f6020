import type { Failed } from '@writ/write-core';
import type { ReadRecords } from '../adapter.ts';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { isJsonObject } from '../json.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { salesforceDeclaration } from './declaration.ts';
import { readFaults } from './failures.ts';
import { collectionPath } from './paths.ts';
import type { SalesforceTarget } from './salesforce-target.ts';

export function buildReadRequest(
  { version, objectName }: SalesforceTarget,
  ids: readonly string[],
  fields: readonly string[],
): PathRequest {
  const path = `${collectionPath(version)}/${encodeURIComponent(objectName)}`;
  return { method: 'POST', path, json: { ids, fields } };
}

/** Records come in the order of the ids, null for one that is not there or may not be seen (Providers §1.2). */
export function readReadAnswer(answer: ProviderAnswer, ids: readonly string[]): ReadRecords | Failed {
  if (answer.status !== 200) return { kind: 'failed', faults: readFaults(answer) };
  const { json } = answer;
  if (!Array.isArray(json) || json.length !== ids.length)
    return unreadableAnswer(salesforceDeclaration, answer);
  const records = json.map((record) => (isJsonObject(record) ? record : undefined));
  return { kind: 'read', records, shown: records };
}
