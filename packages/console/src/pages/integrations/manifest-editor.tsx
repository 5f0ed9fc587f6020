import { useId, type RefObject } from 'react';
import { Button } from '../../parts/actions/button.tsx';
import { marked } from '../../parts/facts/facts.tsx';
import { spanOfLine, type LineError } from './line-errors.ts';
import styles from './manifest.module.css';

type Area = RefObject<HTMLTextAreaElement | null>;
type Given = { area: Area; text: string; errors: readonly LineError[]; onChange: (text: string) => void };

export function ManifestText({ area, text, errors, onChange }: Given) {
  const id = useId();
  const count = text.split('\n').length;
  const wrong = new Set(errors.map(({ line }) => line));
  return (
    <div className="tight">
      <label htmlFor={id} className={styles['label']}>
        Manifest (YAML)
      </label>
      <div className={styles['editor']}>
        <ol aria-hidden className={styles['numbers']}>
          {Array.from({ length: count }, (_, at) => (
            <li key={at} className={wrong.has(at + 1) ? styles['wrong'] : undefined}>
              {at + 1}
            </li>
          ))}
        </ol>
        <textarea
          id={id}
          ref={area}
          rows={count}
          value={text}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          aria-invalid={errors.length > 0}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </div>
  );
}

export function LineErrors({ errors, area }: Pick<Given, 'errors' | 'area'>) {
  const goTo = (line: number) => {
    area.current?.focus();
    area.current?.setSelectionRange(...spanOfLine(area.current.value, line));
  };
  return (
    <div role="alert">
      <ul aria-label="Errors of the manifest" className="tight">
        {errors.map(({ line, detail }, at) => (
          <li key={at} className={styles['error']}>
            <Button look="quiet" onClick={() => goTo(line)}>
              Line {line}
            </Button>
            <span>{marked(detail)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
