import type { Lane } from '@writ/sdk';
import { shortened } from '../../parts/facts/shortened.ts';
import { Status } from '../../parts/facts/status.tsx';
import { Meter } from '../../parts/plots/meter.tsx';
import { countWords } from '../../parts/facts/numbers.ts';
import { useFromNow } from '../../parts/time/now.ts';
import { laneName, laneStanding } from './lane-standing.ts';

/** What a lane is called, on one line: its account without the middle. */
export function LaneName({ lane, names }: { lane: Lane; names: ReadonlyMap<string, string> }) {
  const whole = laneName(lane, names);
  const { provider, account } = lane;
  return (
    <span title={whole}>{account === undefined ? whole : `${provider ?? ''} ${shortened(account)}`}</span>
  );
}

/** How a lane stands, in a word or two. */
export function LaneStatus({ lane }: { lane: Lane }) {
  const words = useFromNow((nowMs) => laneStanding(lane, nowMs).words);
  return <Status tone={useFromNow((nowMs) => laneStanding(lane, nowMs).tone)}>{words}</Status>;
}

/** How much of the quota is used; nothing where there is none, or it is not known. */
export function Quota({ lane: { quota } }: { lane: Lane }) {
  if (quota?.used === undefined || quota.usable === undefined) return null;
  const { used, usable } = quota;
  return (
    <Meter
      label="Quota used"
      value={used}
      most={usable}
      words={`${countWords(used)} / ${countWords(usable)}`}
    />
  );
}
