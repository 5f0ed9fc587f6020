import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { collectBytes } from './collected-bytes.ts';

test('chunks of any size come out as the bytes that they are together', () => {
  const sizes = fc.array(fc.oneof(fc.nat(3), fc.nat(6_000), fc.constantFrom(4_096, 16_384, 70_000)));
  fc.assert(
    fc.property(sizes, (given) => {
      const chunks = given.map((size, at) => Buffer.alloc(size, at + 1));
      const collected = collectBytes();
      for (const chunk of chunks) collected.add(chunk);
      expect(collected.joined().equals(Buffer.concat(chunks))).toBe(true);
    }),
  );
});

test('what comes in one chunk is not copied, and a chunk may be used anew once another has come', () => {
  const whole = collectBytes();
  const chunk = Buffer.from('{}');
  whole.add(chunk);
  expect(whole.joined()).toBe(chunk);
  const several = collectBytes();
  several.add(Buffer.from('a'));
  const reused = Buffer.from('b');
  several.add(reused);
  reused.write('c');
  expect(several.joined().toString()).toBe('ab');
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What this process holds, without what nobody holds any more. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('a megabyte in chunks of a byte takes little more than a megabyte', () => {
  const megabyte = 1024 * 1024;
  const collected = collectBytes();
  const before = heldBytes();
  const chunk = Buffer.alloc(1);
  // Each a Buffer of its own, as they are cut out of what a socket has read.
  for (let at = 0; at < megabyte; at += 1) collected.add(chunk.subarray());
  expect(heldBytes() - before).toBeLessThan(5 * megabyte);
  expect(collected.joined()).toHaveLength(megabyte);
});
