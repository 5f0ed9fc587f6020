import { installAccounts, openProject, sandboxAt, type StackProject, type Subject } from '@writ/stack';

/** Each project's only group, named by `installAccounts`. */
export const groupRef = 'group-1-0';

export type SeededProject = StackProject & { account: string };

/** One account of its provider; the installation may also delete. */
export async function seedProject(
  { stack, management }: Subject,
  name: string,
  provider: StackProject['provider'],
): Promise<SeededProject> {
  const project = await openProject(management, name, provider);
  const settings = { deletionSettings: { enabled: true } };
  const [seeded] = await installAccounts(project, sandboxAt(stack.sandboxUrl), 1, settings);
  return { ...project, account: seeded?.account ?? '' };
}
