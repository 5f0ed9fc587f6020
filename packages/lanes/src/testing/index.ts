export { restLanes } from '../rows/lane-rows.ts';
export { protocol } from './protocol/protocol.ts';
export { has, never, now, type State, type Unit, type World } from './protocol/state.ts';
export type { Move, Step } from './protocol/step.ts';
