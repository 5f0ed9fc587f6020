import type { DeliveryRequest } from '@writ/sdk';
import { Code } from '../../parts/facts/code.tsx';
import { Copy } from '../../parts/facts/id.tsx';
import { Section } from '../../parts/page/page.tsx';

/** What each attempt sends. */
export function DeliveryRequestParts({
  request: { method, url, headers, body },
}: {
  request: DeliveryRequest;
}) {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const first = method !== undefined && `${method} ${url ?? '(an address that is not shown)'}`;
  const head = [first, ...lines].filter((line) => line !== false).join('\n');
  return (
    <>
      {head !== '' && (
        <Section title="What each attempt sends">
          <Code label="request and its headers" value={head} />
        </Section>
      )}
      <Section
        title={method === undefined ? 'Event that its message is made of' : 'Body'}
        beside={<Copy text={body} label="Copy as sent" words="Copy as sent" />}
      >
        <p>The same bytes at every attempt, here with line breaks.</p>
        <Code label="body" value={readable(body)} />
      </Section>
    </>
  );
}

/** JSON is laid out; anything else is shown as it is. */
function readable(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}
