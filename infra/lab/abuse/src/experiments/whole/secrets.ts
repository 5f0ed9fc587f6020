import { randomBytes } from 'node:crypto';
import { createClosing } from '@writ/service-kit';
import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import type { Attack, Experiment } from '../../experiment.ts';
import type { Whole } from '../../ground/start-whole.ts';
import { plant } from './plant.ts';
import { readKafka, readMetrics, readPostgres, readPrinted, watchRedis } from './places.ts';
import { misplace } from './misplace.ts';
import { findPlanted, type Planted, type Sight } from './search.ts';

/** A plain text must be found in these places, or the search is blind there. */
const placesSeen = [
  'output (write-gateway)',
  'output (write-worker)',
  'output (installations)',
  'output (operations)',
  'output (notification)',
  'Redis',
  'Kafka',
  'Postgres (operation)',
  'Postgres (audit_entry)',
  'answers',
  'metrics',
  'deliveries',
] as const;

export const secrets: Experiment = {
  summary: 'A8: planted secrets, looked for in output, Redis, Kafka, Postgres, metrics, answers',
  unit: 'times that each is sent in each wrong place',
  usualN: 10,
  run: async ({ ground, n, tell }) => {
    tell('Starting servers, services and edge.');
    const whole = await ground.startWhole();
    try {
      return await search(whole, n, tell);
    } finally {
      await whole.close();
    }
  },
};

async function search(whole: Whole, n: number, tell: (line: string) => void): Promise<Verdict[]> {
  const closing = createClosing();
  try {
    const redis = await watchRedis(whole, closing);
    const marker = `seen-${randomBytes(9).toString('hex')}`;
    tell('Giving secrets where they belong, and where they do not.');
    const planted = await plant(whole, marker);
    const answers = await misplace(whole, { planted, marker, n });
    const sights: Sight[] = [
      ...(await readPostgres(whole)),
      ...(await readKafka(whole)),
      ...(await readMetrics(whole)),
      ...readPrinted(whole),
      ...redis,
      ...answers,
      ...whole.receiver.received.map(({ rawBody }) => ({ place: 'deliveries', text: rawBody.toString() })),
    ];
    return verdictsOf(sights, { planted, markers: [marker, whole.project.id, 'writ_'], tell });
  } finally {
    await closing.close();
  }
}

function verdictsOf(
  sights: readonly Sight[],
  {
    planted,
    markers,
    tell,
  }: { planted: readonly Planted[]; markers: readonly string[]; tell: Attack['tell'] },
): Verdict[] {
  const found = findPlanted(planted, sights);
  for (const one of found) tell(one);
  const blind = placesSeen.filter(
    (wanted) => !sights.some(({ place, text }) => place.startsWith(wanted) && holdsOne(text, markers)),
  );
  const count = new Map<string, number>();
  for (const { place } of sights) {
    const [kind = ''] = place.split(' ');
    count.set(kind, (count.get(kind) ?? 0) + 1);
  }
  const looked = [...count].map(([kind, texts]) => `${kind} ${texts}`).join(', ');
  return [
    noneOf(`none of ${planted.length} secrets appears in the open`, found, looked),
    noneOf('what is no secret is seen in each of the places', blind, placesSeen.join(', ')),
    {
      what: 'each kind of secret was planted',
      holds: new Set(planted.map(({ what }) => what)).size >= 12,
      detail: planted.map(({ what }) => what).join(', '),
    },
  ];
}

const holdsOne = (text: string, markers: readonly string[]): boolean =>
  markers.some((marker) => text.includes(marker));
