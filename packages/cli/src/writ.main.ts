#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Reading the program is half of a short command.
enableCompileCache();
const [{ runWrit }, { exit }] = await Promise.all([import('./run-writ.ts'), import('./exit.ts')]);
const orderlyMs = 5_000;
const stopping = new AbortController();
const stop = () => stopping.abort(new Error('Stopped.'));
// A second signal ends the process immediately.
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
stopping.signal.addEventListener('abort', () =>
  setTimeout(() => process.exit(exit.interrupted), orderlyMs).unref(),
);
// `head` closes the pipe early.
process.stdout.on('error', ({ code }: { code?: string }) =>
  process.exit(code === 'EPIPE' ? process.exitCode : exit.unavailable),
);
process.stderr.on('error', () => undefined);
process.exitCode = await runWrit(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stopping.signal,
});
