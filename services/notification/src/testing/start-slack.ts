import { startReceiver, type Receiver, type ReceiverAnswer, type Received } from '@writ/test-kit';

/** Slack allows short bursts, and requests sent a second apart may arrive closer on a busy machine. */
const leastApartMs = 250;

type Text = { text?: unknown };
type Block = { type?: unknown; text?: Text; fields?: Text[]; elements?: Text[] };

/**
 * Incoming webhooks like Slack's: one message a second, limits of a message, and one-word answers. `posted`: texts
 * that people would see.
 */
export async function startSlack(): Promise<Receiver & { posted: readonly string[] }> {
  const receiver = await startReceiver();
  const posted: string[] = [];
  let postedAtMs = -Infinity;
  receiver.answerAlways((request) => {
    if (request.at.getTime() - postedAtMs < leastApartMs)
      return { status: 429, headers: { 'retry-after': '1' }, body: 'rate_limited' };
    const { answer, text } = read(request);
    if (text === undefined) return answer;
    postedAtMs = request.at.getTime();
    posted.push(text);
    return answer;
  });
  return { ...receiver, posted };
}

function read(request: Received): { answer: ReceiverAnswer; text?: string } {
  const { text, blocks = [] } = request.json() as { text?: unknown; blocks?: Block[] };
  if (typeof text !== 'string' || text === '') return { answer: { status: 400, body: 'no_text' } };
  const isRight = text.length <= 40_000 && blocks.length <= 50 && blocks.every(isRightBlock);
  return isRight
    ? { answer: { status: 200, body: 'ok' }, text }
    : { answer: { status: 400, body: 'invalid_payload' } };
}

const isRightBlock = ({ text, fields, elements }: Block): boolean =>
  (text === undefined || isText(text, 3_000)) &&
  (fields === undefined || (fields.length <= 10 && fields.every((field) => isText(field, 2_000)))) &&
  (elements === undefined || (elements.length <= 10 && elements.every((element) => isText(element, 3_000))));

const isText = ({ text }: Text, limit: number): boolean =>
  typeof text === 'string' && text.length > 0 && text.length <= limit;
