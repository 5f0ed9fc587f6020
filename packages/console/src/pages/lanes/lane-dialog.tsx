import type { Lane } from '@writ/sdk';
import { useState } from 'react';
import { useLaneChange } from '../../data/writes/lanes.ts';
import { useProject } from '../../data/project.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Dialog } from '../../parts/actions/dialog.tsx';
import { Field } from '../../parts/actions/field.tsx';
import { countWords } from '../../parts/facts/numbers.ts';
import { TheirNames } from '../../parts/facts/theirs.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { PausedBy } from './paused-by.tsx';

type Given = { lane: Lane; name: string; onClose: () => void };

/** Asks before a lane is paused, or goes on: it tells what that does. Which of them does not change while it is open: what somebody else did is told. */
export function LaneDialog(given: Given) {
  const [isPaused] = useState(given.lane.paused !== undefined);
  return isPaused ? <Resume {...given} /> : <Pause {...given} />;
}

const form = 'pause-lane';

function Pause({ lane, name, onClose }: Given) {
  const [reason, setReason] = useState('');
  const { mutate, error, isPending, isSuccess } = useLaneChange(useProject(), lane.id);
  const { what, to } = words(lane);
  // It would take the place of theirs, and with it who did it and why.
  const others = isPending || isSuccess ? undefined : lane.paused;
  const noReason = reason.trim() === '' ? 'Say why: others will wonder.' : undefined;
  return (
    <Dialog
      title={`Pause ${name}?`}
      onClose={onClose}
      actions={
        <Button
          look="danger"
          type="submit"
          form={form}
          isBusy={isPending}
          disabledBecause={others ? 'Somebody paused it meanwhile.' : noReason}
        >
          Pause
        </Button>
      }
    >
      <ul>
        <li>
          Within two seconds no {what} is sent to {to} any more
          {lane.groupRefs && lane.groupRefs.length > 0 && (
            <>
              : customers <TheirNames names={lane.groupRefs} areMore={lane.moreGroups} />
            </>
          )}
          .
        </li>
        <li>What is in flight ({countWords(lane.inFlight)} now) ends as usual.</li>
        <li>
          New ones are accepted and wait with the {countWords(lane.queued, lane.moreQueued)} that are queued.
          {lane.kind === 'provider' &&
            ' Each still fails at its own deadline. Synchronous writes are not stopped.'}
        </li>
      </ul>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ pauseBecause: reason.trim() }, { onSuccess: onClose });
        }}
      >
        <Field
          label="Why"
          hint="Shown to everybody who looks at this lane, with who paused it."
          value={reason}
          onChange={setReason}
        />
      </form>
      {others && <PausedBy pause={others} />}
      {error && <Problem fault={error} />}
    </Dialog>
  );
}

function Resume({ lane, name, onClose }: Given) {
  const { mutate, error, isPending } = useLaneChange(useProject(), lane.id);
  const { paused, queued, moreQueued } = lane;
  return (
    <Dialog
      title={`Resume ${name}?`}
      onClose={onClose}
      actions={
        <Button look="main" isBusy={isPending} onClick={() => mutate('resume', { onSuccess: onClose })}>
          Resume
        </Button>
      }
    >
      {paused && <PausedBy pause={paused} />}
      <p>
        {queued === 0
          ? 'Nothing is queued. What comes next is sent as usual.'
          : `What is due of the ${countWords(queued, moreQueued)} that are queued goes at once, as fast as the other side takes it.`}
      </p>
      {error && <Problem fault={error} />}
    </Dialog>
  );
}

const words = ({ kind }: Lane) =>
  kind === 'provider'
    ? { what: 'asynchronous write', to: 'this account' }
    : { what: 'delivery', to: 'this destination' };
