import fc from 'fast-check';
import type { DeliveryWorld } from './delivery-world.ts';

/** By some process or caller. */
export type Action = { name: string; act(world: DeliveryWorld): Promise<void> };

export const idOf = ({ destinationIds }: DeliveryWorld, number: number): string =>
  destinationIds[number % destinationIds.length]!;
export const destination = fc.nat(1);
export const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
export const picked = <T>(from: readonly T[], chosen: readonly number[]): T[] => [
  ...new Set(from.length === 0 ? [] : chosen.map((number) => from[number % from.length]!)),
];

/** Held deliveries may be sent again while their last attempt is in flight. */
export function loseClaims({ claims }: DeliveryWorld, destinationId: string): void {
  for (const claim of claims) if (claim.unit.destinationId === destinationId) claim.lost = true;
}
