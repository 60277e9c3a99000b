import type { Caller } from '../../../domain/account/api-keys/credential.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isId } from '../../../domain/id.ts'
import { scopesOf } from '../../../domain/job/audience/trigger-request.ts'
import { mostInDryRun, type RehearsalResult } from '../../../domain/job/rehearsal/rehearsal.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { JobStarter } from '../../../ports/job/job-starter.ts'
import { expiryOf, type RehearsalRequest, type Rehearser } from './rehearser.ts'

export interface RehearseTriggerQuery {
  readonly caller: Caller
  readonly spinnerId: string
  readonly request: RehearsalRequest
  /** Aborts the rehearsal when the client has closed the connection. */
  readonly gone: AbortSignal
}

export interface TriggerRehearsed {
  readonly organizationId: string
  readonly result: RehearsalResult
  /**
   * The id of this rehearsal. A trigger that names the id must have the same options; otherwise it is
   * refused.
   */
  readonly rehearsal: string
  readonly expiresAt: Date
}

/**
 * Rehearses a trigger: returns what its job would do, and starts nothing. The caller needs the permission to
 * start the job.
 */
export class RehearseTrigger {
  readonly #intake: JobStarter
  readonly #rehearser: Rehearser
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(intake: JobStarter, rehearser: Rehearser, clock: Clock, ids: Ids) {
    this.#intake = intake
    this.#rehearser = rehearser
    this.#clock = clock
    this.#ids = ids
  }

  async execute(query: RehearseTriggerQuery): Promise<TriggerRehearsed> {
    const { caller, request, gone } = query
    const spinnerId = query.spinnerId.toLowerCase()
    const order = { jobId: this.#ids.next(), caller, spinnerId, idempotency: null }
    const { organizationId, isPublished } = await this.#intake.factsOf(order, scopesOf(request.audience))
    try {
      if (!isPublished || !isId(spinnerId)) throw new DomainError('SPINNER_NOT_FOUND')
      const asked = {
        organizationId,
        spinnerId,
        draft: false,
        request,
        supersedes: false,
        most: mostInDryRun,
      }
      const open = await this.#rehearser.open(asked)
      const result = await this.#rehearser.run(open, gone)
      if (result === null)
        throw new DomainError('OVERLOADED', {
          message:
            'The rehearsal was stopped, because the client disconnected or the service is stopping; rehearse again',
        })
      return { organizationId, result, rehearsal: open.id, expiresAt: expiryOf(this.#clock.now()) }
    } catch (error) {
      throw error instanceof DomainError ? error.for(organizationId) : error
    }
  }
}
