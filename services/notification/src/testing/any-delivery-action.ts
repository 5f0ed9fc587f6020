import fc from 'fast-check';
import type { Action } from './delivery-action.ts';
import {
  claimSome,
  unclaim,
  loseLease,
  publishSome,
  relaySome,
  renew,
  settleSome,
  someTime,
} from './delivery-commands.ts';
import {
  disable,
  disableWithMuch,
  enable,
  enableAndReplay,
  redeliver,
  remove,
  removeWithMuch,
  rest,
  staleTurn,
} from './destination-commands.ts';

const single = fc.oneof(
  { weight: 4, arbitrary: publishSome },
  { weight: 5, arbitrary: claimSome },
  { weight: 5, arbitrary: settleSome },
  { weight: 1, arbitrary: renew },
  { weight: 1, arbitrary: loseLease },
  { weight: 1, arbitrary: unclaim },
  { weight: 1, arbitrary: staleTurn },
  { weight: 2, arbitrary: rest },
  { weight: 1, arbitrary: disable },
  { weight: 1, arbitrary: disableWithMuch },
  { weight: 1, arbitrary: enable },
  { weight: 2, arbitrary: enableAndReplay },
  { weight: 1, arbitrary: redeliver },
);

/** Concurrent actions of processes and callers. */
const race = fc.array(single, { minLength: 2, maxLength: 4 }).map((actions): Action => ({
  name: `at once: ${actions.map(({ name }) => name).join(' | ')}`,
  act: async (world) => {
    world.racing = true;
    await Promise.all(actions.map((action) => action.act(world)));
    world.racing = false;
  },
}));

export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: single },
  { weight: 3, arbitrary: relaySome },
  { weight: 3, arbitrary: race },
  { weight: 2, arbitrary: someTime },
  { weight: 1, arbitrary: remove },
  { weight: 1, arbitrary: removeWithMuch },
);
