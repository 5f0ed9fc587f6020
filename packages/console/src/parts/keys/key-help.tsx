import { Dialog } from '../actions/dialog.tsx';
import styles from './key-help.module.css';
import { useKnownKeys } from './use-keys.ts';

/** What the keys do on this page. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const groups = useKnownKeys();
  return (
    <Dialog title="Keys" onClose={onClose}>
      {groups.map(({ label, keys }, index) => (
        <section key={index}>
          <h3>{label}</h3>
          <dl className={styles['keys']}>
            {keys.map(({ key, words }) => (
              <div key={key} className={styles['key']}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
