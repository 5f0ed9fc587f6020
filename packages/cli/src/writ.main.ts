#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Half of a short command's time goes into reading the program, which is kept compiled from its first run on.
enableCompileCache();
const [{ runWrit }, { exit }] = await Promise.all([import('./run-writ.ts'), import('./exit.ts')]);
const { interrupted, unavailable } = exit;
const orderlyMs = 5_000;
const stopping = new AbortController();
// The first Ctrl-C ends in order; a second one ends at once.
process.once('SIGINT', () => stopping.abort(new Error('Stopped.')));
process.once('SIGTERM', () => stopping.abort(new Error('Stopped.')));
// What does not look for it is ended all the same.
stopping.signal.addEventListener('abort', () =>
  setTimeout(() => process.exit(interrupted), orderlyMs).unref(),
);
// Whoever reads may stop reading, as `head` does: what has ended keeps its own code, and what would say more ends with 0.
// What cannot be written otherwise is a fault.
process.stdout.on('error', ({ code }: { code?: string }) =>
  process.exit(code === 'EPIPE' ? process.exitCode : unavailable),
);
process.stderr.on('error', () => undefined);
process.exitCode = await runWrit(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stopping.signal,
});
