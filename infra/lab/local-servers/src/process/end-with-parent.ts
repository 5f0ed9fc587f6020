import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

// `read` returns when this process, at the pipe's other end, is gone.
const script = `read -r _; kill -s "$1" "$2"; [ -z "$3" ] || { sleep 1; rm -rf "$3"; }`;

/**
 * Ends the process `pid` when this one ends, also by SIGKILL, which only another process, a small shell, can see.
 * @returns ends the watch
 */
export function endWithParent(server: {
  pid: number;
  signal: NodeJS.Signals;
  /** Removed with the server, which is killed then. */
  temporaryFolder: string | undefined;
}): () => void {
  const signal = server.temporaryFolder === undefined ? server.signal : 'SIGKILL';
  const parameters = [signal.replace('SIG', ''), String(server.pid), server.temporaryFolder ?? ''];
  const watch = spawn('sh', ['-c', script, 'sh', ...parameters], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell, the next start finds the leftovers.
  watch.once('error', () => undefined);
  watch.unref();
  // A pipe to a child is a socket, which its type does not say.
  (watch.stdin as unknown as Socket).unref();
  return () => watch.kill('SIGKILL');
}
