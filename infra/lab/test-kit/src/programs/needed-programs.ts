export type NeededProgram = {
  program: string;
  /** An alternative program. */
  or?: string;
  /** Debian's and Ubuntu's. */
  package: string;
  /** Completes "needed to …". */
  why: string;
};

/** Besides Node, npm and every Debian's programs. */
export const neededPrograms: readonly NeededProgram[] = [
  { program: 'java', package: 'default-jre-headless', why: 'run Kafka (version 17 or later)' },
  { program: 'mvn', package: 'maven', why: 'fetch Kafka, Redis and a generator of clients' },
  {
    program: 'pip3',
    package: 'python3-pip',
    why: 'fetch moto, which plays Kinesis and S3, and a generator of clients (Python 3.10 or later)',
  },
  { program: 'pgbouncer', package: 'pgbouncer', why: 'pool connections to Postgres' },
  { program: 'openssl', package: 'openssl', why: 'make certificates' },
  { program: 'nginx', package: 'nginx-light', why: 'run the edge' },
  { program: 'prometheus', package: 'prometheus', why: 'test the alert rules' },
  { program: 'curl', package: 'curl', why: 'run the commands of the README' },
  {
    program: 'chromium-headless-shell',
    or: 'chromium',
    package: 'chromium-headless-shell',
    why: 'look at the pages',
  },
];
