import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@writ/test-kit';
import { existingShapes, type Shape } from './testing/existing-shapes.ts';
import { pressCtrlC, startWrit, type RunningWrit } from './testing/start-writ.ts';

let dataDir: string;
let writ: RunningWrit;
/** Members of earlier answers, by their names in the table. */
const kept = new Map<string, string>();
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'writ-shapes-'));
  writ = await startWrit(dataDir);
  const { managementUrl, writeUrl, sandboxUrl } = writ.demo;
  for (const [name, value] of Object.entries({ managementUrl, writeUrl, sandboxUrl })) kept.set(name, value);
});
afterAll(async () => {
  await pressCtrlC(writ);
  await rm(dataDir, { recursive: true, force: true });
});

const named = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => kept.get(name) ?? whole);

/** Replaces names by kept values. */
function filledIn(part: unknown): unknown {
  if (typeof part === 'string') return named(part);
  if (Array.isArray(part)) return part.map(filledIn);
  // Jest's matchers stay.
  if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype)
    return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [named(name), filledIn(value)]));
}

async function ask({ request: [method, url, json], answer, keep = {} }: Shape): Promise<void> {
  const sent = json === undefined ? {} : { json: filledIn(json) };
  const seen = await writ.caller.call<Record<string, unknown>>(method, named(url), sent);
  expect(seen).toMatchObject(filledIn(answer) as Shape['answer']);
  for (const [name, member] of Object.entries(keep)) kept.set(name, String(seen.body[member]));
}

test.each(existingShapes.map(({ what }, at) => [what, at] as const))(
  'as clients know it: %s',
  async (_, at) => {
    const shape = existingShapes[at]!;
    await (shape.inTime ? eventually(() => ask(shape)) : ask(shape));
  },
);
