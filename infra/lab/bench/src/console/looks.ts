import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '@writ/test-kit/laboratory';
import { request } from 'undici';
import type { GrowSide } from '../grow/grow-side.ts';
import { ofConsole } from './session.ts';

export const lists = 100;
/** How often the console looks at a list in which nothing has changed for a minute (`quietPaceMs` of its `data/list.ts`). */
export const paceMs = 10_000;
/** How long before its newest row a list looks for newer ones (`marginMs` there). */
export const marginMs = 5_000;
/** The rows that a window shows, and those just outside. */
export const rows = 28;

export type Shown = {
  cookie: string;
  /** A time just before the newest row's, as the console asks for newer rows. */
  since: string;
  /** Rows that may still change. */
  running: readonly string[];
};

type Looking = { forMs: number; everyMs: number };

type Asked = { answered: number; refused: number };

/** Asks as so many lists do, each at its own time; a late answer delays only its own list. */
export async function lookAt(side: GrowSide, shown: Shown, { forMs, everyMs }: Looking): Promise<Asked> {
  const asked = { answered: 0, refused: 0 };
  const endsAtMs = performance.now() + forMs;
  const newer = new URLSearchParams({ since: shown.since, pageSize: '100' });
  const running = new URLSearchParams(shown.running.map((id): [string, string] => ['ids', id]));
  const questions = shown.running.length > 0 ? [newer, running] : [newer];
  const look = async (place: number): Promise<void> => {
    await sleep((place / lists) * everyMs);
    while (performance.now() < endsAtMs) {
      const startedAtMs = performance.now();
      const statuses = await Promise.all(questions.map((question) => answerTo(side, shown.cookie, question)));
      asked.answered += statuses.length;
      asked.refused += statuses.filter((status) => status !== 200).length;
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

async function answerTo(side: GrowSide, cookie: string, query: URLSearchParams): Promise<number> {
  const { statusCode, body } = await request(`${operationsOf(side)}?${query.toString()}`, {
    headers: { cookie, ...ofConsole },
  });
  await body.dump();
  return statusCode;
}

/** The first rows of a list. */
export async function firstRows(side: GrowSide, cookie: string): Promise<Row[]> {
  const { body } = await request(`${operationsOf(side)}?pageSize=${rows}`, {
    headers: { cookie, ...ofConsole },
  });
  return ((await body.json()) as { results: Row[] }).results;
}

type Row = { id: string; createTime: string };

const operationsOf = ({ subject, project }: GrowSide): string =>
  `${subject.stack.managementUrl}/v1/projects/${project.name}/operations`;
