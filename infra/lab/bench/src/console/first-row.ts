import { join } from 'node:path';
import { openBrowser, openProfile } from '@writ/test-kit/browser';
import type { BenchContext } from '../benchmark.ts';
import type { GrowSide } from '../grow/grow-side.ts';
import { proofOf, sessionUrl } from './session.ts';

type BrowserContext = Awaited<ReturnType<typeof openProfile>>;
type Page = Awaited<ReturnType<BrowserContext['newPage']>>;

const openings = 15;
/** Browsers cache compiled scripts after a few runs. */
const openingsBefore = 3;
const viewport = { width: 1280, height: 844 };

const report = 'first row';

/** The page itself reports when its first row was drawn after navigation or click: Playwright polls too rarely. */
const reportFirstRow = `{
  let fromMs = 0;
  addEventListener('click', ({ timeStamp }) => (fromMs = timeStamp), { capture: true });
  new MutationObserver((_, observer) => {
    if (document.querySelector('[aria-label="Operations"] [data-row="0"]') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => console.debug('${report}', performance.now() - fromMs)));
  }).observe(document, { childList: true, subtree: true });
}`;

type Opened = { way: string; tookMs: Float64Array };

export async function openList(side: GrowSide, context: BenchContext): Promise<Opened[]> {
  const { environment, dataDir, closing } = context;
  const path = environment.PATH;
  const list = `${side.subject.stack.managementUrl}/console/projects/${side.project.name}/operations`;
  const browser = closing.add(await openBrowser(path), (opened) => opened.close());
  const asNew = await times(openings, async () => {
    const user = await signedIn(side, await browser.newContext({ viewport }));
    const tookMs = await inNewPage(user, fromAddress(list));
    await user.close();
    return tookMs;
  });
  await browser.close();
  const profile = closing.add(await openProfile(path, join(dataDir, 'profile')), (opened) => opened.close());
  const user = await signedIn(side, profile);
  await times(openingsBefore, () => inNewPage(user, byClick(list)));
  const again = await times(openings, () => inNewPage(user, fromAddress(list)));
  const clicked = await times(openings, () => inNewPage(user, byClick(list)));
  await profile.close();
  return [
    { way: 'in a browser that has nothing of it', tookMs: asNew },
    { way: 'in a browser that had it open before', tookMs: again },
    { way: 'from a click in the open console', tookMs: clicked },
  ];
}

async function times(count: number, measure: () => Promise<number>): Promise<Float64Array> {
  const tookMs = new Float64Array(count);
  for (let time = 0; time < count; time += 1) tookMs[time] = await measure();
  return tookMs.sort();
}

async function signedIn(side: GrowSide, user: BrowserContext): Promise<BrowserContext> {
  const { body, headers } = proofOf(side);
  await user.request.post(sessionUrl(side), { data: body, headers });
  await user.addInitScript({ content: reportFirstRow });
  return user;
}

async function inNewPage(user: BrowserContext, open: (page: Page) => Promise<unknown>): Promise<number> {
  const page = await user.newPage();
  await page.setViewportSize(viewport);
  const drawn = page.waitForEvent('console', (message) => message.text().startsWith(report));
  await open(page);
  const tookMs = Number((await drawn).text().slice(report.length));
  await page.close();
  return tookMs;
}

const fromAddress = (list: string) => (page: Page) => page.goto(list, { waitUntil: 'commit' });

/** Uses the navigation, once the console's home is idle. */
const byClick = (list: string) => async (page: Page) => {
  await page.goto(list.replace(/\/operations$/, ''), { waitUntil: 'networkidle' });
  await page.getByRole('navigation').getByRole('link', { name: 'Operations' }).click();
};
