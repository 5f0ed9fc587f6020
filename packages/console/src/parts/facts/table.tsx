import type { ReactNode } from 'react';

type Given = {
  caption?: string;
  heads: readonly string[];
  /** The first cell is the head of its row. */
  rows: readonly (readonly ReactNode[])[];
  className?: string | undefined;
};

/** A small table. */
export function Table({ caption, heads, rows, className }: Given) {
  return (
    <table className={className}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells], row) => (
          <tr key={row}>
            <th scope="row">{head}</th>
            {cells.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
