/** `words` complete "the connection failed: …"; `code` is the system's name, such as `ECONNRESET`. */
export type NetworkReason = { words: string; code: string };

const untrusted = 'its certificate comes from an authority that is not trusted';

/** By codes of Node, undici and OpenSSL; the last column replaces internal codes. */
const known: readonly (readonly [pattern: RegExp, words: string, code?: string])[] = [
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ECONNABORTED)$/, 'the connection broke', 'ECONNRESET'],
  [/^(?:ENOTFOUND|ENODATA|EAI_AGAIN)$/, 'its name leads to no address'],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'no connection in time', 'ETIMEDOUT'],
  [/^(?:EHOSTUNREACH|ENETUNREACH)$/, 'no route leads there'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'the headers of the answer are too large', 'HEADERS_TOO_LARGE'],
  [/^(?:HPE_\w+|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, 'the answer is not HTTP', 'NOT_HTTP'],
  [/^UND_ERR_PRX_\w+$/, 'the connection to the proxy failed', 'PROXY_FAILED'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name', 'CERT_FOR_ANOTHER_NAME'],
  [/SELF_SIGNED_CERT|^UNABLE_TO_(?:VERIFY|GET_ISSUER)/, untrusted],
  [/^(?:EPROTO|ERR_SSL_\w+)$/, 'no encrypted connection could be agreed on', 'TLS_HANDSHAKE_FAILED'],
];

/**
 * Why the network or the other side gave no answer, for users. Undefined for other errors: internal messages
 * of libraries help nobody outside the process.
 */
export function networkReason(error: unknown): NetworkReason | undefined {
  // If several addresses failed, the first error says why.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  const { code, message, cause } = (first ?? error ?? {}) as Record<string, unknown>;
  // undici's message; its code has other meanings, too.
  const refusal = /^Proxy response \((\d{3})\)/.exec(String(message))?.[1];
  if (refusal !== undefined)
    return { words: `the proxy refused the connection with status ${refusal}`, code: 'PROXY_REFUSED' };
  const own = typeof code === 'string' ? code : '';
  const row = known.find(([pattern]) => pattern.test(own));
  if (row) return { words: row[1], code: row[2] ?? own };
  return cause === undefined ? undefined : networkReason(cause);
}
