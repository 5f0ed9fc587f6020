import { Button } from '../actions/button.tsx';
import { Spoken } from '../states/spoken.tsx';
import styles from './newer.module.css';

type Given = { list: { newerCount: number; areMoreNewer: boolean; showNewer: () => Promise<unknown> } };

/** What came since a list was read: told beside its title, never put in between what is being read. */
export function Newer({ list: { newerCount, areMoreNewer, showNewer } }: Given) {
  return (
    <>
      {/* That something came, not each count. */}
      <Spoken>{newerCount > 0 && 'There is something new'}</Spoken>
      {newerCount > 0 && (
        <span className={styles['newer']}>
          <Button onClick={() => void showNewer()}>
            {`Show ${newerCount}${areMoreNewer ? '+' : ''} new`}
          </Button>
        </span>
      )}
    </>
  );
}
