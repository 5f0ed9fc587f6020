import { openLink, type Ends, type Link } from './link.ts';

/** To Postgres; tests can break it. */
export type DatabaseLink = Pick<Link, 'url' | 'restore' | 'close'> & {
  /** Breaks all connections, and refuses new ones until `restore`. */
  cut: () => Promise<void>;
  breakConnections: () => void;
  /** Breaks the connection before the answers to the next `times` statements with this text. */
  loseAnswerTo: (statement: string, times?: number) => void;
  /** Breaks the connection before the next statement with this text arrives. */
  lose: (statement: string) => void;
  losses: () => number;
};

export async function databaseLink(databaseUrl: string): Promise<DatabaseLink> {
  let next = { statement: '', reaches: true, times: 0 };
  let losses = 0;
  const passes = (bytes: Buffer, { client, upstream }: Ends): boolean => {
    if (next.times === 0 || !bytes.includes(next.statement)) return true;
    next.times -= 1;
    losses += 1;
    if (!next.reaches) {
      client.resetAndDestroy();
      return false;
    }
    const isAnswer = answerTo(next.statement);
    upstream.removeAllListeners('data').on('data', (answer) => {
      if (isAnswer(answer)) client.resetAndDestroy();
    });
    return true;
  };
  const { url, refuse, cut, restore, close } = await openLink(databaseUrl, passes);
  return {
    url,
    cut: refuse,
    breakConnections: () => void cut(),
    restore,
    close,
    loseAnswerTo: (statement, times = 1) => (next = { statement, times, reaches: true }),
    lose: (statement) => (next = { statement, times: 1, reaches: false }),
    losses: () => losses,
  };
}

/** Earlier statements may be answered before a commit. */
const answerTo =
  (statement: string) =>
  (bytes: Buffer): boolean =>
    statement !== 'COMMIT' || bytes.includes('COMMIT');
