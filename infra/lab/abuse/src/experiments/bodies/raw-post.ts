import { request as httpRequest } from 'node:http';
import { pathTo } from '../../ground/seed-project.ts';
import type { Ground } from '../../ground/start-ground.ts';

export type RawAnswer = { status: number; type: string; body: string; sentBytes: number };

type RawPost = {
  /** Sent one after the other, as fast as the host takes them, until it answers. */
  chunks: () => Iterable<Buffer>;
  headers?: Record<string, string>;
};

/** Posts to HubSpot contacts, chunk by chunk, and takes an answer that comes before the body has ended. */
export function rawPost({ gateways, project }: Ground, { chunks, headers }: RawPost): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    const post = httpRequest(gateways[0].url + pathTo(project, 'hubspot'), {
      method: 'POST',
      agent: false,
      headers: { 'x-api-key': project.key, 'content-type': 'application/json', ...headers },
    });
    let answered = false;
    post.on('error', (error) => {
      if (!answered) reject(error);
    });
    post.on('response', (response) => {
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
        if (next.done === true || answered || post.destroyed) return void post.end();
        sentBytes += next.value.length;
        if (!post.write(next.value)) return void post.once('drain', pump);
      }
    };
    pump();
  });
}
