import { connect } from 'node:net';
import { pathTo } from '../../ground/seed-project.ts';
import type { Ground } from '../../ground/start-ground.ts';
import type { RawAnswer } from '../raw-request.ts';

/** Sends a request with so many headers, over a socket of its own, and reads what comes back until it is closed. */
export function postManyHeaders({ gateways, project }: Ground, count: number): Promise<RawAnswer> {
  const { hostname, port } = new URL(gateways[0].url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let seen = '';
    let sentBytes = 0;
    const write = (text: string): void => {
      sentBytes += text.length;
      socket.write(text);
    };
    socket.on('data', (bytes) => (seen += bytes.toString())).on('error', () => undefined);
    socket.on('close', () => {
      const [head = '', body = ''] = seen.split('\r\n\r\n', 2);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      const type = /^content-type: ([^;\r]*)/im.exec(head)?.[1] ?? '';
      resolve({ status, type, body, sentBytes });
    });
    write(
      `POST ${pathTo(project, 'hubspot')} HTTP/1.1\r\nHost: ${hostname}\r\nX-Api-Key: ${project.key}\r\n`,
    );
    for (let at = 0; at < count && !socket.destroyed; at += 1) write(`x-h${at}: v\r\n`);
    write('\r\n');
  });
}
