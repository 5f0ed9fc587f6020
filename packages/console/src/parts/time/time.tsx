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
  const atMs = Date.parse(at);
  const words = useFromNow((nowMs) => relativeWords(atMs, nowMs));
  return (
    <Tip text={<Exactly at={at} />}>
      <time dateTime={at} tabIndex={0} className={styles['time']}>
        {words}
      </time>
    </Tip>
  );
}

/** The exact time, in the reader's zone. */
export function ExactTime({ at }: Given) {
  return (
    <time dateTime={at} className={styles['time']}>
      <Exactly at={at} />
    </time>
  );
}

/** To write a time exactly takes longer than all else of a row: it is done where it is shown. */
function Exactly({ at }: Given) {
  const zone = useZone();
  return absoluteWords(Date.parse(at), zone);
}

/** What is left until a time, to the second; `past` once it has come. */
export function Countdown({ at, past = 'now' }: Given & { past?: string }) {
  const atMs = Date.parse(at);
  const words = useFromNow((nowMs) => (atMs <= nowMs ? past : countdownWords(atMs - nowMs)));
  return (
    <Tip text={<Exactly at={at} />}>
      <time dateTime={at} tabIndex={0} className={styles['time']}>
        {words}
      </time>
    </Tip>
  );
}
