import { clearTimeout, setTimeout } from 'node:timers';

/** For runs that hang. */
const usualMinutes = 30;

/** Ends the output with `N passed, N failed`. A file that could not run is one failed test. */
export default class ClosingLineReporter {
  #mostMinutes;
  #running = new Map();

  constructor(_globalConfig, { mostMinutes = usualMinutes } = {}) {
    this.#mostMinutes = mostMinutes;
  }

  onTestFileStart({ path }) {
    const hangs = () => {
      process.stdout.write(
        `${path} has not ended within ${this.#mostMinutes} minutes.\n0 passed, 1 failed\n`,
      );
      process.exit(1);
    };
    this.#running.set(path, setTimeout(hangs, this.#mostMinutes * 60_000));
  }

  onTestFileResult({ path }) {
    clearTimeout(this.#running.get(path));
  }

  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    process.once('exit', () => process.stdout.write(`${line}\n`));
  }
}
