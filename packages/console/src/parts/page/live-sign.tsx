import { useQueryClient } from '@tanstack/react-query';
import { setPaused, useCannotRead, useLastRead, usePaused } from '../../data/live.ts';
import { Button } from '../actions/button.tsx';
import { useFromNow } from '../time/now.ts';
import { relativeWords } from '../time/words.ts';
import styles from './live-sign.module.css';

/** Shows whether and since when all of the page has been read, and pauses reading. */
export function LiveSign() {
  const client = useQueryClient();
  const isPaused = usePaused();
  const cannotRead = useCannotRead();
  const lastRead = useLastRead();
  const ago = useFromNow((nowMs) => (lastRead ? relativeWords(Math.min(lastRead, nowMs), nowMs) : ''));
  if (lastRead === undefined) return null;
  const sign = signOf(isPaused, cannotRead);
  return (
    <span className={`${styles['live']} small`}>
      <span aria-hidden className="toned" data-tone={sign.tone}>
        {`${sign.dot} `}
      </span>
      <span>{ago === '' ? `${sign.words} ·` : `${sign.words} · ${sign.before}${ago} ·`}</span>
      <Button look="quiet" onClick={() => setPaused(!isPaused, client)}>
        {isPaused ? 'resume' : 'pause'}
      </Button>
    </span>
  );
}

function signOf(isPaused: boolean, cannotRead: boolean) {
  if (isPaused) return { words: 'paused', before: '', dot: '○', tone: 'off' };
  return cannotRead
    ? { words: 'cannot read', before: 'last ', dot: '■', tone: 'bad' }
    : { words: 'live', before: '', dot: '●', tone: 'good' };
}
