import type { Failed } from '@writ/write-core';
import type { Identity } from '../adapter.ts';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { isJsonObject, textOf } from '../json.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { salesforceDeclaration } from './declaration.ts';
import { readFaults } from './failures.ts';
import { identityPath } from './paths.ts';

export function buildIdentityRequest(): PathRequest {
  return { method: 'GET', path: identityPath };
}

/** The account is the org's id. A refused token is 403 with a bare text here, unlike everywhere else. */
export function readIdentityAnswer(answer: ProviderAnswer): Identity | Failed {
  if (answer.status !== 200) return { kind: 'failed', faults: readFaults(answer) };
  const account = isJsonObject(answer.json) ? textOf(answer.json['organization_id']) : undefined;
  return account === undefined
    ? unreadableAnswer(salesforceDeclaration, answer)
    : { kind: 'identified', account };
}
