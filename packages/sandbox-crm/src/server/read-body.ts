import type { IncomingMessage } from 'node:http';

export const bodyLimitBytes = 10 * 1024 * 1024;

export type ReadBody = { kind: 'read'; text: string } | { kind: 'too-large' } | { kind: 'broken' };

/** Reads up to 10 MB as UTF-8. Drops a larger body, but reads it to its end, so that the answer arrives. */
export function readBody(request: IncomingMessage, done: (outcome: ReadBody) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let finished = false;
  const finish = (outcome: ReadBody) => {
    if (finished) return;
    finished = true;
    done(outcome);
  };
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bodyLimitBytes) chunks.push(chunk);
    else chunks.length = 0;
  });
  request.on('end', () => finish(bytes > bodyLimitBytes ? { kind: 'too-large' } : asText(chunks)));
  request.on('close', () => finish({ kind: 'broken' }));
  request.on('error', () => finish({ kind: 'broken' }));
}

function asText(chunks: readonly Buffer[]): ReadBody {
  const [first] = chunks;
  if (first === undefined) return { kind: 'read', text: '' };
  return { kind: 'read', text: (chunks.length === 1 ? first : Buffer.concat(chunks)).toString('utf8') };
}
