import type { Arrival } from '../../../api/schema.ts'
import { isForeign } from '../../arrivals/arrival-words.ts'

export interface WaitingShape {
  readonly shape: string
  readonly count: number
  readonly newest: Arrival
}

/** Groups the arrivals that need a mapping by format, the most recent format first. */
export function waitingShapes(arrivals: readonly Arrival[]): readonly WaitingShape[] {
  const shapes = new Map<string, WaitingShape>()
  for (const arrival of arrivals) {
    const { shape } = arrival
    if (!isForeign(arrival) || shape === null) continue
    const known = shapes.get(shape)
    shapes.set(
      shape,
      known === undefined ? { shape, count: 1, newest: arrival } : { ...known, count: known.count + 1 },
    )
  }
  return [...shapes.values()]
}
