import type { Lane } from '@writ/sdk';
import { useState } from 'react';
import { useProject } from '../../data/project.ts';
import { useLaneChange } from '../../data/writes/lanes.ts';
import { TheirNames } from '../../parts/facts/facts.tsx';
import { countWords } from '../../parts/facts/words.ts';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { PausedBy } from './lane-parts.tsx';

type Given = { lane: Lane; name: string };

/** It stays the same dialog if somebody else pauses or resumes the lane meanwhile. */
export function LaneDialog(given: Given) {
  const [isPaused] = useState(given.lane.paused !== undefined);
  return isPaused ? <Resume {...given} /> : <Pause {...given} />;
}

const fields = [
  {
    at: '/pauseBecause',
    label: 'Why',
    hint: 'Shown to everybody who looks at this lane, with who paused it.',
  },
];

function Pause({ lane, name }: Given) {
  const change = useLaneChange(useProject(), lane.id);
  const isProvider = lane.kind === 'provider';
  // A second pause would replace theirs, with its author and reason.
  const others = change.isPending || change.isSuccess ? undefined : lane.paused;
  return (
    <FormDialog
      title={`Pause ${name}?`}
      fields={fields}
      words="Pause"
      look="danger"
      disabledBecause={others && 'Somebody paused it meanwhile.'}
      change={change}
      above={
        <ul className="tight">
          <li>
            Within two seconds no {isProvider ? 'asynchronous write' : 'delivery'} is sent to this{' '}
            {isProvider ? 'account' : 'destination'} any more
            {lane.groupRefs && lane.groupRefs.length > 0 && (
              <>
                : customers <TheirNames names={lane.groupRefs} areMore={lane.moreGroups} />
              </>
            )}
            .
          </li>
          <li>What is in flight ({countWords(lane.inFlight)} now) ends as usual.</li>
          <li>
            New ones are accepted and wait with the {countWords(lane.queued, lane.moreQueued)} that are
            queued.
            {isProvider && ' Each still fails at its own deadline. Synchronous writes are not stopped.'}
          </li>
        </ul>
      }
    >
      {others && <PausedBy pause={others} />}
    </FormDialog>
  );
}

function Resume({ lane: { id, paused, queued, moreQueued }, name }: Given) {
  const change = useLaneChange(useProject(), id);
  return (
    <ActionDialog
      title={`Resume ${name}?`}
      words="Resume"
      change={change}
      onAct={(close) => change.mutate('resume', { onSuccess: close })}
    >
      {paused && <PausedBy pause={paused} />}
      <p>
        {queued === 0
          ? 'Nothing is queued. What comes next is sent as usual.'
          : `What is due of the ${countWords(queued, moreQueued)} that are queued goes at once, as fast as the other side takes it.`}
      </p>
    </ActionDialog>
  );
}
