import type { ServerResponse } from 'node:http';
import { Readable, pipeline } from 'node:stream';

const itemsPerPiece = 200;

/** Sends a list as one JSON array, a piece at a time: a full journal would not fit into a single string. */
export function streamList(response: ServerResponse, list: Iterable<unknown>): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  // A reader that goes away early is no fault of ours.
  pipeline(Readable.from(pieces(list)), response, () => undefined);
}

function* pieces(list: Iterable<unknown>): Generator<string> {
  let piece = '[';
  let items = 0;
  for (const item of list) {
    piece += (items === 0 ? '' : ',') + JSON.stringify(item);
    items += 1;
    if (items % itemsPerPiece !== 0) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]\n`;
}
