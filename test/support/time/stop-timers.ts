import { Timers } from '../../../src/ports/timers.ts'
import type { World } from '../world.ts'

/**
 * Lets the timers of a test service stand still, so that no search ends by its time limit on a slow machine. Returns
 * a function that lets them run.
 */
export function stopTimers({ container }: Pick<World, 'container'>): () => void {
  const timers = container.get(Timers)
  const stoppedAt = timers.elapsedMs()
  timers.elapsedMs = () => stoppedAt
  return () => {
    Reflect.deleteProperty(timers, 'elapsedMs')
  }
}
