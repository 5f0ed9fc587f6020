import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { RunningConsole, Visitor } from './start-console.ts';

const axeScript = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** How each page is to be fit: wide and narrow, light and dark. */
export const looks = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/**
 * What is wrong with a page in each look: what axe finds, what the browser says (its content security policy, too), whether it is
 * wider than its window, and what it reads out each second. Nothing, when all is well.
 *
 * @param path as `open` takes it
 * @param ready waits until the page shows what it is about
 */
export async function faultsOfPage(
  { open }: Pick<RunningConsole, 'open'>,
  path: string,
  ready: (page: Page) => Promise<unknown>,
  as?: Visitor,
): Promise<string[]> {
  const faults: string[] = [];
  for (const look of looks) {
    const { page, complaints } = await open(path, { ...look, ...(as && { as }) });
    await ready(page);
    const found = [
      ...complaints,
      ...(await accessibilityFaults(page)),
      ...(await tooWide(page)),
      ...(await ticking(page)),
    ];
    faults.push(...found.map((fault) => `${look.width} ${look.colorScheme}: ${fault}`));
    await page.close();
  }
  return faults;
}

/** What axe finds on a page as it stands, such as with an open dialog. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axeScript);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} (${help}) at ${String(target)}: ${failureSummary}`),
  );
}

/** Whether a page is wider than its window, as it stands. */
export async function tooWide(page: Page): Promise<string[]> {
  const { width, scrolled } = await page.evaluate(() => ({
    width: innerWidth,
    scrolled: document.documentElement.scrollWidth,
  }));
  return scrolled > width ? [`it is ${scrolled} px wide`] : [];
}

/** Times that count on where each change is read out. */
async function ticking(page: Page): Promise<string[]> {
  const times = page.locator('[role="status"] time, [role="alert"] time, [aria-live] time');
  return (await times.allTextContents()).map((text) => `it reads out each change of “${text}”`);
}
