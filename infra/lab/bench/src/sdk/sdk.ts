import type { BenchContext, Benchmark } from '../benchmark.ts';
import { median, startTaskProcess } from '@writ/test-kit';
import { atMost, type Findings } from '../report/report.ts';
import type { CallsResult, CallsTask } from './calls.main.ts';

const rounds = 9;

export const sdk: Benchmark = {
  summary: 'writes by the SDK and by bare fetch in turns, to a host that answers at once',
  usualSize: 2_000,
  run,
};

async function run({ closing, size, tell }: BenchContext): Promise<Findings> {
  const host = await startTaskProcess<null, string>(new URL('answering.main.ts', import.meta.url), closing);
  const caller = await startTaskProcess<CallsTask, CallsResult>(
    new URL('calls.main.ts', import.meta.url),
    closing,
  );
  const url = await host.perform(null);
  const by = (name: CallsTask['by']) => caller.perform({ by: name, url, count: size });

  tell(`${size} calls of each to warm up, then ${rounds} rounds in turns.`);
  await by('fetch');
  await by('sdk');
  const turns: { bare: CallsResult; ours: CallsResult }[] = [];
  for (let round = 0; round < rounds; round += 1)
    turns.push({ bare: await by('fetch'), ours: await by('sdk') });
  const middle = (pick: (turn: (typeof turns)[number]) => number): number => median(turns.map(pick));
  const figure = (name: string, pick: Parameters<typeof middle>[0], unit = 'ms a call') => ({
    name,
    value: middle(pick),
    unit,
  });

  return {
    settings: { calls: size, rounds },
    figures: [
      figure('fetch: time', ({ bare }) => bare.wallMs),
      figure('SDK: time', ({ ours }) => ours.wallMs),
      figure('time, SDK to fetch', ({ bare, ours }) => ours.wallMs / bare.wallMs, ''),
      figure('fetch: CPU', ({ bare }) => bare.cpuMs),
      figure('SDK: CPU', ({ ours }) => ours.cpuMs),
      figure('CPU, SDK to fetch', ({ bare, ours }) => ours.cpuMs / bare.cpuMs, ''),
    ],
    goals: [
      atMost(
        'time that the SDK adds, ms a call',
        middle(({ bare, ours }) => ours.wallMs - bare.wallMs),
        0.2,
      ),
      atMost(
        'CPU that the SDK adds, ms a call',
        middle(({ bare, ours }) => ours.cpuMs - bare.cpuMs),
        0.2,
      ),
    ],
    checks: [],
  };
}
