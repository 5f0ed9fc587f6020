import type { Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';

/** Some operation needed a second attempt; otherwise the faults show nothing. */
export function struckSomething(history: History): Verdict {
  const again = entriesOf(history, 'operation').filter(({ attempts }) => attempts > 1).length;
  return {
    what: 'work under way was struck',
    holds: again > 0,
    detail: `${again} operations were tried again`,
  };
}

export function faultsAtLeast(history: History, least: number): Verdict {
  const faults = entriesOf(history, 'fault').length;
  return {
    what: 'as much was broken as should be',
    holds: faults >= least,
    detail: `${faults} faults (at least ${least})`,
  };
}
