import type { Delivery } from '@writ/sdk';
import { Link } from 'wouter';
import { useProject } from '../../data/project.ts';
import { Notice } from '../../parts/states/notice.tsx';
import { Countdown } from '../../parts/time/time.tsx';

/** What somebody should know of a delivery that has not arrived, and what helps. */
export function DeliveryNotice({ delivery, isGone }: { delivery: Delivery; isGone: boolean }) {
  const project = useProject();
  const { status, stage, nextAttempt, lastError, destinationId } = delivery;
  const destination = <Link href={project.to('destinations', destinationId)}>the destination</Link>;
  if (status === 'held')
    return (
      <Notice tone="warn" title="Held: its destination was disabled when it was due">
        <p>It does not go by itself. Enable {destination}, then redeliver this, or all that it missed.</p>
      </Notice>
    );
  if (status === 'failed')
    return (
      <Notice
        tone="bad"
        title={isGone ? 'Failed: its destination was deleted' : 'Failed: it is not retried by itself'}
      >
        {lastError && !isGone && <p>The last attempt: {lastError.message}</p>}
        {!isGone && <p>Redeliver it once the receiver works.</p>}
      </Notice>
    );
  if (stage !== 'retrying' || nextAttempt === undefined) return null;
  return (
    <Notice tone="warn" title="Not delivered yet">
      {lastError && <p>The last attempt: {lastError.message}</p>}
      <p>
        Next attempt in <Countdown at={nextAttempt} past="a moment" />.
      </p>
    </Notice>
  );
}
