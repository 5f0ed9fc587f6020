import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

// `read` returns when this process, at the other end of the pipe, is gone.
const script = `read -r _; kill -s "$1" "$2"; [ -z "$3" ] || { sleep 1; rm -rf "$3"; }`;

/**
 * Ends the process `pid` with this one, even after SIGKILL, which only another process (a small shell) can notice.
 * @returns ends the watch
 */
export function endWithParent(server: {
  pid: number;
  signal: NodeJS.Signals;
  /** Removed with the server, which is then killed. */
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
  // A child's pipe is a socket, though its type does not say so.
  (watch.stdin as unknown as Socket).unref();
  return () => watch.kill('SIGKILL');
}
