import { faultsInLightAndDark } from '@writ/test-kit/browser';
import type { Page } from 'playwright-core';
import type { RunningConsole, Visitor } from './start-console.ts';

/** Of a desk and of a telephone. */
const widths = [1280, 390];
const height = 844;

/**
 * What is wrong with a page in each look: what axe finds, what the browser says (its content security policy, too), whether it is
 * wider than its window, and what it reads out each second. Nothing, when all is well. The page is opened once, and then its
 * window becomes narrower.
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
  const { page, complaints } = await open(path, { ...(as && { as }) });
  await ready(page);
  const faults: string[] = [];
  for (const width of widths) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width, height });
    await painted(page);
    const found = [...(await tooWide(page)), ...(await ticking(page)), ...(await faultsInLightAndDark(page))];
    faults.push(...found.map((fault) => `${width}: ${fault}`));
  }
  faults.push(...complaints);
  await page.close();
  return faults;
}

/** Waits until the page has drawn what depends on its width. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

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
