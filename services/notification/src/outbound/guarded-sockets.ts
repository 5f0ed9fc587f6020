import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import type { AddressRules } from './address-rules.ts';
import { guardedLookup } from './guarded-agent.ts';
import { resolveNames, type ResolveAll } from './resolve-names.ts';

/**
 * Opens a connection that is not HTTP; with `ssl` an encrypted one.
 *
 * @throws Error for a refused address
 */
export type OpenSocket = (to: {
  host: string;
  port: number;
  ssl?: ConnectionOptions | boolean | undefined;
  onConnect: () => void;
}) => Socket;

const keepAliveAfterMs = 60_000;

/** Checks the address when it connects. Unencrypted connections follow the rule for `http`. */
export function guardedSockets(rules: AddressRules, resolveAll: ResolveAll = resolveNames): OpenSocket {
  return ({ host, port, ssl, onConnect }) => {
    const isEncrypted = Boolean(ssl);
    const protocol = isEncrypted ? 'https:' : 'http:';
    if (!isEncrypted && rules.allowHttp === false)
      throw new Error('Unencrypted connections are not allowed.');
    const refused = isIP(host) === 0 ? undefined : rules.refusal(host, protocol);
    if (refused !== undefined) throw new Error(refused);
    const to = { host, port, lookup: guardedLookup(rules, protocol, resolveAll) };
    const options = typeof ssl === 'object' ? ssl : {};
    const socket = isEncrypted
      ? connectTls({ ...options, ...to, ...(isIP(host) === 0 && { servername: host }) }, onConnect)
      : connect(to, onConnect);
    return socket.setKeepAlive(true, keepAliveAfterMs);
  };
}
