import type { ReactNode } from 'react';

type Card = {
  key: string;
  title: ReactNode;
  /** Beside the title: its state. */
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

export function CardList({ cards }: { cards: readonly Card[] }) {
  return (
    <ul className="stack">
      {cards.map(({ key, title, beside, actions, children }) => (
        <li key={key} className="card stack">
          <header className="wrap">
            <strong>{title}</strong>
            {beside}
            {actions !== undefined && <span className="wrap apart">{actions}</span>}
          </header>
          {children}
        </li>
      ))}
    </ul>
  );
}
