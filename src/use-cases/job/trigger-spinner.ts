import type { Caller } from '../../domain/account/api-keys/credential.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import { type Idempotency, type Replayable, replay } from '../../domain/idempotency.ts'
import { audienceOfIds, exclusionsOf } from '../../domain/job/audience/named-audience.ts'
import { startOf } from '../../domain/job/audience/start-time.ts'
import { isPlain, plainRequest, type TriggerRequest } from '../../domain/job/audience/trigger-request.ts'
import {
  assertMatchesRehearsal,
  RecipientLimit,
  type RehearsalComparison,
} from '../../domain/job/rehearsal/rehearsal-match.ts'
import { assertFits, type MeterReading } from '../../domain/plan/meter.ts'
import { assertTriggerData, fitsTriggerData } from '../../domain/spinner/trigger-data.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type {
  JobOrder,
  JobStarter,
  OrderFacts,
  OrderWithRecords,
  Started,
  TriggerReceipt,
  TriggerTarget,
} from '../../ports/job/job-starter.ts'
import type { Rehearsals } from '../../ports/job/rehearsal/rehearsals.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { AdmitSending } from '../account/admit-sending.ts'
import type { NameAudience } from './name-audience.ts'

export interface TriggerCommand {
  readonly caller: Caller
  readonly spinnerId: string
  readonly idempotency: Idempotency | null
  /** The options of the trigger, such as its audience; absent for a job over the spinner's new records. */
  readonly request?: TriggerRequest
  /** The request id, which is stored with the records that the trigger brings; absent if it brings none. */
  readonly requestId?: string
  /**
   * The digest of the trigger's options, which must be the digest of the rehearsal that the trigger names.
   */
  readonly requestDigest?: string
}

type Audience = Exclude<TriggerRequest['audience'], { readonly kind: 'records' }>

interface AskedCommand {
  readonly order: JobOrder
  readonly request: TriggerRequest
  readonly startsAt: Date | null
  readonly requestDigest: string
}

export interface Triggered extends Replayable<TriggerReceipt> {
  readonly organizationId: string
}

/** Starts a job of a published spinner, for a request of the API or the console. */
export class TriggerSpinner {
  readonly #intake: JobStarter
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #admitSending: AdmitSending
  readonly #nameAudience: NameAudience
  readonly #metrics: Metrics
  readonly #rehearsals: Rehearsals

  constructor(
    intake: JobStarter,
    clock: Clock,
    ids: Ids,
    admitSending: AdmitSending,
    nameAudience: NameAudience,
    metrics: Metrics,
    rehearsals: Rehearsals,
  ) {
    this.#rehearsals = rehearsals
    this.#intake = intake
    this.#nameAudience = nameAudience
    this.#metrics = metrics
    this.#admitSending = admitSending
    this.#clock = clock
    this.#ids = ids
  }

  async execute({
    request = plainRequest,
    requestId = '',
    requestDigest = '',
    ...command
  }: TriggerCommand): Promise<Triggered> {
    const order = { ...command, jobId: this.#ids.next(), spinnerId: command.spinnerId.toLowerCase() }
    if (!isPlain(request)) {
      const { audience } = request
      const asked = {
        order,
        request,
        requestDigest,
        startsAt: startOf(request.scheduledAt, this.#clock.now()),
      }
      return audience.kind === 'records'
        ? this.#startWithRecords(asked, { records: audience.records, requestId })
        : this.#startWithOptions(asked, audience)
    }
    return this.#admitSending.isAsked ? this.#startAdmitted(order) : this.#start(order)
  }

  /**
   * Starts a job with options over existing records. Uses the cached spinner, which the start checks; a
   * refusal based on cached data is confirmed by a query.
   */
  async #startWithOptions(command: AskedCommand, audience: Audience): Promise<Triggered> {
    const { order, request } = command
    const isLookedAt = this.#admitSending.isAsked || request.rehearsal !== null
    const cached = isLookedAt ? null : this.#intake.cachedTarget(order)
    if (cached !== null && fitsTriggerData(cached.triggerData, request.data)) {
      const triggered = await this.#startNamed(command, audience, cached).catch(unlessRefused)
      if (triggered !== null) return triggered
    }
    for (let tries = 0; tries < 5; tries++) {
      const facts = await this.#intake.factsOf(order)
      if (facts.earlier !== null) return answer(order, facts)
      const triggered = await concerningLater(facts.organizationId, async () => {
        const target = await this.#targetOf(order, request, facts)
        return this.#startNamed(command, audience, target, facts.reading)
      })
      if (triggered !== null) return triggered
    }
    throw new DomainError('OVERLOADED')
  }

  async #startNamed(
    { order, request, startsAt, requestDigest }: AskedCommand,
    audience: Audience,
    target: TriggerTarget,
    reading: MeterReading | null = null,
  ): Promise<Triggered | null> {
    // Uses the named record ids without a query if the target is cached, because the start refuses missing
    // records.
    const supposed = reading === null && audience.kind === 'recordIds' ? audienceOfIds(audience.ids) : null
    const named =
      supposed ?? (audience.kind === 'spinner' ? null : await this.#nameAudience.of(target, audience))
    const { data, rehearsal } = request
    const held = await this.#recipientLimitOf(request, {
      ...target,
      spinnerId: order.spinnerId,
      requestDigest,
    })
    const { maxRecipients } = held
    const recipients = named?.recordIds.length ?? 0
    if (maxRecipients !== null && recipients > maxRecipients) throw held.tooMany(recipients)
    if (reading !== null) assertFits(reading, 1, this.#clock.now())
    const left = named && exclusionsOf(named)
    const asked = { version: target.version, startsAt, data, maxRecipients, left, rehearsal }
    const recordIds = named?.recordIds ?? null
    const whole = supposed !== null
    const { organizationId } = target
    return this.#admitted({ organizationId, order, size: recordIds?.length ?? null }, () =>
      held.within(() => this.#intake.startWithOptions({ ...order, asked, recordIds, whole })),
    )
  }

  /**
   * Inserts the records of a trigger and starts a job over them. Uses the cached spinner, which the start
   * checks.
   */
  async #startWithRecords(
    { order, request, startsAt, requestDigest }: AskedCommand,
    brought: Pick<OrderWithRecords, 'records' | 'requestId'>,
  ): Promise<Triggered> {
    const { records } = brought
    const { data, rehearsal } = request
    const start = async (target: TriggerTarget) => {
      const held = await concerningLater(target.organizationId, () =>
        this.#recipientLimitOf(request, { ...target, spinnerId: order.spinnerId, requestDigest }),
      )
      const { maxRecipients } = held
      const asked = { version: target.version, startsAt, data, maxRecipients, rehearsal }
      const triggered = await concerningLater(target.organizationId, () =>
        this.#admitted({ organizationId: target.organizationId, order, size: records.length }, () =>
          held.within(() => this.#intake.startWithRecords({ ...order, asked, ...brought }, target)),
        ),
      )
      if (triggered !== null && !triggered.replayed && order.caller.kind === 'apiKey')
        this.#metrics.noteRecords(order.caller.kind, triggered.answer.told?.inserted ?? 0)
      return triggered
    }
    const isLookedAt = this.#admitSending.isAsked || request.rehearsal !== null
    const cached = isLookedAt ? null : this.#intake.cachedTarget(order)
    if (cached?.shape.fits(records) && fitsTriggerData(cached.triggerData, data)) {
      const triggered = await start(cached)
      if (triggered !== null) return triggered
    }
    for (let tries = 0; tries < 5; tries++) {
      const facts = await this.#intake.factsOf(order, ['trigger', 'ingest'])
      if (facts.earlier !== null) return answer(order, facts)
      const target = await concerningLater(facts.organizationId, async () => {
        const found = await this.#targetOf(order, request, facts)
        found.shape.assertFits(records)
        assertFits(facts.reading, 1, this.#clock.now())
        return found
      })
      const triggered = await start(target)
      if (triggered !== null) return triggered
    }
    throw new DomainError('OVERLOADED')
  }

  /**
   * Returns the limit of recipients: the lower one of the trigger's option and the named rehearsal's number
   * plus 1 %.
   */
  async #recipientLimitOf(
    { rehearsal, maxRecipients }: TriggerRequest,
    asked: RehearsalComparison & Pick<TriggerTarget, 'organizationId'>,
  ): Promise<RecipientLimit> {
    if (rehearsal === null) return new RecipientLimit(maxRecipients, null)
    const { organizationId } = asked
    const rehearsed = isId(rehearsal) ? await this.#rehearsals.rehearsed(organizationId, rehearsal) : null
    return new RecipientLimit(maxRecipients, assertMatchesRehearsal(rehearsed, asked, this.#clock.now()))
  }

  async #targetOf(order: JobOrder, { data }: TriggerRequest, facts: OrderFacts): Promise<TriggerTarget> {
    const { organizationId, isPublished } = facts
    const target = isPublished ? await this.#intake.target(order, organizationId) : null
    if (target === null) throw new DomainError('SPINNER_NOT_FOUND')
    assertTriggerData(target.triggerData, data)
    return target
  }

  /**
   * Runs `start` for a job that the organization may have, and cancels the job if it gets more recipients.
   * `size` is the number of recipients; null for the spinner's whole audience.
   */
  async #admitted(
    { organizationId, order, size }: { organizationId: string; order: JobOrder; size: number | null },
    start: () => Promise<Started | null>,
  ): Promise<Triggered | null> {
    const admission = this.#admitSending.isAsked
      ? await this.#admitSending.toStart(organizationId, order.spinnerId, size)
      : null
    const started = await start()
    if (started === null) return null
    const triggered = answer(order, started)
    if (admission !== null && !triggered.replayed)
      await this.#admitSending.started(organizationId, triggered.answer.jobId, admission)
    return triggered
  }

  /** Starts a job without trigger options, and cancels it if it is too large for a new organization. */
  async #startAdmitted(order: JobOrder): Promise<Triggered> {
    const facts = await this.#intake.factsOf(order)
    const { organizationId } = facts
    if (facts.earlier !== null) return answer(order, facts)
    await this.#assertStartable(order, facts)
    return concerningLater(organizationId, async () => {
      const admission = await this.#admitSending.toStart(organizationId, order.spinnerId)
      const triggered = await this.#start(order)
      if (admission !== null && !triggered.replayed)
        await this.#admitSending.started(organizationId, triggered.answer.jobId, admission)
      return triggered
    })
  }

  async #start(order: JobOrder): Promise<Triggered> {
    // Tries five times, because the reason for a refused start may be gone when it is queried.
    for (let tries = 0; tries < 5; tries++) {
      const started = isId(order.spinnerId) ? await this.#intake.start(order) : null
      if (started !== null) return answer(order, started)
      const facts = await this.#intake.factsOf(order)
      if (facts.earlier !== null) return answer(order, facts)
      await this.#assertStartable(order, facts)
    }
    throw new DomainError('OVERLOADED')
  }

  /** Throws the reason why a plain job cannot be started; does nothing if the reason no longer exists. */
  #assertStartable(order: JobOrder, facts: OrderFacts): Promise<void> {
    return concerningLater(facts.organizationId, async () => {
      await this.#targetOf(order, plainRequest, facts)
      assertFits(facts.reading, 1, this.#clock.now())
    })
  }
}

/** Returns null for a refusal that is based on cached data. The query decides what the caller may learn. */
function unlessRefused(error: unknown): null {
  if (error instanceof DomainError && error.kind !== 'overloaded') return null
  throw error
}

/** Returns the started job, or the earlier job of the same idempotency key. */
function answer(
  { jobId, spinnerId, idempotency }: JobOrder,
  { organizationId, earlier, told }: Started,
): Triggered {
  if (earlier === null || idempotency === null) {
    const receipt = told === undefined ? { jobId, spinnerId } : { jobId, spinnerId, told }
    return { answer: receipt, replayed: false, organizationId }
  }
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
