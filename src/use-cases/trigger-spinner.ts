import { DomainError } from '../domain/errors.ts'
import { isId } from '../domain/id.ts'
import { type Idempotency, type Replayable, replay } from '../domain/idempotency.ts'
import type { Caller } from '../domain/organization/credential.ts'
import { assertFits } from '../domain/usage/meter.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { JobIntake, OrderStanding, TriggerReceipt } from '../ports/job-intake.ts'

export interface TriggerCommand {
  readonly caller: Caller
  readonly spinnerId: string
  readonly idempotency: Idempotency | null
}

export interface Triggered extends Replayable<TriggerReceipt> {
  readonly organizationId: string
}

/** Starts a job for a published spinner. */
export class TriggerSpinner {
  readonly #intake: JobIntake
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(intake: JobIntake, clock: Clock, ids: Ids) {
    this.#intake = intake
    this.#clock = clock
    this.#ids = ids
  }

  async execute(command: TriggerCommand): Promise<Triggered> {
    const receipt = { jobId: this.#ids.next(), spinnerId: command.spinnerId.toLowerCase() }
    const order = { ...command, ...receipt }
    // What stood in the way may be gone when it is looked for, so a few tries are owed.
    for (let tries = 0; tries < 5; tries++) {
      const startedFor = isId(order.spinnerId) ? await this.#intake.start(order) : null
      if (startedFor !== null) return { answer: receipt, replayed: false, organizationId: startedFor }
      const standing = await this.#intake.standing(order)
      const earlier = this.#judge(order.idempotency, standing)
      if (earlier !== null) return { ...earlier, organizationId: standing.organizationId }
    }
    throw new DomainError('OVERLOADED')
  }

  /** The first answer to a repeat; null where nothing is in the way; otherwise the reason is thrown. */
  #judge(
    idempotency: Idempotency | null,
    { organizationId, earlier, isPublished, reading }: OrderStanding,
  ): Replayable<TriggerReceipt> | null {
    try {
      if (earlier !== null && idempotency !== null) return replay(idempotency, earlier)
      if (!isPublished) throw new DomainError('SPINNER_NOT_FOUND')
      assertFits(reading, 1, this.#clock.now())
      return null
    } catch (error) {
      throw error instanceof DomainError ? error.for(organizationId) : error
    }
  }
}
