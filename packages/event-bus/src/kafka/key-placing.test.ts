import { expect, test } from '@jest/globals';
import kafkajs from 'kafkajs';

const partitionCount = 1_000;

/** The partition that the bus and destinations on Kafka put a key into. */
function partitionOf(key: string): number {
  const partitionMetadata = Array.from({ length: partitionCount }, (_, partitionId) => ({
    partitionId,
    partitionErrorCode: 0,
    leader: 1,
    replicas: [1],
    isr: [1],
  }));
  const message = { key, value: null };
  return kafkajs.Partitioners.DefaultPartitioner()({ topic: 't', partitionMetadata, message });
}

// Of Kafka's own test of its client in Java.
test.each([
  ['21', -973_932_308],
  ['foobar', -790_332_482],
  ['a-little-bit-long-string', -985_981_536],
  ['a-little-bit-longer-string', -1_486_304_829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58_897_971],
  ['abc', 479_470_107],
])('the key %s goes where other clients put it', (key, hash) => {
  expect(partitionOf(key)).toBe((hash & 0x7fff_ffff) % partitionCount);
});

test('a key as large as an event does not hold up the process', () => {
  const began = process.cpuUsage();
  partitionOf('k'.repeat(256 * 1_024));
  // Not the time that passed: a busy machine may have others run meanwhile.
  expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
});
