import { setTimeout } from 'node:timers/promises'
import type { GateDelay } from './run/gates.ts'

const maxTurns = 30
const maxMs = 4

/**
 * A test of the simulator itself: delays half of the work at its gates by chance, for turns of the event loop
 * or for milliseconds. The log of a run (`story`) must not change.
 */
export const randomDelays: GateDelay = async () => {
  const chance = Math.random()
  if (chance < 0.2) await setTimeout(Math.random() * maxMs)
  else if (chance < 0.5)
    for (let turns = Math.random() * maxTurns; turns > 0; turns--)
      await new Promise((resolve) => setImmediate(resolve))
}
