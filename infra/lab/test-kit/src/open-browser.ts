import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { findInPath } from './programs/search-path.ts';

export { accessibilityFaults, faultsInLightAndDark } from './accessibility-faults.ts';

/** The first is Chromium without all that shows it to a person: pages cost two thirds of the processor's time. */
const programs = ['chromium-headless-shell', 'chromium'];

const settings = (path: string) => ({
  executablePath: programs.flatMap((program) => findInPath(program, path) ?? [])[0] ?? 'chromium',
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

/** The browser that all test files of a worker share; whoever opens a context closes it. It ends with the worker. */
export function sharedBrowser(path: string): Promise<Browser> {
  const another = (): void => {
    shared = undefined;
  };
  shared ??= openBrowser(path).then(
    (browser) => browser.on('disconnected', another),
    (error: unknown) => {
      another();
      throw error;
    },
  );
  return shared;
}

/** As `openBrowser`, with a user's profile in a folder: it alone keeps what scripts were compiled to. */
export const openProfile = (path: string, folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, settings(path));
