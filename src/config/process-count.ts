import { availableParallelism } from 'node:os'

/**
 * `auto` is as many as there are cores: those that the container may use, where it is given fewer than the machine has.
 */
export function processCount(told: string | number): number {
  return told === 'auto' ? availableParallelism() : Number(told)
}
