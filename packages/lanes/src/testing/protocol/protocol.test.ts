import { describe, expect, test } from '@jest/globals';
import { protocol } from './protocol.ts';
import { search } from './search.ts';
import type { Mishaps, World } from './state.ts';
import { faults } from './step.ts';

/** Per run. */
const mishaps = (inAll: number, brokenCall = 0): Mishaps => ({
  death: 1,
  crash: 1,
  freeze: 1,
  lostAnswer: 1,
  brokenCall,
  inAll,
});

const two: World = { laneOf: [0, 0], mostInCall: 1, acceptances: [[0], [1]], mishaps: mishaps(1) };
const together: World = { ...two, mostInCall: 2, acceptances: [[0, 1]], mishaps: mishaps(1, 1) };
const worlds: readonly { name: string; world: World }[] = [
  { name: 'one unit', world: { laneOf: [0], mostInCall: 1, acceptances: [[0]], mishaps: mishaps(3, 1) } },
  { name: 'two units of a lane that are accepted apart', world: two },
  { name: 'two units of a lane that share a call', world: together },
  {
    name: 'units of two lanes that are accepted together',
    world: { laneOf: [0, 1], mostInCall: 1, acceptances: [[0, 1]], mishaps: mishaps(1) },
  },
];

describe('however two workers, a gateway and a sweep interleave, and whatever goes wrong, nothing is lost or doubled', () => {
  test.each(worlds)('$name', ({ world }) => {
    const { states, fault } = search(protocol({ world }));
    expect(fault).toBeUndefined();
    expect(states).toBeGreaterThan(10_000);
  });
});

/** The finding of each planted error. */
const findings: Record<(typeof faults)[number], string> = {
  'a settlement without the fence': 'a unit is begun that has ended',
  'a claim that is not durable': 'two workers hold the same attempt',
  'a claim that forgets the doubt': 'a unit is written twice, and nobody was told of the doubt',
  'a claim of what is leased': 'a unit is begun that has ended',
  'an attempt that does not look at its lease': 'a unit is begun that has ended',
  'an end of a slice without the lock': 'the row of a lane says later than a unit is due',
  'an end of a slice that reads before it locks': 'the row of a lane says later than a unit is due',
  'a touch that does not wait for the end of a slice': 'the row of a lane says later than a unit is due',
  'a call that sends what has lost its lease': 'a unit is begun that has ended',
  'a settlement of a whole call of which one lease lives': 'a unit is begun that has ended',
  'a lost answer that is taken for a refusal': 'a unit is written twice, and nobody was told of the doubt',
  'a settlement that forgets the doubt': 'a unit is written twice, and nobody was told of the doubt',
  'giving back twice': 'two workers hold the same attempt',
  'no sweep': 'nothing sure leads to the end',
};

/** Only in shared calls. */
const ofCalls: ReadonlySet<(typeof faults)[number]> = new Set([
  'a call that sends what has lost its lease',
  'a settlement of a whole call of which one lease lives',
  'a lost answer that is taken for a refusal',
  'a settlement that forgets the doubt',
  'giving back twice',
]);

describe('the search finds what is wrong in', () => {
  test.each(faults)('%s', (fault) => {
    const world = ofCalls.has(fault) ? together : two;
    expect(search(protocol({ world, fault })).fault?.what).toBe(findings[fault]);
  });
});
