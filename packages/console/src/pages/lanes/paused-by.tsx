import type { Lane } from '@writ/sdk';
import { Actor } from '../../parts/facts/actor.tsx';
import { Theirs } from '../../parts/facts/theirs.tsx';
import { Time } from '../../parts/time/time.tsx';

/** Why a lane is paused, since when, and by whom. */
export function PausedBy({ pause: { reason, time, by } }: { pause: NonNullable<Lane['paused']> }) {
  return (
    <>
      <p>
        {reason === undefined ? (
          'No reason was given.'
        ) : (
          <>
            “<Theirs>{reason}</Theirs>”
          </>
        )}
      </p>
      <p>
        Paused <Time at={time} /> by <Actor by={by} />
      </p>
    </>
  );
}
