import type { AdmittedRequests } from '../../../domain/plan/admitted-requests.ts'
import type { Callers } from './caller/callers.ts'

/** The other server processes at the same port. */
export interface SiblingProcesses {
  tellSpent(spent: readonly AdmittedRequests[]): void
  onSpent(hear: (spent: readonly AdmittedRequests[]) => void): void
}

/**
 * The milliseconds between reports to the other processes. Requests that are accepted in between can exceed a
 * rate limit, but are counted afterwards.
 */
const tellAfterMs = 100

/** Sends the number of requests that this process counted to the processes that keep the same rate limits. */
export function shareRequestCounts(callers: Callers, siblings: SiblingProcesses): void {
  const unreported = new Map<string, AdmittedRequests>()
  let timer: NodeJS.Timeout | null = null
  callers.onSpent = ({ digest, organizationId, requests }) => {
    const { requests: before = 0 } = unreported.get(digest) ?? {}
    unreported.set(digest, { digest, organizationId, requests: before + requests })
    timer ??= setTimeout(tell, tellAfterMs).unref()
  }
  siblings.onSpent((spent) => callers.noteElsewhere(spent))

  function tell(): void {
    timer = null
    siblings.tellSpent([...unreported.values()])
    unreported.clear()
  }
}
