import { inTransaction } from '@writ/db';
import { faultText, type ProviderFault } from '@writ/write-core';
import type { ConnectionForCall } from '../write-road/connections-for-call.ts';
import type { LiveConnection, LiveConnectionsDeps } from './live-connection.ts';
import { changed } from './refresh-token.ts';
import { storeDead } from './store-tokens.ts';
import { deadConnection, refusedConnection } from './token-faults.ts';

/** Marks a connection dead, or returns it if it has other credentials meanwhile. */
export async function giveUp(
  deps: Pick<LiveConnectionsDeps, 'database' | 'announce' | 'findConnection'>,
  held: ConnectionForCall,
  refusal: ProviderFault,
): Promise<LiveConnection> {
  const dead = { connectionId: held.id, before: held.sealed, reason: faultText(refusal) };
  const found = await changed(deps, held);
  if (found) return found;
  const isStored = await inTransaction(deps.database.pool, (tx) => storeDead(tx, deps.announce, dead));
  if (isStored) return { kind: 'failed', fault: refusedConnection(refusal) };
  return (await changed(deps, held)) ?? { kind: 'failed', fault: deadConnection };
}
