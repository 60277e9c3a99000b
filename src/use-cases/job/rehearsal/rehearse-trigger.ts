import type { Caller } from '../../../domain/account/api-keys/credential.ts'
import { scopesOf } from '../../../domain/account/api-keys/scope.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isId } from '../../../domain/id.ts'
import { type Idempotency, replay } from '../../../domain/idempotency.ts'
import { maxDryRunRecipients, type TriggerPreview } from '../../../domain/job/rehearsal/rehearsal.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { JobStarter } from '../../../ports/job/job-starter.ts'
import type { DryRunKey, Rehearsals } from '../../../ports/job/rehearsal/rehearsals.ts'
import { expiryOf, type RehearsalRequest, type Rehearser } from './rehearser.ts'

export interface RehearseTriggerQuery {
  readonly caller: Caller
  readonly spinnerId: string
  /** The idempotency key of the dry run; absent or null if it has none. */
  readonly idempotency?: Idempotency | null
  readonly request: RehearsalRequest
  /** Aborts the rehearsal when the client has closed the connection. */
  readonly gone: AbortSignal
}

interface TriggerRehearsed extends TriggerPreview {
  readonly organizationId: string
  /** Whether the result is the stored answer to an earlier dry run with the same idempotency key. */
  readonly replayed: boolean
}

/**
 * Rehearses a trigger: returns what its job would do, and starts nothing. The caller needs the permission to
 * start the job. A dry run with the idempotency key of an earlier one gets the earlier answer.
 */
export class RehearseTrigger {
  readonly #starter: JobStarter
  readonly #rehearser: Rehearser
  readonly #rehearsals: Rehearsals
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(starter: JobStarter, rehearser: Rehearser, rehearsals: Rehearsals, clock: Clock, ids: Ids) {
    this.#starter = starter
    this.#rehearser = rehearser
    this.#rehearsals = rehearsals
    this.#clock = clock
    this.#ids = ids
  }

  async execute(query: RehearseTriggerQuery): Promise<TriggerRehearsed> {
    const { caller, request, gone, idempotency = null } = query
    const spinnerId = query.spinnerId.toLowerCase()
    const order = { jobId: this.#ids.next(), caller, spinnerId, idempotency: null }
    const { organizationId, isInReach, isPublished } = await this.#starter.factsOf(
      order,
      scopesOf(request.audience),
    )
    try {
      // Comes before the stored answer, which would show a limited key the spinners of other projects.
      if (!isInReach) throw new DomainError('SPINNER_NOT_FOUND')
      const key = idempotency && { organizationId, spinnerId, idempotency }
      const earlier = key && (await this.#earlier(key))
      if (earlier !== null) return earlier
      if (!isPublished || !isId(spinnerId)) throw new DomainError('SPINNER_NOT_FOUND')
      const rehearsalCommand = {
        organizationId,
        spinnerId,
        draft: false,
        request,
        supersedes: false,
        most: maxDryRunRecipients,
      }
      const open = await this.#rehearser.open(rehearsalCommand)
      const result = await this.#rehearser.run(open, gone)
      if (result === null)
        throw new DomainError('OVERLOADED', {
          message:
            'The rehearsal was stopped, because the client disconnected or the service is stopping; rehearse again',
        })
      const now = this.#clock.now()
      const dryRun = { result, rehearsal: open.id, expiresAt: expiryOf(now) }
      // Returns the answer of a simultaneous dry run if that one has stored its answer under the same
      // idempotency key first.
      const isTaken = key !== null && !(await this.#rehearsals.keepAnswer(key, dryRun, now))
      const first = isTaken ? await this.#earlier(key) : null
      return first ?? { ...dryRun, organizationId, replayed: false }
    } catch (error) {
      throw error instanceof DomainError ? error.for(organizationId) : error
    }
  }
  /** Returns the stored answer of an idempotency key. Throws if the key was used for another request. */
  async #earlier(key: DryRunKey): Promise<TriggerRehearsed | null> {
    const earlier = await this.#rehearsals.earlierAnswer(key)
    if (earlier === null) return null
    const { answer, replayed } = replay(key.idempotency, earlier)
    if (answer === null) throw new DomainError('IDEMPOTENCY_KEY_REUSED')
    return { ...answer, organizationId: key.organizationId, replayed }
  }
}
