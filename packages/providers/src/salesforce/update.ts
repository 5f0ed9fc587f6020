import type { RecordOutcome } from '@writ/write-core';
import type { IdentifiedRecord } from '../adapter.ts';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { isJsonObject } from '../json.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { salesforceDeclaration } from './declaration.ts';
import { readFaults, readItemFaults } from './failures.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import { recordPath } from './paths.ts';
import { rowFields } from './row.ts';
import type { SalesforceTarget } from './salesforce-target.ts';

export function buildUpdateRequest(target: SalesforceTarget, record: IdentifiedRecord): PathRequest {
  return {
    method: 'PATCH',
    path: recordPath(target.version, target.objectName, record.id),
    headers: forwardedHeaders(target.headers),
    json: rowFields(record.fields),
  };
}

/** The answer to an update or a delete: success has no body (Providers §1.2), so a page under a 200 is none of it. */
export function readDoneAnswer(answer: ProviderAnswer, id: string): RecordOutcome {
  const { status, json, text } = answer;
  if (status < 200 || status > 299) return { kind: 'failed', faults: readFaults(answer) };
  if (isJsonObject(json) && json['success'] === false)
    return { kind: 'failed', faults: readItemFaults(json) };
  if (text === '' || isJsonObject(json)) return { kind: 'written', recordId: id };
  return unreadableAnswer(salesforceDeclaration, answer);
}
