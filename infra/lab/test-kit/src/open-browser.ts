import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { findInPath } from './programs/search-path.ts';

export { accessibilityFaults, faultsInLightAndDark } from './accessibility-faults.ts';

/** With the headless shell pages take two thirds of the processor time that they take with all of Chromium. */
const browserOf = (path: string): string =>
  findInPath('chromium-headless-shell', path) ?? findInPath('chromium', path) ?? 'chromium';

const settings = (path: string) => ({
  executablePath: browserOf(path),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});

/** As `eventually`: ends a wait that is in vain; a busy machine may take as long as it likes. */
const waitLimitMs = 180_000;

/** Starts the Chromium that `path` leads to; the caller closes it. Root needs it without its sandbox. */
export async function openBrowser(path: string): Promise<Browser> {
  const browser = await chromium.launch({ ...settings(path), timeout: waitLimitMs });
  return browser.on('context', (context) => context.setDefaultTimeout(waitLimitMs));
}

let shared: Promise<Browser> | undefined;

/** All test files of a worker share this browser, which ends with the worker. A test closes the contexts that it opens. */
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

/** As `openBrowser`, with a user's profile in a folder: it alone keeps what scripts were compiled to. */
export const openProfile = (path: string, folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, settings(path));
