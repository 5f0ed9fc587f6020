import type { RecordOutcome } from '@writ/write-core';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { readFaults } from './failures.ts';
import type { HubspotTarget } from './hubspot-target.ts';
import { recordPath } from './paths.ts';

/** Archives the record. HubSpot answers 204 also where there is none (Providers §2.2). */
export function buildRemoveRequest({ version, objectName }: HubspotTarget, id: string): PathRequest {
  return { method: 'DELETE', path: recordPath(version, objectName, id) };
}

export function readRemoveAnswer(answer: ProviderAnswer, id: string): RecordOutcome {
  if (answer.status >= 200 && answer.status < 300) return { kind: 'written', recordId: id };
  return { kind: 'failed', faults: readFaults(answer) };
}
