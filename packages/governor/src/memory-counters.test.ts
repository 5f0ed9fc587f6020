import { countersConformance } from './conformance/counters-conformance.ts';
import { memoryCounters } from './memory-counters.ts';

countersConformance({
  name: 'memory',
  open: () => {
    let nowMs = 1_000_000;
    const passMs = (ms: number) => {
      nowMs += ms;
      return Promise.resolve();
    };
    return { counters: memoryCounters(() => nowMs), passMs };
  },
});
