import TestSequencer from '@jest/test-sequencer';

/** For a clone without earlier times. */
const longest = ['lab/chaos/', 'lab/abuse/', 'console/src/pages/', 'lab/stack/', 'services/all-in-one/'];

const rank = (path) => [...longest, '/'].findIndex((part) => path.includes(part));

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rank(one.path) - rank(other.path));
  }
}
