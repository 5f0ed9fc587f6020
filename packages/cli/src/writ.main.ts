#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Half of a short command's time goes into reading the program, which is kept compiled from its first run on.
enableCompileCache();
const { runWrit } = await import('./run-writ.ts');
const stopping = new AbortController();
// The first Ctrl-C ends in order; a second one ends at once.
process.once('SIGINT', () => stopping.abort(new Error('Stopped.')));
process.once('SIGTERM', () => stopping.abort(new Error('Stopped.')));
// Whoever reads may stop reading, as `head` does.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await runWrit(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stopping.signal,
});
