import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compressions } from '../../testing/pack-batch.ts';
import { codecs } from './unpack.ts';

const most = 1_000_000;
/** Bytes that compress well and ones that do not, in any order; some beyond a block of any codec. */
const texts = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 20_000 })),
    ),
    { maxLength: 8 },
  )
  .map((parts) =>
    Buffer.concat(
      parts.map((part) => (Array.isArray(part) ? Buffer.alloc(part[0].length * part[1], part[0]) : part)),
    ),
  );

test.each(compressions)('what is compressed by $name is measured and unpacked', async ({ codec, pack }) => {
  const { measure, unpack } = codecs[codec]!;
  await fc.assert(
    fc.asyncProperty(texts, async (bytes) => {
      const packed = await pack(bytes);
      expect(await measure(packed, most)).toBe(bytes.length);
      expect((await unpack(packed, bytes.length)).equals(bytes)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test.each(compressions)(
  'of what is compressed by $name and too large nothing is unpacked',
  async ({ codec, pack }) => {
    const packed = await pack(Buffer.alloc(3 * most));
    expect(await codecs[codec]!.measure(packed, most)).toBeGreaterThan(most);
  },
);

test.each(compressions.filter(({ codec }) => codec !== 0))(
  'broken bytes of $name end in an error, in bounded time and memory',
  async ({ codec, pack }) => {
    const { measure, unpack } = codecs[codec]!;
    const packed = await pack(Buffer.from('An event, and another event, and another event. '.repeat(2_000)));
    const tried = async (bytes: Buffer): Promise<number> => {
      const size = await measure(bytes, most);
      return size > most ? size : (await unpack(bytes, size)).length;
    };
    await fc.assert(
      fc.asyncProperty(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), async (at, bits) => {
        const broken = Buffer.from(packed);
        broken.writeUInt8(broken.readUInt8(at) ^ bits, at);
        await tried(broken).catch((error: unknown) => expect(Error.isError(error)).toBe(true));
      }),
      { numRuns: 200 },
    );
    await expect(tried(packed.subarray(0, packed.length - 9))).rejects.toThrow();
    await expect(tried(Buffer.from('no such thing'))).rejects.toThrow();
  },
);
