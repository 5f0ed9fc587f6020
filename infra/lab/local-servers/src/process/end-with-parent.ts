import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

// `read` returns when the pipe's other end is gone, which is when this process is, however it ended.
const script = `read -r _; kill -s "$1" "$2"; [ -z "$3" ] || { sleep 1; rm -rf "$3"; }`;

/**
 * Ends the process `pid` when this one ends: by exit, by a signal, by SIGKILL too. A small shell watches, since a
 * process can't see its own end in each of these, and test runners replace the global `process`.
 * @returns ends the watch.
 */
export function endWithParent(server: {
  pid: number;
  signal: NodeJS.Signals;
  /** Is removed with the server, which is then killed rather than stopped. */
  temporaryFolder: string | undefined;
}): () => void {
  const signal = server.temporaryFolder === undefined ? server.signal : 'SIGKILL';
  const parameters = [signal.replace('SIG', ''), String(server.pid), server.temporaryFolder ?? ''];
  const watch = spawn('sh', ['-c', script, 'sh', ...parameters], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell, what a killed parent leaves behind is found by the next start.
  watch.once('error', () => undefined);
  watch.unref();
  // A pipe to a child is a socket, which its type does not say.
  (watch.stdin as unknown as Socket).unref();
  return () => watch.kill('SIGKILL');
}
