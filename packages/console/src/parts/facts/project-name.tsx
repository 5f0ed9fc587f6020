import { useProjectName } from '../../data/operators/projects.ts';
import { shortened } from './words.ts';

export const ProjectName = ({ id }: { id: string }) => useProjectName(id) ?? shortened(id);
