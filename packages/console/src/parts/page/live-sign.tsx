import { useQueryClient } from '@tanstack/react-query';
import { setPaused, useLastRead, usePaused } from '../../data/live.ts';
import { Button } from '../actions/button.tsx';
import { useFromNow } from '../time/now.ts';
import { relativeWords } from '../time/words.ts';
import styles from './live-sign.module.css';

/** Whether the page reads by itself, when it did last, and a way to stop that. Nothing where it never does. */
export function LiveSign() {
  const client = useQueryClient();
  const isPaused = usePaused();
  const lastRead = useLastRead();
  const ago = useFromNow((nowMs) => (lastRead ? relativeWords(Math.min(lastRead, nowMs), nowMs) : ''));
  if (lastRead === undefined) return null;
  return (
    <span className={styles['live']}>
      <span aria-hidden className={isPaused ? styles['still'] : styles['dot']} />
      {isPaused ? 'paused' : 'live'}
      {ago === '' ? ' ·' : ` · ${ago} ·`}
      <Button look="quiet" onClick={() => setPaused(!isPaused, client)}>
        {isPaused ? 'resume' : 'pause'}
      </Button>
    </span>
  );
}
