export type SeededRandom = {
  /** In [0, 1). */
  next: () => number;
  /** From `min` to `max`, both included. */
  integer: (min: number, max: number) => number;
  pick: <T>(choices: readonly [T, ...T[]]) => T;
};

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  // A Weyl sequence (odd step) through the finalizer of MurmurHash3.
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return { next, integer, pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0] };
}
