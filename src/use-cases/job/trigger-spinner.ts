import type { Caller } from '../../domain/account/credential.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import { type Idempotency, type Replayable, replay } from '../../domain/idempotency.ts'
import { assertFits } from '../../domain/plan/meter.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type {
  JobIntake,
  JobOrder,
  OrderStanding,
  Started,
  TriggerReceipt,
} from '../../ports/job/job-intake.ts'
import type { AdmitSending } from '../account/admit-sending.ts'

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
  readonly #admitSending: AdmitSending

  constructor(intake: JobIntake, clock: Clock, ids: Ids, admitSending: AdmitSending) {
    this.#intake = intake
    this.#admitSending = admitSending
    this.#clock = clock
    this.#ids = ids
  }

  async execute(command: TriggerCommand): Promise<Triggered> {
    const order = { ...command, jobId: this.#ids.next(), spinnerId: command.spinnerId.toLowerCase() }
    return this.#admitSending.isAsked ? this.#startAdmitted(order) : this.#start(order)
  }

  /** The same, of an organization that may have to be confirmed first. */
  async #startAdmitted(order: JobOrder): Promise<Triggered> {
    const standing = await this.#intake.standing(order)
    const { organizationId } = standing
    if (standing.earlier !== null) return answer(order, standing)
    this.#assertStartable(standing)
    return concerningLater(organizationId, async () => {
      const admission = await this.#admitSending.toStart(organizationId, order.spinnerId)
      const triggered = await this.#start(order)
      if (admission !== null && !triggered.replayed)
        await this.#admitSending.started(organizationId, triggered.answer.jobId, admission)
      return triggered
    })
  }

  async #start(order: JobOrder): Promise<Triggered> {
    // What stood in the way may be gone when it is looked for, so a few tries are owed.
    for (let tries = 0; tries < 5; tries++) {
      const started = isId(order.spinnerId) ? await this.#intake.start(order) : null
      if (started !== null) return answer(order, started)
      const standing = await this.#intake.standing(order)
      if (standing.earlier !== null) return answer(order, standing)
      this.#assertStartable(standing)
    }
    throw new DomainError('OVERLOADED')
  }

  #assertStartable({ organizationId, isPublished, reading }: OrderStanding): void {
    concerning(organizationId, () => {
      if (!isPublished) throw new DomainError('SPINNER_NOT_FOUND')
      assertFits(reading, 1, this.#clock.now())
    })
  }
}

/** The job that was started, or the one that the idempotency key stands for. */
function answer(
  { jobId, spinnerId, idempotency }: JobOrder,
  { organizationId, earlier }: Started,
): Triggered {
  if (earlier === null || idempotency === null)
    return { answer: { jobId, spinnerId }, replayed: false, organizationId }
  return concerning(organizationId, () => ({ ...replay(idempotency, earlier), organizationId }))
}

async function concerningLater<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof DomainError ? error.for(organizationId) : error
  }
}

function concerning<Result>(organizationId: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof DomainError ? error.for(organizationId) : error
  }
}
