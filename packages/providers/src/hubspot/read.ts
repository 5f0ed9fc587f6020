import type { Failed, JsonObject } from '@writ/write-core';
import type { ReadRecords } from '../adapter.ts';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { isJsonObject, objectsIn, textOf } from '../json.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { hubspotDeclaration } from './declaration.ts';
import { readFaults } from './failures.ts';
import type { HubspotTarget } from './hubspot-target.ts';
import { objectsPath } from './paths.ts';

export function buildReadRequest(
  { version, objectName }: HubspotTarget,
  ids: readonly string[],
  fields: readonly string[],
): PathRequest {
  return {
    method: 'POST',
    path: `${objectsPath(version, objectName)}/batch/read`,
    json: { inputs: [...new Set(ids)].map((id) => ({ id })), properties: fields, propertiesWithHistory: [] },
  };
}

/** Records come in any order, and missing ones are named beside them under a 207 (Providers §2.2). */
export function readReadAnswer(answer: ProviderAnswer, ids: readonly string[]): ReadRecords | Failed {
  if (answer.status < 200 || answer.status > 299) return { kind: 'failed', faults: readFaults(answer) };
  if (!isJsonObject(answer.json)) return unreadableAnswer(hubspotDeclaration, answer);
  const found = new Map<string, { fields: JsonObject; shown: JsonObject }>();
  for (const shown of objectsIn(answer.json['results'])) {
    const recordId = textOf(shown['id']);
    const fields = shown['properties'];
    if (recordId !== undefined && isJsonObject(fields)) found.set(recordId, { fields, shown });
  }
  return {
    kind: 'read',
    records: ids.map((id) => found.get(id)?.fields),
    shown: ids.map((id) => found.get(id)?.shown),
  };
}
