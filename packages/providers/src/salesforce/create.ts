import type { PlannedRecord, RecordOutcome } from '@writ/write-core';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { isJsonObject, textOf } from '../json.ts';
import { locatedId } from '../located-id.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { salesforceDeclaration } from './declaration.ts';
import { readFaults, readItemFaults } from './failures.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import { objectPath } from './paths.ts';
import { rowFields } from './row.ts';
import type { SalesforceTarget } from './salesforce-target.ts';

export function buildCreateRequest(target: SalesforceTarget, record: PlannedRecord): PathRequest {
  return {
    method: 'POST',
    path: objectPath(target.version, target.objectName),
    headers: forwardedHeaders(target.headers),
    json: rowFields(record.fields),
  };
}

/** A create answers with the id and nothing else (Providers §1.2). */
export function readCreateAnswer(answer: ProviderAnswer): RecordOutcome {
  const { status, json } = answer;
  if (status < 200 || status > 299) return { kind: 'failed', faults: readFaults(answer) };
  if (isJsonObject(json)) {
    const recordId = textOf(json['id']);
    if (json['success'] === false) return { kind: 'failed', faults: readItemFaults(json) };
    if (recordId !== undefined) return { kind: 'written', recordId };
  }
  return locatedId(answer.headers, salesforceDeclaration) ?? unreadableAnswer(salesforceDeclaration, answer);
}
