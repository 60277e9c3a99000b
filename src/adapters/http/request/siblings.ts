import type { Spent } from '../../../domain/plan/spent.ts'
import type { Callers } from './caller/callers.ts'

/** The other processes at the same port. */
export interface Siblings {
  tellSpent(spent: readonly Spent[]): void
  onSpent(hear: (spent: readonly Spent[]) => void): void
}

/** What each lets in until it hears of the others is all that they let in beyond a limit, and counts afterwards. */
const tellAfterMs = 100

/** Counts what one process lets in for the limits that all of them keep. */
export function shareLimits(callers: Callers, siblings: Siblings): void {
  const untold = new Map<string, Spent>()
  let timer: NodeJS.Timeout | null = null
  callers.onSpent = ({ digest, organizationId, requests }) => {
    const { requests: before = 0 } = untold.get(digest) ?? {}
    untold.set(digest, { digest, organizationId, requests: before + requests })
    timer ??= setTimeout(tell, tellAfterMs).unref()
  }
  siblings.onSpent((spent) => callers.noteElsewhere(spent))

  function tell(): void {
    timer = null
    siblings.tellSpent([...untold.values()])
    untold.clear()
  }
}
