import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';
import type { ExpectedAlerts } from '../experiment.ts';

/** A slow machine fires them without a fault. */
const ofSlowness: readonly string[] = [
  'WritWritesLate',
  'WritDeliveriesLate',
  'WritAcceptSlow',
  'WritFinding pool-busy',
];

/** Only the fault's alerts fired. */
export function firesOnly(history: History, { fire, may = [] }: ExpectedAlerts): Verdict[] {
  const fired = new Set(entriesOf(history, 'alert').map(({ name }) => name));
  const silent = fire.filter((name) => !fired.has(name));
  const others = [...fired].filter((name) => !fire.includes(name) && !may.includes(name));
  const slow = others.filter((name) => ofSlowness.includes(name));
  const wrong = others.filter((name) => !ofSlowness.includes(name));
  return [
    noneOf('every alert of the fault fires', silent, `${fire.length} expected`),
    noneOf('no other alert fires', wrong, `${fired.size} fired`),
    { ...noneOf('no alert of slowness fires beside them', slow, `${fired.size} fired`), timed: true },
  ];
}
