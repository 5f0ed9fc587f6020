import type { BenchContext, Benchmark } from '../benchmark.ts';
import { figuresOf, goalsOf, type Measured } from '../grow/compare-sides.ts';
import { startGrowSide, type GrowSide, type Round } from '../grow/grow-side.ts';
import type { Findings } from '../report/report.ts';

const writes = 5_000;
const rounds = 5;
const reads = 500;
/** Shares of the largest size: the small system, and steps of the large one. */
const fewOld = 1 / 1_000;
const steps = [1 / 10, 1] as const;

export const grow: Benchmark = {
  summary:
    'accepting, draining and reading with a tenth and all of 10 million old operations, beside a thousandth',
  usualSize: 10_000_000,
  run,
};

type Sides = { small: GrowSide; large: GrowSide };

async function run(context: BenchContext): Promise<Findings> {
  const { tell, size } = context;
  const old = (share: number) => Math.max(1, Math.round(size * share));
  const small = await startGrowSide(context, { name: 'small', total: old(fewOld) });
  const large = await startGrowSide(context, { name: 'large', total: size });
  await small.old.fillUpTo(old(fewOld));
  const measured: Measured[] = [];
  for (const step of steps) {
    tell(`Filling up to ${old(step)} old operations.`);
    await large.old.fillUpTo(old(step));
    tell('Accepting, draining and reading, both systems in turn.');
    measured.push({ old: old(step), ...(await measure({ small, large })) });
  }
  tell('Looking for what was written.');
  return {
    settings: { 'writes a round': writes, rounds, reads, 'few old operations': old(fewOld) },
    figures: measured.flatMap(figuresOf),
    goals: measured.flatMap(goalsOf),
    checks: [...(await small.checks()), ...(await large.checks())],
  };
}

/** Sides take turns in going first. The first round is a warm-up. */
async function measure(sides: Sides): Promise<Pick<Measured, 'small' | 'large'>> {
  const taken = { small: [] as Round[], large: [] as Round[] };
  for (let turn = 0; turn <= rounds; turn += 1) {
    const order = ['small', 'large'] as const;
    for (const name of turn % 2 === 0 ? order : order.toReversed()) {
      const round = await sides[name].round(writes);
      if (turn > 0) taken[name].push(round);
    }
  }
  const readsMs = await readBoth(sides);
  return {
    small: { rounds: taken.small, readsMs: readsMs.small },
    large: { rounds: taken.large, readsMs: readsMs.large },
  };
}

/** Operations from all over the tables, alternating. The second read counts, to leave out the disk. */
async function readBoth({ small, large }: Sides): Promise<Record<keyof Sides, number[]>> {
  const readsMs = { small: [] as number[], large: [] as number[] };
  const ids = { small: await small.old.some(reads), large: await large.old.some(reads) };
  for (const [place, id] of ids.small.entries()) {
    const [own, other] = [`operations/${id}`, `operations/${ids.large[place] ?? ''}`];
    await small.ask(own);
    await large.ask(other);
    readsMs.small.push((await small.ask(own)).ms);
    readsMs.large.push((await large.ask(other)).ms);
  }
  return readsMs;
}
