import { service } from './actor.ts'
import type { AuditEvent } from './audit-entry.ts'

/**
 * The highest number of strangers' attempts, such as failed sign-ins, that the audit log stores in 15 minutes.
 * All processes at the same port share it.
 */
const maxAttemptsPerWindow = 1_000
const windowMs = 15 * 60 * 1000

/**
 * Limits how many attempts of strangers one process notes in the audit log. Each client address has its own
 * limit already, but an attacker may have any number of addresses. 1,000 attempts in 15 minutes are 96,000
 * entries a day. An entry takes 340 bytes with its indexes, and twice as much with the longest address and
 * request id: 65 MB a day. The budget is the same for every account; otherwise the response time would reveal
 * whether an account exists.
 */
export class AttemptBudget {
  readonly #most: number
  #from = Number.NEGATIVE_INFINITY
  #spent = 0

  /** Creates the budget of one process: the limit divided by the number of processes at the same port. */
  constructor(processes = 1) {
    this.#most = Math.ceil(maxAttemptsPerWindow / processes)
  }

  /**
   * Counts an attempt of a stranger, and returns the audit entry to write about it: the attempt itself within
   * the limit, an entry that says that further attempts are omitted for the first attempt beyond it, and null for
   * all later ones.
   */
  entryOf(attempt: AuditEvent, now: Date): AuditEvent | null {
    if (now.getTime() >= this.#from + windowMs) {
      this.#from = now.getTime()
      this.#spent = 0
    }
    this.#spent++
    if (this.#spent <= this.#most) return attempt
    return this.#spent === this.#most + 1 ? omitted(new Date(this.#from + windowMs)) : null
  }
}

/** Returns the audit entry which says that attempts of strangers are not stored until the given time. */
function omitted(until: Date): AuditEvent {
  return {
    action: 'audit.omitted',
    organizationId: null,
    by: service,
    subject: { kind: 'audit', id: null, name: null },
    after: { until: until.toISOString() },
  }
}
