import { Dialog } from '../parts/actions/dialog.tsx';
import styles from './key-help.module.css';
import { useKnownKeys } from '../parts/keys/use-keys.ts';

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const groups = [...Map.groupBy(useKnownKeys(), ({ label }) => label)];
  return (
    <Dialog title="Keys" onClose={onClose}>
      {groups.map(([label, own]) => (
        <section key={label}>
          <h3>{label}</h3>
          <dl className="tight">
            {own
              .flatMap(({ keys }) => keys)
              .map(({ key, words }) => (
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
