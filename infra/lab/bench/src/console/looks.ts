import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '@writ/test-kit/laboratory';
import { request } from 'undici';
import type { GrowSide } from '../grow/grow-side.ts';
import { ofConsole } from './session.ts';

export const lists = 100;
/** The console's pace for a list without changes for a minute (`quietPaceMs` in its `data/list.ts`). */
export const paceMs = 10_000;
/** Before its newest row; lists look for newer ones from there (`marginMs`). */
export const marginMs = 5_000;
/** Rows in and just outside a window. */
export const rows = 28;

export type Shown = {
  cookie: string;
  /** Just before the newest row. */
  since: string;
  /** Rows that may change. */
  running: readonly string[];
};

type Looking = { forMs: number; everyMs: number };

type Asked = { answered: number; refused: number };

/** Like this many lists, each at its own time; a late answer delays only its list. */
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

export async function firstRows(side: GrowSide, cookie: string): Promise<Row[]> {
  const { body } = await request(`${operationsOf(side)}?pageSize=${rows}`, {
    headers: { cookie, ...ofConsole },
  });
  return ((await body.json()) as { results: Row[] }).results;
}

type Row = { id: string; createTime: string };

const operationsOf = ({ subject, project }: GrowSide): string =>
  `${subject.stack.managementUrl}/v1/projects/${project.name}/operations`;
