import { connect } from 'node:net';

const answerLimitMs = 1_000;

/** It answers PING or asks for a password; not while it loads data. */
export function redisAnswers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(answerLimitMs, () => end(false));
    socket.once('error', () => end(false));
    socket.once('data', (answer) => end(/^(\+PONG|-NOAUTH)/.test(answer.toString())));
    socket.write('PING\r\n');
  });
}
