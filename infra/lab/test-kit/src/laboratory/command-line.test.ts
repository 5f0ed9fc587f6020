import { expect, test } from '@jest/globals';
import { laboratory, wholeNumber } from './command-line.ts';

async function obey(...given: string[]) {
  const printed: string[] = [];
  const ran: object[] = [];
  const write = (text: string): void => void printed.push(text);
  const lab = laboratory('chaos', 'Breaks things.', { writeOut: write, writeErr: write });
  for (const name of ['f1', 'f3'])
    lab
      .command(name, `kills ${name}`, (options: object) => Promise.resolve(ran.push({ name, ...options })))
      .option('--n <size>', 'size', wholeNumber(1), 5);
  return { code: await lab.obey(given), ran, printed: printed.join('') };
}

test('a command runs by its name in any case, and gives the exit code', async () => {
  expect(await obey('F3')).toEqual({ code: 1, ran: [{ name: 'f3', n: 5 }], printed: '' });
  expect(await obey('f1', '--n', '500')).toMatchObject({ ran: [{ name: 'f1', n: 500 }] });
});

test.each([[[]], [['--help']]])('%j prints the help, which lists every command', async (given) => {
  const { code, ran, printed } = await obey(...given);
  expect([code, ran]).toEqual([0, []]);
  expect(printed).toMatch(/^ {2}f1 .* kills f1$/m);
});

test.each([
  [['f2'], "unknown command 'f2'"],
  [['f1', 'f3'], 'too many arguments'],
  [['f1', '--n', '0'], 'It takes a whole number from 1.'],
  [['f1', '--jsn', 'x'], "unknown option '--jsn'"],
])('%j is refused', async (given, why) => {
  expect(await obey(...given)).toEqual({
    code: 64,
    ran: [],
    printed: expect.stringContaining(why) as unknown,
  });
});
