import { describe, expect, test } from '@jest/globals';
import { protocol } from './protocol.ts';
import { search } from './search.ts';
import type { Mishaps, World } from './state.ts';
import { faults } from './step.ts';

/** So many in one run of a death, a crash, a freeze and a lost answer. */
const mishaps = (inAll: number): Mishaps => ({ death: 1, crash: 1, freeze: 1, lostAnswer: 1, inAll });

const two: World = { laneOf: [0, 0], acceptances: [[0], [1]], mishaps: mishaps(1) };
const worlds: readonly { name: string; world: World }[] = [
  { name: 'one unit', world: { laneOf: [0], acceptances: [[0]], mishaps: mishaps(4) } },
  { name: 'two units of a lane that are accepted apart', world: two },
  {
    name: 'units of two lanes that are accepted together',
    world: { laneOf: [0, 1], acceptances: [[0, 1]], mishaps: mishaps(1) },
  },
];

describe('however two workers, a gateway and a sweep interleave, and whatever goes wrong, nothing is lost or doubled', () => {
  test.each(worlds)('$name', ({ world }) => {
    const { states, fault } = search(protocol({ world }));
    expect(fault).toBeUndefined();
    // The search is one of something.
    expect(states).toBeGreaterThan(10_000);
  });
});

/** What each fault in the protocol leads to. */
const findings: Record<(typeof faults)[number], string> = {
  'a settlement without the fence': 'a unit is begun that has ended',
  'a claim that is not durable': 'two workers hold the same attempt',
  'a claim that forgets the doubt': 'a unit is written twice, and nobody was told of the doubt',
  'a claim of what is leased': 'a unit is begun that has ended',
  'an attempt that does not look at its lease': 'a unit is begun that has ended',
  'an end of a slice without the lock': 'the row of a lane says later than a unit is due',
  'an end of a slice that reads before it locks': 'the row of a lane says later than a unit is due',
  'a touch that does not wait for the end of a slice': 'the row of a lane says later than a unit is due',
  'no sweep': 'nothing sure leads to the end',
};

describe('the search finds what is wrong in', () => {
  test.each(faults)('%s', (fault) => {
    expect(search(protocol({ world: two, fault })).fault?.what).toBe(findings[fault]);
  });
});
