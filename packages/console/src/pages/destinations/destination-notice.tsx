import type { Destination } from '@writ/sdk';
import { Notice } from '../../parts/states/notice.tsx';
import { ExactTime, Time } from '../../parts/time/time.tsx';

/** Why nothing gets through to a destination, and what helps. */
export function DestinationNotice({
  destination: { status, disabledReason, failing, lastSuccess },
  isJustEnabled,
}: {
  destination: Destination;
  isJustEnabled: boolean;
}) {
  if (status === 'disabled')
    return (
      <Notice tone="bad" title="Disabled: nothing is sent to it">
        <p>{disabledReason ?? 'Nobody noted why.'}</p>
        {failing && (
          <p>
            {failing.failuresInRow} attempts in a row failed, the first at <ExactTime at={failing.since} />.
          </p>
        )}
        <p>
          What arrives meanwhile is held. Once the receiver works, enable it, then redeliver what it missed.
        </p>
      </Notice>
    );
  if (failing)
    return (
      <Notice tone="bad" title={`Failing: ${failing.failuresInRow} attempts in a row`}>
        <p>
          The first of them was <Time at={failing.since} />, and nothing has got through since
          {lastSuccess === undefined && ', nor ever before'}. Deliveries are retried by themselves; a test
          event shows what it answers now.
        </p>
      </Notice>
    );
  if (!isJustEnabled) return null;
  return (
    <Notice tone="warn" title="Enabled again">
      <p>What was held or had failed meanwhile does not go by itself: redeliver it.</p>
    </Notice>
  );
}
