import type { DestinationKind } from '../destination-kind.ts';
import { headersRules, headersSchema } from '../webhook/metadata.ts';
import { prepareHeaders, webhookRequest } from '../webhook/send.ts';

/** A client that fetches what a webhook would get, such as a developer's machine (Contract §6.2). */
export const listen: DestinationKind = {
  type: 'listen',
  delivers: 'pull',
  metadataSchema: {
    type: 'object',
    writeOnly: true,
    additionalProperties: false,
    required: [],
    properties: { headers: headersSchema },
  },
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
