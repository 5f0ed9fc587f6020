import type { Operation } from '@writ/sdk';
import { marked } from '../../../parts/facts/facts.tsx';
import { Moment } from '../../../parts/timeline/timeline.tsx';
import type { Note, NotedField } from './notes.ts';

const noteWords: Readonly<Record<string, string>> = {
  defaulted: 'Missing from the request, so the default is used',
  'default-if-empty': 'Missing from the request, so the default is written where the record has no value yet',
  dropped: 'Not written: the settings of the installation say so',
  unmapped: 'Removed: the installation does not map it',
  kept: 'Not written: the record has a value there already',
};

export const wordsOf = ({ kind, words, ifOnly }: Note): string => {
  const own = noteWords[kind];
  if (own === undefined || ifOnly === undefined) return own ?? words;
  return `If the record is ${ifOnly === 'new' ? 'created' : 'updated'}: ${own}`;
};

type Given = { notes: readonly Note[]; operation: Operation; sinceMs: number };

export function Planned({ notes, operation: { createTime, metadata, retryOf }, sinceMs }: Given) {
  if (metadata.type === 'delete') return null;
  const isBatch = metadata.recordCount > 1;
  const none = retryOf === undefined ? 'No field was dropped, and no default used.' : 'As it was before.';
  return (
    <Moment
      title="Planned"
      tone={notes.length > 0 ? 'partial' : 'good'}
      at={notes[0]?.at ?? createTime}
      sinceMs={sinceMs}
    >
      {notes.length === 0 && <p className="quiet">{none}</p>}
      {notes.map((note) => (
        <p key={`${note.kind} ${note.ifOnly}`}>
          {marked(wordsOf(note))}
          {note.fields.length > 0 && ': '}
          {note.fields.map((field, index) => (
            <span key={field.field}>
              {index > 0 && ', '}
              <code>{field.field}</code>
              {isBatch && recordsWords(field)}
            </span>
          ))}
        </p>
      ))}
    </Moment>
  );
}

const mostListed = 5;

function recordsWords({ records }: NotedField): string {
  if (records.length === 0) return '';
  const listed = records.slice(0, mostListed).join(', ');
  const more = records.length - mostListed;
  return ` (record ${listed}${more > 0 ? ` and ${more} more` : ''})`;
}
