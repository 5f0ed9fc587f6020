import type { PlannedRecord, RecordOutcome } from '@writ/write-core';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { locatedId } from '../located-id.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import type { HubspotTarget } from './hubspot-target.ts';
import { hubspotDeclaration } from './declaration.ts';
import { objectsPath } from './paths.ts';
import { encodeProperties } from './properties.ts';
import { readWrittenRecord } from './written-record.ts';

export function buildCreateRequest(
  { version, objectName }: HubspotTarget,
  record: PlannedRecord,
): PathRequest {
  return { method: 'POST', path: objectsPath(version, objectName), json: createInput(record) };
}

/** A record to create, alone or in a batch. Both members are required, also when empty (Providers §2.2). */
export function createInput({ fields, associations }: PlannedRecord) {
  return { properties: encodeProperties(fields), associations: associations ?? [] };
}

/** If the body can't be read, the `Location` header still names what was created (Providers §2.2). */
export function readCreateAnswer(answer: ProviderAnswer): RecordOutcome {
  return (
    readWrittenRecord(answer) ??
    locatedId(answer.headers, hubspotDeclaration) ??
    unreadableAnswer(hubspotDeclaration, answer)
  );
}
