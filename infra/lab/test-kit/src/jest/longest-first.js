import TestSequencer from '@jest/test-sequencer';

/** The files that take longest, the longest first; a clone that has run none yet cannot know. */
const longest = ['lab/chaos/', 'lab/abuse/', 'console/src/pages/', 'lab/stack/', 'services/all-in-one/'];

const rank = (path) => [...longest, '/'].findIndex((part) => path.includes(part));

/** Begins with the longest files, so that no worker is left with one at the end. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rank(one.path) - rank(other.path));
  }
}
