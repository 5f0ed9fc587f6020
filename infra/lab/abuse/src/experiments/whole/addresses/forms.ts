/** Spellings of forbidden addresses (Quality §3, Outbound addresses). */
export const forbiddenHosts = [
  // 127.0.0.1 in every spelling.
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '017700000001',
  '2130706433',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  'localhost',
  'LOCALHOST',
  // Every listener here.
  '0',
  '0.0.0.0',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  // NAT64, 6to4, Teredo.
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::1]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:7f00:1::1]',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '[fc00::1]',
  '[fd12:3456::1]',
  // Link-local and metadata.
  '169.254.169.254',
  '0xa9fea9fe',
  '169.254.170.2',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  // CGNAT.
  '100.64.0.1',
  '100.127.255.255',
  // Documentation, benchmarks, multicast and reserved.
  '192.0.2.1',
  '198.18.0.1',
  '[2001:db8::1]',
  '224.0.0.1',
  '[ff02::1]',
  '240.0.0.1',
  '255.255.255.255',
] as const;

/** Some resolvers do not know these: they may be saved, but not connected to. */
export const strangeHosts = ['localhost.', 'localhost.localdomain', 'ip6-localhost'] as const;

/** Names that are public at first, or partly public (`preload/rebinding-dns.main.ts`). */
export const rebindingHost = (sort: 'rebind' | 'both', number: number): string =>
  `name-${number}.${sort}.test`;

const ofAws = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'of-nobody' },
};

export const kindsByAddress: Readonly<Record<string, (host: string, port: number) => object>> = {
  webhook: (host, port) => ({ url: `http://${host}:${port}/hook` }),
  slack: (host, port) => ({ url: `http://${host}:${port}/services/T0/B0/x` }),
  kafka: (host, port) => ({ brokers: [`${host}:${port}`], topic: 'lifecycle-events' }),
  kinesis: (host, port) => ({ ...ofAws, streamName: 'events', endpointUrl: `http://${host}:${port}` }),
  s3: (host, port) => ({ ...ofAws, bucket: 'events', endpointUrl: `http://${host}:${port}` }),
};

/** Writ sends them nothing. */
export const kindsWithoutAddress: readonly string[] = ['listen'];

/** These could follow a redirect. */
export const kindsOverHttp: readonly string[] = ['webhook', 'slack', 'kinesis', 's3'];
