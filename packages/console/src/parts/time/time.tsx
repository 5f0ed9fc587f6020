import { useZone } from '../../data/preferences.ts';
import { Tip } from '../actions/tip.tsx';
import { useFromNow } from './now.ts';
import styles from './time.module.css';
import { absoluteWords, countdownWords, relativeWords } from './words.ts';

type Given = { at: string };

export function Time({ at }: Given) {
  return <Ticking at={at} words={relativeWords} />;
}

/** To the second; `past` when the moment has come. */
export function Countdown({ at, past = 'a moment' }: Given & { past?: string }) {
  return <Ticking at={at} words={(atMs, nowMs) => (atMs <= nowMs ? past : countdownWords(atMs - nowMs))} />;
}

/** Hover or focus shows the exact time. */
function Ticking({ at, words }: Given & { words: (atMs: number, nowMs: number) => string }) {
  const atMs = Date.parse(at);
  const shown = useFromNow((nowMs) => words(atMs, nowMs));
  return (
    <Tip text={<Exactly at={at} />}>
      <time dateTime={at} tabIndex={0} className={styles['time']}>
        {shown}
      </time>
    </Tip>
  );
}

/** In the reader's zone. */
export function ExactTime({ at }: Given) {
  return (
    <time dateTime={at} className={styles['time']}>
      <Exactly at={at} />
    </time>
  );
}

/** Formatting takes longer than the rest of a row, so it waits until it is shown. */
function Exactly({ at }: Given) {
  return absoluteWords(Date.parse(at), useZone());
}
