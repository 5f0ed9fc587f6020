import { useSearch } from 'wouter';
import { Notice } from '../states/notice.tsx';
import { notUnderstood, type Params } from './params.ts';

/** Tells which parts of the address narrow nothing, so that nobody takes what is shown for less than it is. */
export function NotUnderstood({ params }: { params: Params }) {
  // It tells of changes, but decodes what it gives, which is decoded once more when it is read.
  useSearch();
  const parts = notUnderstood(params, window.location.search);
  if (parts.length === 0) return null;
  return (
    <Notice tone="warn" title="Not all of the address is understood">
      <p>
        What is shown is not narrowed by{' '}
        {parts.map((part, at) => (
          <span key={at}>
            {at > 0 && ', '}
            <code>{part}</code>
          </span>
        ))}
        .
      </p>
    </Notice>
  );
}
