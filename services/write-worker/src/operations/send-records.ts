import type { ClaimedOperation, PendingRecord } from '@writ/operation';
import { repeatCreate, sendWrite, type BatchCall, type ProviderAdapter } from '@writ/providers';
import type { Sent } from './send-by-headers.ts';

/**
 * Sends records of an operation. Those that an earlier attempt may have created are looked for before (Contract §4.6).
 *
 * @param sinceClaimMs time since the operation was claimed
 */
export async function sendRecords(
  adapter: ProviderAdapter,
  call: BatchCall,
  { type, form, msSinceFirstAttempt }: ClaimedOperation,
  { records, sinceClaimMs }: { records: readonly PendingRecord[]; sinceClaimMs: () => number },
): Promise<Sent> {
  const write = { type, form, records: records.map(({ planned }) => planned) };
  const inDoubt = records.map((record) => record.inDoubt);
  if (!inDoubt.includes(true)) return { ...(await sendWrite(adapter, call, write)), inDoubt, found: 0 };
  const sinceFirstAttemptMs = (): number => msSinceFirstAttempt + sinceClaimMs();
  return { ...(await repeatCreate(adapter, call, write, { inDoubt, sinceFirstAttemptMs })), kept: [] };
}
