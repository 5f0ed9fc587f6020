import type { OperationId, QueryOf, Writ } from '@writ/sdk';
import type { Command } from 'commander';
import { help } from '../openapi/help.ts';
import type { Filters } from '../options.ts';
import type { Columns } from '../output.ts';
import { requireYes, wholeNumber, type Act, type Session } from '../session.ts';

type Many<Entry> = AsyncIterable<Entry> | Iterable<Entry>;

type List<Id extends OperationId, Entry> = {
  entries: (writ: Writ, query: QueryOf<Id>, argument: string) => Many<Entry> | Promise<Many<Entry>>;
  columns: Columns<Entry> | ((session: Session) => Columns<Entry>);
  filters?: Filters<QueryOf<Id>>;
  /** What `--quiet` prints; default: the first column. */
  idOf?: (entry: Entry) => unknown;
  /** Prints every entry; there is no `--limit`. */
  isShort?: boolean;
};

type OptionsOfOne = { yes?: boolean; reason?: string };

type One<Answer> = {
  /** Such as `deletes it for good`; the command then requires `--yes`. */
  does?: string;
  /** What people see instead of the answer. */
  shown?: (answer: Answer) => object;
};

export function resourceOf(program: Command, act: Act, name: string, group: string, description: string) {
  const resource = program.command(name).helpGroup(group).description(description);
  const add = (verb: string, id: OperationId) => resource.command(verb).description(help[id].summary);
  return {
    /** @param verb with arguments: `get <id>` */
    add,
    list: <Id extends OperationId, Entry extends object>(
      verb: string,
      id: Id,
      { entries, columns, filters, idOf, isShort = false }: List<Id, Entry>,
    ): void => {
      const command = add(verb, id);
      filters?.addTo(command);
      if (!isShort) command.option('--limit <count>', 'At most this many', wholeNumber, 50);
      command.action(
        act<[string], { limit?: number }>(async (session, [argument], options) => {
          const query = filters?.queryOf(options) ?? ({} as QueryOf<Id>);
          const found = firstOf(await entries(session.writ, query, argument), options.limit);
          await session.print.list(found, typeof columns === 'function' ? columns(session) : columns, idOf);
        }),
      );
    },
    one: <Answer extends object>(
      verb: string,
      id: OperationId,
      perform: (writ: Writ, argument: string, options: OptionsOfOne) => Promise<Answer>,
      { does, shown }: One<Answer> = {},
    ): Command => {
      const command = add(verb, id);
      if (does !== undefined) command.option('--yes', 'Do it');
      return command.action(
        act<[string], OptionsOfOne>(async ({ writ, print }, [argument], options) => {
          if (does !== undefined) requireYes(options.yes, does);
          const answer = await perform(writ, argument, options);
          print.one(answer, 'id' in answer ? String(answer.id) : argument, shown?.(answer));
        }),
      );
    },
  };
}

/** Stops before it fetches a page that is not needed. */
async function* firstOf<Entry>(entries: Many<Entry>, count = Infinity): AsyncGenerator<Entry> {
  let left = count;
  if (left === 0) return;
  for await (const entry of entries) {
    yield entry;
    left -= 1;
    if (left === 0) return;
  }
}
