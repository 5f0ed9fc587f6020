import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { findInPath } from './programs/search-path.ts';

export { accessibilityFaults, faultsInLightAndDark } from './accessibility-faults.ts';

/** The headless shell takes two thirds of Chromium's CPU time. */
const browserOf = (path: string): string =>
  findInPath('chromium-headless-shell', path) ?? findInPath('chromium', path) ?? 'chromium';

const settings = (path: string) => ({
  executablePath: browserOf(path),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});

/** Ends a vain wait. */
const waitLimitMs = 180_000;

/** The Chromium in `path`, without its sandbox, as root needs; the caller closes it. */
export async function openBrowser(path: string): Promise<Browser> {
  const browser = await chromium.launch({ ...settings(path), timeout: waitLimitMs });
  return browser.on('context', (context) => context.setDefaultTimeout(waitLimitMs));
}

let shared: Promise<Browser> | undefined;

/** One per worker. Tests close the contexts that they open. */
export function sharedBrowser(path: string): Promise<Browser> {
  const startAnew = (): void => {
    shared = undefined;
  };
  shared ??= openBrowser(path).then(
    (browser) => browser.on('disconnected', startAnew),
    (error: unknown) => {
      startAnew();
      throw error;
    },
  );
  return shared;
}

/** With a profile in a folder, which caches compiled scripts. */
export const openProfile = (path: string, folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, settings(path));
