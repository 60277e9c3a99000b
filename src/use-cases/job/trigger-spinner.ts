import type { Caller } from '../../domain/account/api-keys/credential.ts'
import { scopesOf } from '../../domain/account/api-keys/scope.ts'
import { type AuditEntry, type AuditEvent, auditEntry } from '../../domain/account/audit/audit-entry.ts'
import { jobSubject } from '../../domain/account/audit/subject.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import { type Idempotency, type Replayable, replay } from '../../domain/idempotency.ts'
import { audienceOfIds, exclusionsOf } from '../../domain/job/audience/named-audience.ts'
import { assertStartTime, fitsStartTime, startTimeOf } from '../../domain/job/audience/start-time.ts'
import {
  type ExistingAudience,
  isPlainRequest,
  plainRequest,
  type TriggerRequest,
  withSegment,
} from '../../domain/job/audience/trigger-request.ts'
import { assertMatchesRehearsal, RecipientLimit } from '../../domain/job/rehearsal/rehearsal-match.ts'
import { triggerText } from '../../domain/job/rehearsal/trigger-text.ts'
import { attemptOptimistically, type StateOrResult } from '../../domain/optimistic.ts'
import { assertFitsMeter, type MeterReading } from '../../domain/plan/meter.ts'
import { soughtSegmentOf } from '../../domain/spinner/audience.ts'
import { assertTriggerData, fitsTriggerData } from '../../domain/spinner/trigger-data.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type {
  JobAudience,
  JobOrder,
  JobStarter,
  StartedJob,
  StartOptions,
  TriggerReceipt,
  TriggerTarget,
} from '../../ports/job/job-starter.ts'
import type { Rehearsals } from '../../ports/job/rehearsal/rehearsals.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { AdmitSending } from '../admit-sending.ts'
import type { NameAudience } from './name-audience.ts'
import type { SegmentConditions } from './rehearsal/segment-conditions.ts'

export interface TriggerCommand {
  readonly caller: Caller
  readonly spinnerId: string
  readonly idempotency: Idempotency | null
  /** The options of the trigger, such as its audience; absent for a job over the spinner's new records. */
  readonly request?: TriggerRequest
  /**
   * The actor and organization of a start that the audit log records. Absent on the public API, which writes no
   * audit entries because the job itself names its API key.
   */
  readonly audit?: Pick<AuditEvent, 'by' | 'organizationId'>
  /** The request id, which is stored with the records that the trigger brings; absent if it brings none. */
  readonly requestId?: string
}

export interface Triggered extends Replayable<TriggerReceipt> {
  readonly organizationId: string
}

/** The audience of a trigger that brings no records. */
interface Whom {
  readonly audience: ExistingAudience
}

/** A trigger request while it is being processed. */
interface Trigger {
  readonly order: JobOrder
  readonly request: TriggerRequest
  readonly requestId: string
  readonly startsAt: Date | null
}

/** The data about the spinner and the plan on which one attempt to start a job is based. */
interface Known {
  /**
   * The trigger settings of the spinner; null for a trigger without options, for which they were not read.
   */
  readonly target: TriggerTarget | null
  /**
   * The number of jobs that the organization has used this month, and its limit. Null if it was not read, for
   * example because `target` comes from the cache.
   */
  readonly reading: MeterReading | null
}

/** Starts a job of a published spinner, for a request of the API or the console. */
export class TriggerSpinner {
  readonly #starter: JobStarter
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #admitSending: AdmitSending
  readonly #nameAudience: NameAudience
  readonly #metrics: Metrics
  readonly #rehearsals: Rehearsals
  readonly #segmentConditions: SegmentConditions

  constructor(
    starter: JobStarter,
    clock: Clock,
    ids: Ids,
    admitSending: AdmitSending,
    nameAudience: NameAudience,
    metrics: Metrics,
    rehearsals: Rehearsals,
    segmentConditions: SegmentConditions,
  ) {
    this.#segmentConditions = segmentConditions
    this.#rehearsals = rehearsals
    this.#starter = starter
    this.#nameAudience = nameAudience
    this.#metrics = metrics
    this.#admitSending = admitSending
    this.#clock = clock
    this.#ids = ids
  }

  async execute({
    caller,
    spinnerId,
    idempotency,
    request = plainRequest,
    requestId = '',
    audit,
  }: TriggerCommand): Promise<Triggered> {
    const startsAt = startTimeOf(request.scheduledAt, this.#clock.now())
    const jobId = this.#ids.next()
    const noted = audit === undefined ? {} : { audit: this.#entry({ ...audit, jobId, request, startsAt }) }
    const order = { jobId, caller, spinnerId: spinnerId.toLowerCase(), idempotency, ...noted }
    const trigger: Trigger = { order, request, requestId, startsAt }
    return attemptOptimistically<Known, Triggered>({
      first: this.#known(trigger),
      look: () => this.#look(trigger),
      attempt: (known) => {
        const attempt = concerning(known.target, () => this.#attempt(trigger, known))
        return known.reading === null ? attempt.catch(unlessRefused) : attempt
      },
    })
  }

  /** Returns the audit entry of a start. The start adds the spinner's name, the version and the recipients. */
  #entry({
    jobId,
    request: { audience },
    startsAt,
    ...by
  }: Pick<AuditEvent, 'by' | 'organizationId'> &
    Pick<Trigger, 'request' | 'startsAt'> & { readonly jobId: string }): AuditEntry {
    const later = startsAt === null ? {} : { startsAt: startsAt.toISOString() }
    return auditEntry(this.#ids.next(), this.#clock.now(), {
      ...by,
      action: 'job.started',
      subject: jobSubject(jobId, null),
      after: { audience: audience.kind, ...later },
    })
  }

  /**
   * Returns the cached data about the spinner, with which a start can be tried without a query; null if a
   * query is necessary. The commit that starts the job detects outdated data.
   */
  #known({ order, request }: Trigger): Known | null {
    const { audience, data, rehearsal, scheduledAt } = request
    if (this.#admitSending.isConfirmationRequired || rehearsal !== null) return null
    if (!fitsStartTime(scheduledAt, this.#clock.now())) return null
    if (isPlainRequest(request)) return isId(order.spinnerId) ? { target: null, reading: null } : null
    const target = this.#starter.cachedTarget(order)
    if (target === null || !fitsTriggerData(target.triggerData, data)) return null
    const fits = audience.kind !== 'records' || target.tableSchema.fits(audience.records)
    return fits ? { target, reading: null } : null
  }

  /**
   * Reads the state of the spinner and the plan, or the earlier answer of the idempotency key. Throws if the
   * caller may not start the job, the spinner is not published, or the time, the data or the records do not fit.
   */
  async #look({
    order,
    request: { audience, data, scheduledAt },
  }: Trigger): Promise<StateOrResult<Known, Triggered>> {
    const facts = await this.#starter.factsOf(order, scopesOf(audience))
    const { organizationId, isPublished, reading } = facts
    return concerning(facts, async () => {
      if (facts.earlier !== null) return { result: answer(order, facts) }
      assertStartTime(scheduledAt, this.#clock.now())
      const target = isPublished ? await this.#starter.target(order, organizationId) : null
      if (target === null) throw new DomainError('SPINNER_NOT_FOUND')
      assertTriggerData(target.triggerData, data)
      if (audience.kind === 'records') target.tableSchema.assertFits(audience.records)
      return { state: { target, reading } }
    })
  }

  /**
   * Starts the job: finds its recipients, and checks their number, the rehearsal, the plan and the
   * confirmation of a new organization. Returns null if the data on which the attempt is based was outdated.
   */
  async #attempt(trigger: Trigger, { target, reading }: Known): Promise<Triggered | null> {
    const { order, request } = trigger
    const isPlain = isPlainRequest(request) && (target === null || soughtSegmentOf(target.audience) === null)
    const plannedAudience =
      target === null || isPlain ? null : await this.#optionsOf(trigger, target, reading)
    if (reading !== null) assertFitsMeter(reading, 1, this.#clock.realNow())
    if (target !== null) await this.#admitSending.toStart(target.organizationId)
    const started =
      plannedAudience === null
        ? await this.#starter.start(order)
        : await plannedAudience.limit.within(() => this.#starter.start(order, plannedAudience.options))
    if (started === null) return null
    const triggered = await concerning(started, async () => answer(order, started))
    if (triggered.replayed) return triggered
    const { details } = triggered.answer
    if (request.audience.kind === 'records' && order.caller.kind === 'apiKey')
      this.#metrics.noteRecords(order.caller.kind, details?.inserted ?? 0)
    return triggered
  }

  /** Returns the options of the job, with its audience and the limit of its recipients. */
  async #optionsOf(
    { order, request, requestId, startsAt }: Trigger,
    target: TriggerTarget,
    reading: MeterReading | null,
  ): Promise<{ readonly limit: RecipientLimit; readonly options: StartOptions }> {
    const { data, exclude, rehearsal } = request
    if (exclude !== null) await this.#nameAudience.assertExcludable(target, exclude)
    const limit = await this.#recipientLimit(order, request, target)
    const { maxRecipients } = limit
    const { audience: requestAudience } = request
    if (request.decide !== null && withSegment(requestAudience, target.audience).kind !== 'segment')
      throw noSegmentToDecide()
    const audience =
      requestAudience.kind === 'records'
        ? { ...requestAudience, requestId, target }
        : await this.#existing(
            target,
            { ...request, audience: requestAudience, maxRecipients },
            reading === null,
          )
    const recipients = recipientsOf(audience)
    if (maxRecipients !== null && recipients > maxRecipients) throw limit.tooMany(recipients)
    return {
      limit,
      options: { version: target.version, startsAt, data, exclude, maxRecipients, rehearsal, audience },
    }
  }

  /** Returns the audience of a job that takes existing records. */
  #existing(
    target: TriggerTarget,
    request: Pick<TriggerRequest, 'scheduledAt' | 'decide' | 'maxRecipients'> & Whom,
    isCached: boolean,
  ): Promise<JobAudience> | JobAudience {
    const { scheduledAt, decide, maxRecipients } = request
    const audience = withSegment(request.audience, target.audience)
    if (audience.kind === 'spinner') return audience
    if (audience.kind !== 'segment') return this.#named(target, audience, isCached)
    const isLater = (decide ?? (scheduledAt === null ? 'atStart' : 'now')) === 'atStart'
    return isLater
      ? this.#nameAudience.ofSegment(target, { segmentId: audience.segmentId, maxRecipients })
      : this.#named(target, audience, isCached)
  }

  /**
   * Finds the existing records that a trigger names. If the trigger settings are cached, listed ids are not
   * looked up, because the start refuses ids that the table does not have.
   */
  async #named(
    target: TriggerTarget,
    audience: Exclude<ExistingAudience, { readonly kind: 'spinner' }>,
    isCached: boolean,
  ): Promise<JobAudience> {
    const supposed = isCached && audience.kind === 'recordIds' ? audienceOfIds(audience.ids) : null
    const named = supposed ?? (await this.#nameAudience.of(target, audience))
    const { recordIds } = named
    const schemaVersion = audience.kind === 'recordIds' ? null : target.tableSchema.version
    const left = exclusionsOf(named)
    return { kind: 'named', recordIds, left, isUnchecked: supposed !== null, schemaVersion }
  }

  /**
   * Returns the limit of recipients: the lower one of the trigger's option and the named rehearsal's number
   * plus 1 %. Throws if the trigger differs from the rehearsal.
   */
  async #recipientLimit(
    { spinnerId }: JobOrder,
    request: TriggerRequest,
    { organizationId, version, tableSchema: { tableId } }: TriggerTarget,
  ): Promise<RecipientLimit> {
    const { rehearsal, maxRecipients } = request
    if (rehearsal === null) return new RecipientLimit(maxRecipients, null)
    const of = { organizationId, spinnerId, version }
    const rehearsed = isId(rehearsal)
      ? await this.#rehearsals.rehearsed(
          organizationId,
          rehearsal,
          triggerText(request, await this.#segmentConditions.ofVersion(of, tableId, request)),
        )
      : null
    const matched = assertMatchesRehearsal(rehearsed, { spinnerId, version }, this.#clock.now())
    return new RecipientLimit(maxRecipients, matched)
  }
}

/**
 * Ignores a refusal that is based on cached data and returns null. The query that follows decides what the
 * caller may learn.
 */
function unlessRefused(error: unknown): null {
  // PLAN_LIMIT is final even with cached data, because only the commit throws it, after it has checked the
  // credential.
  const isFinal = !(error instanceof DomainError) || finalKinds.has(error.kind)
  if (isFinal) throw error
  return null
}

function noSegmentToDecide(): DomainError {
  return new DomainError('AUDIENCE_INVALID', {
    message: '`decide` applies to the records of a segment; leave it out, or send `segmentId`',
    errors: [{ pointer: '/decide', code: 'NO_SEGMENT' }],
  })
}

/** Returns the number of recipients of a job as far as it is known before the job starts. */
function recipientsOf(audience: JobAudience): number {
  if (audience.kind === 'segment') return audience.count.value
  return audience.kind === 'named' ? audience.recordIds.length : 0
}

const finalKinds: ReadonlySet<string> = new Set(['overloaded', 'limit_reached'])

/** Returns the started job, or the earlier job of the same idempotency key. */
function answer(
  { jobId, spinnerId, idempotency }: JobOrder,
  { organizationId, earlier, details }: StartedJob,
): Triggered {
  if (earlier !== null && idempotency !== null) return { ...replay(idempotency, earlier), organizationId }
  const receipt = details === undefined ? { jobId, spinnerId } : { jobId, spinnerId, details }
  return { answer: receipt, replayed: false, organizationId }
}

/**
 * Runs `work`, and adds the organization's id to the errors that it throws, so that the log names the
 * organization.
 */
async function concerning<Result>(
  about: Pick<TriggerTarget, 'organizationId'> | null,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof DomainError && about !== null ? error.for(about.organizationId) : error
  }
}
