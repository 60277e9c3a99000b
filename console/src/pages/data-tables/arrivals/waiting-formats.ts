import type { Arrival } from '../../../api/schema.ts'
import { isForeign } from '../../arrivals/arrival-words.ts'

export interface WaitingFormat {
  readonly format: string
  readonly count: number
  readonly newest: Arrival
}

/** Groups the arrivals that need a mapping by format, the most recent format first. */
export function waitingFormats(arrivals: readonly Arrival[]): readonly WaitingFormat[] {
  const formats = new Map<string, WaitingFormat>()
  for (const arrival of arrivals) {
    const { format } = arrival
    if (!isForeign(arrival) || format === null) continue
    const group = formats.get(format)
    formats.set(
      format,
      group === undefined ? { format, count: 1, newest: arrival } : { ...group, count: group.count + 1 },
    )
  }
  return [...formats.values()]
}
