import { useProjectName } from '../../data/operators/projects.ts';
import { shortened } from './words.ts';

/** The name of a project, or its id until its name is read. */
export const ProjectName = ({ id }: { id: string }) => useProjectName(id) ?? shortened(id);
