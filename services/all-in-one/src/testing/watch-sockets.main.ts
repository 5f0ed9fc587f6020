import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * Preloaded into a process (`--import`): appends each host that it looks up and each address that it tries to connect to, by
 * TCP or TLS, to the file that WATCHED_SOCKETS names, one a line.
 */
const file = process.env['WATCHED_SOCKETS'] ?? '';
const note = (line: string): void => appendFileSync(file, `${line}\n`);

const connect = Reflect.get(Socket.prototype, 'connect') as (...given: unknown[]) => Socket;
Socket.prototype.connect = function watched(this: Socket, ...given: unknown[]): Socket {
  this.on('lookup', (_error, _address, _family, host: string) => note(`lookup ${host}`));
  this.on('connectionAttempt', (address: string, port: number) => note(`connect ${address} ${port}`));
  return connect.apply(this, given);
};
