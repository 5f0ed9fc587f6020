import type { DeliveryRequest } from '@writ/sdk';
import { Code } from '../../parts/facts/code.tsx';
import { Copy } from '../../parts/facts/id.tsx';
import { KeyValues } from '../../parts/facts/key-values.tsx';
import { Section } from '../../parts/page/page.tsx';

/** What an attempt made now would send. */
export function DeliveryRequestParts({
  request: { method, url, target, key, headers = {}, body },
}: {
  request: DeliveryRequest;
}) {
  const first = method === undefined ? [] : [`${method} ${url ?? '(an address that is not shown)'}`];
  const head = [...first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  const isSent = head.length > 0 || target !== undefined;
  return (
    <>
      {isSent && (
        <Section title="What an attempt sends now">
          {target !== undefined && <KeyValues facts={{ To: target, Key: key }} />}
          {head.length > 0 && <Code label="headers" value={head.join('\n')} />}
        </Section>
      )}
      <Section
        title={isSent ? 'Body' : 'Event that it tells of'}
        beside={<Copy text={body} label="Copy as sent" words="Copy as sent" />}
      >
        <p>Here with line breaks.</p>
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
