import type { RecordOutcome } from '@writ/write-core';
import type { IdentifiedRecord } from '../adapter.ts';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { hubspotDeclaration } from './declaration.ts';
import type { HubspotTarget } from './hubspot-target.ts';
import { recordPath } from './paths.ts';
import { encodeProperties } from './properties.ts';
import { readWrittenRecord } from './written-record.ts';

export function buildUpdateRequest(
  { version, objectName }: HubspotTarget,
  record: IdentifiedRecord,
): PathRequest {
  return {
    method: 'PATCH',
    path: recordPath(version, objectName, record.id),
    json: { properties: encodeProperties(record.fields) },
  };
}

export function readUpdateAnswer(answer: ProviderAnswer): RecordOutcome {
  return readWrittenRecord(answer) ?? unreadableAnswer(hubspotDeclaration, answer);
}
