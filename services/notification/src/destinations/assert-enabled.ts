import type { Destination } from '@writ/contracts';
import { Refusal } from '@writ/problems';

/** @throws Refusal (destination-disabled) with the reason */
export function assertEnabled({ status, disabledReason = '' }: Destination): void {
  if (status === 'disabled')
    throw new Refusal('destination-disabled', {
      detail: `The destination is disabled. ${disabledReason}`.trimEnd(),
    });
}
