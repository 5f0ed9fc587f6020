import type { Failed } from '@writ/write-core';
import type { Identity } from '../adapter.ts';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { isJsonObject, textOf } from '../json.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { hubspotDeclaration } from './declaration.ts';
import { readFaults } from './failures.ts';
import { accountPath } from './paths.ts';

/** Account details take every kind of token, and take it in a header: token info has it in the address. */
export function buildIdentityRequest(version: string): PathRequest {
  return { method: 'GET', path: accountPath(version) };
}

/** The account is the portal's id; HubSpot names portals nowhere in these details. */
export function readIdentityAnswer(answer: ProviderAnswer): Identity | Failed {
  if (answer.status !== 200) return { kind: 'failed', faults: readFaults(answer) };
  const account = isJsonObject(answer.json) ? textOf(answer.json['portalId']) : undefined;
  return account === undefined
    ? unreadableAnswer(hubspotDeclaration, answer)
    : { kind: 'identified', account };
}
