import { availableParallelism } from 'node:os'

/**
 * Returns the number of processes of the setting PROCESSES. `auto` is the number of cores that the container
 * may use.
 */
export function processCount(told: string | number): number {
  return told === 'auto' ? availableParallelism() : Number(told)
}
