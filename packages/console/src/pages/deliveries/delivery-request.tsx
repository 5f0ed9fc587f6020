import type { DeliveryRequest } from '@writ/sdk';
import { Code, KeyValues } from '../../parts/facts/facts.tsx';
import { Copy } from '../../parts/facts/id.tsx';
import { Section } from '../../parts/page/page.tsx';

export function DeliveryRequestParts({ request }: { request: DeliveryRequest }) {
  const { method, url, target, key, headers = {}, body } = request;
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
        title={isSent ? 'Body' : 'Event'}
        beside={<Copy text={body} label="Copy as sent" words="Copy as sent" />}
      >
        <p>Here with line breaks.</p>
        <Code label="body" value={readable(body)} />
      </Section>
    </>
  );
}

function readable(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}
