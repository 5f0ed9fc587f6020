import { Button } from '../actions/button.tsx';

type Given = { list: { newerCount: number; areMoreNewer: boolean; showNewer: () => Promise<unknown> } };

/** What came since a list was read: told beside its title, never put in between what is being read. */
export function Newer({ list: { newerCount, areMoreNewer, showNewer } }: Given) {
  return (
    <div role="status">
      {newerCount > 0 && (
        <Button onClick={() => void showNewer()}>{`Show ${newerCount}${areMoreNewer ? '+' : ''} new`}</Button>
      )}
    </div>
  );
}
