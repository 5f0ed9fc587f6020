import type { RecordOutcome } from '@writ/write-core';
import type { ProviderAnswer } from '../exchange.ts';
import { isJsonObject, textOf } from '../json.ts';
import { readFaults } from './failures.ts';

/** The record that a create or an update answers with; undefined when it succeeded but shows no record. */
export function readWrittenRecord(answer: ProviderAnswer): RecordOutcome | undefined {
  const { status, json } = answer;
  // Success is decided by the body, too: an error body under a 2xx is an error (Providers §2.1).
  const isFault = status < 200 || status > 299 || (isJsonObject(json) && json['status'] === 'error');
  if (isFault) return { kind: 'failed', faults: readFaults(answer) };
  const recordId = isJsonObject(json) ? textOf(json['id']) : undefined;
  return isJsonObject(json) && recordId !== undefined ? { kind: 'written', recordId, data: json } : undefined;
}
