import type { KeyState } from '@writ/operation';
import { Refusal } from '@writ/http-kit';

/** The header that tells a repeated answer from a first one. */
export const replayedHeader = { 'Idempotency-Replayed': 'true' } as const;

/** Why a request with a known key is not performed again, where there is no answer to repeat (Contract §4.1). */
export function refuseKey(
  state: Exclude<KeyState, { kind: 'reserved' | 'accepted' | 'answered' }>,
  key: string,
): Refusal {
  switch (state.kind) {
    case 'mismatch':
      return new Refusal('idempotency-mismatch', {
        issues: [
          {
            in: 'header',
            name: 'Idempotency-Key',
            detail: 'The key came with another body before.',
            value: key,
          },
        ],
      });
    case 'running':
      return new Refusal('request-running');
    case 'unknown':
      return new Refusal('outcome-unknown', { context: { outcome: 'unknown' } });
  }
}
