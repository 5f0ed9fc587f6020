import type { DestinationKind } from '../destination-kind.ts';
import { headersRules, headersSchema } from '../webhook/metadata.ts';
import { prepareHeaders, webhookRequest } from '../webhook/send.ts';

/** A client that fetches what a webhook would be sent, as on the machine of a developer (Contract §6.2). */
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
  hiddenQueries: [],
  signed: true,
  announcesDisabling: false,
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
