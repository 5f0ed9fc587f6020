export type SessionCookie = ReturnType<typeof sessionCookie>;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The cookie of the console's sessions. Over TLS, a prefix of its name keeps other hosts from setting it.
 * Scripts cannot read it, and browsers send it with no request of another site.
 * @param publicUrl address of the host as browsers see it
 */
export function sessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https://');
  const name = secure ? '__Host-writ-session' : 'writ-session';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  /** As far as the browser says. */
  const isOfOwnPage = ({ host, origin, 'sec-fetch-site': site }: Headers): boolean =>
    (origin === undefined || [host, hostOf(publicUrl)].includes(hostOf(String(origin)))) &&
    (site === undefined || site === 'same-origin');

  return {
    isOfOwnPage,
    /** Undefined without a session, and for requests that the console has not sent. */
    textIn: (headers: Headers): string | undefined =>
      headers['x-writ-console'] === '1' && isOfOwnPage(headers)
        ? onlyCookie(String(headers['cookie'] ?? ''), name)
        : undefined,
    /** `Set-Cookie` on signing in and out. */
    begin: (text: string, expireTime: Date): string =>
      `${name}=${text}; Expires=${expireTime.toUTCString()}; ${attributes}`,
    end: (): string => `${name}=; Max-Age=0; ${attributes}`,
  };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Undefined if there are two, of which an attacker may have set one. */
function onlyCookie(header: string, name: string): string | undefined {
  const values = header.split(';').flatMap((pair) => {
    const [found, ...value] = pair.trim().split('=');
    return found === name ? [value.join('=')] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
