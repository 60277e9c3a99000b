import { availableParallelism } from 'node:os'

/**
 * Returns the number of processes of the setting PROCESSES. `auto` is the number of cores that the container
 * may use.
 */
export function processCount(reported: string | number): number {
  return reported === 'auto' ? availableParallelism() : Number(reported)
}
