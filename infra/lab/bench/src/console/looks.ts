import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '@writ/test-kit/laboratory';
import { request } from 'undici';
import type { GrowSide } from '../grow/grow-side.ts';
import { ofConsole } from './session.ts';

/** Open lists of operations. */
export const lists = 100;
/** How often the console asks for changes of a list (`listPaceMs` of its `data/writes/operations.ts`). */
export const paceMs = 3_000;
/** The rows that a window shows, and those just outside. */
export const rows = 28;

export type Shown = {
  cookie: string;
  newest: string;
  /** Rows that may still change. */
  running: readonly string[];
};

type Looking = { forMs: number; everyMs: number };

export type Asked = { answered: number; refused: number };

type Parameter = [name: string, value: string];

/** Asks as so many lists do, each at its own time; a late answer delays only its own list. */
export async function lookAt(side: GrowSide, shown: Shown, { forMs, everyMs }: Looking): Promise<Asked> {
  const asked = { answered: 0, refused: 0 };
  const endsAtMs = performance.now() + forMs;
  const question: Parameter[] = [
    ['newerThan', shown.newest],
    ...shown.running.map((id): Parameter => ['shownIds', id]),
    ['countOnly', 'true'],
    ['pageSize', '100'],
  ];
  const look = async (place: number): Promise<void> => {
    await sleep((place / lists) * everyMs);
    let version: string | undefined;
    while (performance.now() < endsAtMs) {
      const startedAtMs = performance.now();
      const known: Parameter[] = version === undefined ? [] : [['shownVersion', version]];
      const query = new URLSearchParams([...question, ...known]).toString();
      const answer = await answerTo(side, shown.cookie, query);
      ({ version } = answer);
      asked.answered += 1;
      asked.refused += answer.status === 200 ? 0 : 1;
      await sleep(Math.max(0, everyMs - (performance.now() - startedAtMs)));
    }
  };
  await Promise.all(Array.from({ length: lists }, (_, place) => look(place)));
  return asked;
}

export const answeredOf = ({ answered, refused }: Asked): Verdict => ({
  what: 'every question of a list is answered',
  holds: answered > 0 && refused === 0,
  detail: `${answered} answered, ${refused} refused`,
});

async function answerTo(
  side: GrowSide,
  cookie: string,
  query: string,
): Promise<{ status: number; version?: string }> {
  const { statusCode, body } = await request(`${operationsOf(side)}?${query}`, {
    headers: { cookie, ...ofConsole, prefer: 'wait=1' },
  });
  return { ...((await body.json()) as { version?: string }), status: statusCode };
}

/** The first rows of a list. */
export async function firstRows(side: GrowSide, cookie: string): Promise<string[]> {
  const { body } = await request(`${operationsOf(side)}?pageSize=${rows}`, {
    headers: { cookie, ...ofConsole },
  });
  const { results } = (await body.json()) as { results: readonly { id: string }[] };
  return results.map(({ id }) => id);
}

const operationsOf = ({ subject, project }: GrowSide): string =>
  `${subject.stack.managementUrl}/v1/projects/${project.name}/operations`;
