import { statesConformance } from '../testing/states-conformance.ts';
import { memoryStates } from './account-states.ts';

statesConformance({
  name: 'memory',
  open: () => {
    let at = 1_000_000;
    const nowMs = () => at;
    const passMs = (ms: number) => {
      at += ms;
      return Promise.resolve();
    };
    return { states: memoryStates(nowMs), nowMs, passMs };
  },
});
