import type { DestinationKind } from '../destination-kind.ts';
import { closed } from '../metadata-schema.ts';
import { headersRules, headersSchema } from '../webhook/metadata.ts';
import { prepareHeaders, webhookRequest } from '../webhook/send.ts';

/** A client that fetches what a webhook would get, such as a developer's machine (Contract §6.2). */
export const listen: DestinationKind = {
  type: 'listen',
  delivers: 'pull',
  metadataSchema: closed([], { headers: headersSchema }),
  hiddenMembers: ['headers'],
  signed: true,
  rules: headersRules,
  request: webhookRequest,
  prepare: (destination) => {
    const headersOf = prepareHeaders(destination);
    return (outgoing, at) => ({
      headers: headersOf(outgoing, Buffer.from(outgoing.body), at),
      body: outgoing.body,
    });
  },
};
