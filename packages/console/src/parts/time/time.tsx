import { Tip } from '../actions/tip.tsx';
import { useZone } from '../../app/preferences.ts';
import { useFromNow } from './now.ts';
import styles from './time.module.css';
import { absoluteWords, countdownWords, relativeWords } from './words.ts';

type Given = {
  /** A time as the API tells it. */
  at: string;
};

/** A time from now; the exact one on hover and focus. */
export function Time({ at }: Given) {
  const zone = useZone();
  const atMs = Date.parse(at);
  const words = useFromNow((nowMs) => relativeWords(atMs, nowMs));
  return (
    <Tip text={absoluteWords(atMs, zone)}>
      <time dateTime={at} tabIndex={0} className={styles['time']}>
        {words}
      </time>
    </Tip>
  );
}

/** The exact time, in the reader's zone. */
export function ExactTime({ at }: Given) {
  const zone = useZone();
  return (
    <time dateTime={at} className={styles['time']}>
      {absoluteWords(Date.parse(at), zone)}
    </time>
  );
}

/** What is left until a time, to the second; `past` once it has come. */
export function Countdown({ at, past = 'now' }: Given & { past?: string }) {
  const zone = useZone();
  const atMs = Date.parse(at);
  const words = useFromNow((nowMs) => (atMs <= nowMs ? past : countdownWords(atMs - nowMs)));
  return (
    <Tip text={absoluteWords(atMs, zone)}>
      <time dateTime={at} tabIndex={0} className={styles['time']}>
        {words}
      </time>
    </Tip>
  );
}
