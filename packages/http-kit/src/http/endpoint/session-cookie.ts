/** The cookie of those who are signed in to the console. */
export type SessionCookie = ReturnType<typeof sessionCookie>;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Where TLS is, its name has a prefix by which browsers let no other host set it. Scripts cannot read it, and browsers send
 * it with no request of a page elsewhere.
 *
 * @param publicUrl address of the host as browsers see it
 */
export function sessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https://');
  const name = secure ? '__Host-writ-session' : 'writ-session';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  /** Whether a request comes from a page of this host, as far as its browser tells. */
  const isOfOwnPage = ({ host, origin, 'sec-fetch-site': site }: Headers): boolean =>
    (origin === undefined || [host, hostOf(publicUrl)].includes(hostOf(String(origin)))) &&
    (site === undefined || site === 'same-origin');

  return {
    isOfOwnPage,
    /**
     * What a request holds of a session; undefined where it holds nothing, or is none of the console: no page elsewhere can
     * set its header.
     */
    textIn: (headers: Headers): string | undefined =>
      headers['x-writ-console'] === '1' && isOfOwnPage(headers)
        ? onlyCookie(String(headers['cookie'] ?? ''), name)
        : undefined,
    /** `Set-Cookie` of one who signs in, and of one who signs out. */
    begin: (text: string, expireTime: Date): string =>
      `${name}=${text}; Expires=${expireTime.toUTCString()}; ${attributes}`,
    end: (): string => `${name}=; Max-Age=0; ${attributes}`,
  };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** The value of the cookie of a name; undefined where there are two, one of which somebody else has set. */
function onlyCookie(header: string, name: string): string | undefined {
  const values = header.split(';').flatMap((pair) => {
    const [found, ...value] = pair.trim().split('=');
    return found === name ? [value.join('=')] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
