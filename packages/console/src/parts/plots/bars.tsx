import type { Tone } from '../facts/facts.tsx';
import { countWords } from '../facts/words.ts';
import styles from './bars.module.css';

type Series = {
  title: string;
  tone: Tone;
  /** A negative one has no height. */
  values: readonly number[];
  /** Beside its title. */
  shown: string;
};

type Given = {
  /** From the ground upwards. */
  series: readonly Series[];
  shownFor: string;
  /** For screen readers. */
  words: string;
  /** Labels of the first and the last bar. */
  ends: readonly [string, string];
  /** The bar at the pointer. */
  at: number | undefined;
  onPoint: (at: number | undefined) => void;
};

/** Heights: of the tallest bar, the least visible part, and the gap between parts. */
const height = 100;
const least = 3;
const gap = 1;

export function Bars({ series, shownFor, words, ends, at, onPoint }: Given) {
  const bars = (series[0]?.values ?? []).map((_, bar) =>
    series.map(({ tone, values }) => ({ tone, value: Math.max(values[bar] ?? 0, 0) })),
  );
  const most = Math.max(1, ...bars.map((parts) => parts.reduce((sum, { value }) => sum + value, 0)));
  return (
    <figure className={styles['plot']} onPointerLeave={() => onPoint(undefined)}>
      <figcaption className={styles['legend']}>
        {series.map(({ title, tone, shown }) => (
          <span key={title} className={styles['entry']} data-tone={tone}>
            {title} <strong>{shown}</strong>
          </span>
        ))}
        <span className="small">{shownFor}</span>
      </figcaption>
      <p aria-hidden className={`${styles['most']} small`}>
        {countWords(most)}
      </p>
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${bars.length} ${height}`}
        preserveAspectRatio="none"
        className={styles['bars']}
      >
        {bars.map((parts, index) => (
          <g
            key={index}
            className={index === at ? styles['here'] : undefined}
            onPointerEnter={() => onPoint(index)}
          >
            <rect x={index} y={0} width={1} height={height} className={styles['ground']} />
            <Parts x={index + 0.1} parts={parts} most={most} />
          </g>
        ))}
      </svg>
      <p aria-hidden className={`${styles['ends']} small`}>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </figure>
  );
}

type Part = { tone: Tone; value: number };
type PartsGiven = { x: number; parts: readonly Part[]; most: number };

/** Small parts are drawn taller than they are, if need be at the cost of the others. */
function Parts({ x, parts, most }: PartsGiven) {
  const shown = parts.filter(({ value }) => value > 0);
  const tall = ({ value }: Part) => Math.max((value / most) * height, least);
  const heightOf = (of: readonly Part[]) => of.reduce((sum, part) => sum + tall(part), 0);
  const shrink = Math.min(1, height / heightOf(shown));
  return shown.map((part, at) => (
    <rect
      key={part.tone}
      data-tone={part.tone}
      x={x}
      y={height - heightOf(shown.slice(0, at + 1)) * shrink + gap}
      width={0.8}
      height={tall(part) * shrink - gap}
    />
  ));
}
