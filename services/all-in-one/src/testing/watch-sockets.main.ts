import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * Preloaded (`--import`): appends each host that the process looks up and each address that it connects to by TCP or
 * TLS to the file in WATCHED_SOCKETS, one per line.
 */
const file = process.env['WATCHED_SOCKETS'] ?? '';
const note = (line: string): void => appendFileSync(file, `${line}\n`);

const connect = Reflect.get(Socket.prototype, 'connect') as (...given: unknown[]) => Socket;
Socket.prototype.connect = function watched(this: Socket, ...given: unknown[]): Socket {
  this.on('lookup', (_error, _address, _family, host: string) => note(`lookup ${host}`));
  this.on('connectionAttempt', (address: string, port: number) => note(`connect ${address} ${port}`));
  return connect.apply(this, given);
};
