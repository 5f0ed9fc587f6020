import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const script = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type WithAxe = { axe: { run: (options: RunOptions) => Promise<AxeResults> } };

export type Rules = { only?: readonly string[]; without?: readonly string[] };

export async function accessibilityFaults(page: Page, { only, without = [] }: Rules = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(only && { runOnly: [...only] }),
    rules: Object.fromEntries(without.map((name) => [name, { enabled: false }])),
  };
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as WithAxe).axe.run(given),
    options,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} (${help}) at ${String(target)}: ${failureSummary}`),
  );
}

/** @param again reloads a page whose scripts choose colours at their start */
export async function faultsInLightAndDark(
  page: Page,
  { again, ...rules }: Rules & { again?: () => Promise<unknown> } = {},
): Promise<string[]> {
  const light = await accessibilityFaults(page, rules);
  await page.emulateMedia({ colorScheme: 'dark' });
  await again?.();
  const dark = await accessibilityFaults(page, { only: ['color-contrast'] });
  return [...light, ...dark.map((fault) => `in the dark: ${fault}`)];
}
