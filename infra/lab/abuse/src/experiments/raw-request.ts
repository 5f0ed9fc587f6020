import { request as httpRequest } from 'node:http';

export type RawAnswer = { status: number; type: string; body: string; sentBytes: number };

type RawRequest = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent one by one, as fast as the host accepts them, until it answers. */
  chunks: () => Iterable<Buffer>;
};

/** Sends JSON in chunks; accepts an answer before the body's end. */
export function rawRequest(
  url: string,
  { method = 'POST', headers, chunks }: RawRequest,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    const sending = httpRequest(url, {
      method,
      agent: false,
      headers: { 'content-type': 'application/json', ...headers },
    });
    let answered = false;
    sending.on('error', (error) => {
      if (!answered) reject(error);
    });
    sending.on('response', (response) => {
      answered = true;
      const parts: Buffer[] = [];
      const end = (): void =>
        resolve({
          status: response.statusCode ?? 0,
          type: String(response.headers['content-type']).split(';')[0] ?? '',
          body: Buffer.concat(parts).toString(),
          sentBytes,
        });
      response.on('data', (part: Buffer) => parts.push(part)).on('close', end);
    });
    const all = chunks()[Symbol.iterator]();
    const pump = (): void => {
      for (;;) {
        const next = all.next();
        if (next.done === true || answered || sending.destroyed) return void sending.end();
        sentBytes += next.value.length;
        if (!sending.write(next.value)) return void sending.once('drain', pump);
      }
    };
    pump();
  });
}

export const isProblem = ({ type, body }: RawAnswer): boolean =>
  type === 'application/problem+json' && body.startsWith('{');
