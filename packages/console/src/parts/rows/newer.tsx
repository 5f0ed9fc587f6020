import { Button } from '../actions/button.tsx';
import { Place } from '../actions/place.tsx';
import { Spoken } from '../facts/spoken.tsx';

type Given = { list: { newerCount: number; areMoreNewer: boolean; showNewer: () => Promise<unknown> } };

/** What came since a list was read: told among the page's actions, never put in between what is being read. */
export function Newer({ list: { newerCount, areMoreNewer, showNewer } }: Given) {
  return (
    <>
      {/* That something came, not each count. */}
      <Spoken>{newerCount > 0 && 'There is something new'}</Spoken>
      <Place>
        {newerCount > 0 && (
          <Button onClick={() => void showNewer()}>
            {`Show ${newerCount}${areMoreNewer ? '+' : ''} new`}
          </Button>
        )}
      </Place>
    </>
  );
}
