import { DomainError } from '../../../domain/errors.ts'
import {
  duplicateExclusions,
  type Exclusions,
  exclusionsOf,
  noExclusions,
  tooManyRecipients,
} from '../../../domain/job/audience/named-audience.ts'
import { assertStartTime, startTimeOf } from '../../../domain/job/audience/start-time.ts'
import { type TriggerRequest, withSegment } from '../../../domain/job/audience/trigger-request.ts'
import { type RehearsalResult, rehearsalHoldsSeconds } from '../../../domain/job/rehearsal/rehearsal.ts'
import { triggerText } from '../../../domain/job/rehearsal/trigger-text.ts'
import { rangeKindOf } from '../../../domain/spinner/audience.ts'
import type { SpinnerView } from '../../../domain/spinner/spinner.ts'
import { assertTriggerData } from '../../../domain/spinner/trigger-data.ts'
import { type DataTableView, metadataColumnsOf } from '../../../domain/table/data-table.ts'
import { TableSchema } from '../../../domain/table/table-schema.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type {
  RehearsalFacts,
  RehearsedAudience,
  RehearsedRecord,
} from '../../../ports/job/rehearsal/rehearsal-facts.ts'
import type { NewRehearsal, Rehearsals } from '../../../ports/job/rehearsal/rehearsals.ts'
import type { EmailChannel } from '../../../ports/sender/message/channels.ts'
import type { SpinnerStore } from '../../../ports/spinner/spinners.ts'
import type { DataTableStore } from '../../../ports/table/data-tables.ts'
import type { RecordStore } from '../../../ports/table/records.ts'
import type { Pace, Timers } from '../../../ports/timers.ts'
import { assertRunnable } from '../../spinner/steps/assert-runnable.ts'
import type { StepPorts } from '../../spinner/steps/step-runner.ts'
import { StepRunners } from '../../spinner/steps/step-types.ts'
import type { NameAudience } from '../name-audience.ts'
import type { RecordsOfTrigger } from './records-of-trigger.ts'
import { RehearsalRun, type Rehearsed, type RehearsedVersion } from './rehearsal-run.ts'
import type { SegmentConditions } from './segment-conditions.ts'
import { SimulatedClock } from './simulated-clock.ts'

export interface RehearsalRequested {
  readonly organizationId: string
  readonly spinnerId: string
  /** Whether the draft in the editor is rehearsed instead of the published version. */
  readonly draft: boolean
  readonly request: RehearsalRequest
  /** Whether this rehearsal replaces a running rehearsal of the same spinner. */
  readonly supersedes: boolean
  /**
   * The largest number of records in the audience of a rehearsal; a larger audience is refused. Null for no
   * limit.
   */
  readonly most: number | null
}

/** The options of a trigger that decide which recipients its job has and when it starts. */
export type RehearsalRequest = Pick<
  TriggerRequest,
  'audience' | 'exclude' | 'data' | 'scheduledAt' | 'decide' | 'maxRecipients'
>

/** A rehearsal that is stored in the database and has not begun. */
export type OpenRehearsal = Rehearsed

export class RehearserPorts {
  readonly spinners: SpinnerStore
  readonly dataTables: DataTableStore
  readonly facts: RehearsalFacts
  readonly records: RecordStore
  readonly rehearsals: Rehearsals
  readonly pace: Pace
  readonly clock: Clock
  readonly ids: Ids
  readonly timers: Timers

  constructor(
    spinners: SpinnerStore,
    dataTables: DataTableStore,
    facts: RehearsalFacts,
    records: RecordStore,
    rehearsals: Rehearsals,
    pace: Pace,
    clock: Clock,
    ids: Ids,
    timers: Timers,
  ) {
    this.spinners = spinners
    this.dataTables = dataTables
    this.facts = facts
    this.records = records
    this.rehearsals = rehearsals
    this.pace = pace
    this.clock = clock
    this.ids = ids
    this.timers = timers
  }

  /**
   * Returns the real time, at which rehearsals of all organizations are stored and deleted. A test clock may stand
   * still or lie hours behind it.
   */
  realTime(): Date {
    return this.clock.realNow()
  }
}

interface Whom {
  readonly audience: RehearsedAudience
  readonly left: Exclusions
  /** The number of records of the trigger that would be inserted into the table. */
  readonly inserted: number
}

/**
 * The largest number of rehearsals that run in one process at once, for all organizations together, because
 * each may use a whole core.
 */
const maxAtOnce = 4
const tellEveryMs = 500

/** Rehearses the audience of a spinner, for requests of the API and of the console. */
export class Rehearser {
  readonly #ports: RehearserPorts
  readonly #stepPorts: StepPorts
  readonly #emailChannel: EmailChannel
  readonly #nameAudience: NameAudience
  readonly #brought: RecordsOfTrigger
  readonly #segmentConditions: SegmentConditions
  #running = 0

  constructor(
    ports: RehearserPorts,
    stepPorts: StepPorts,
    emailChannel: EmailChannel,
    nameAudience: NameAudience,
    brought: RecordsOfTrigger,
    segmentConditions: SegmentConditions,
  ) {
    this.#segmentConditions = segmentConditions
    this.#nameAudience = nameAudience
    this.#brought = brought
    this.#ports = ports
    this.#stepPorts = stepPorts
    this.#emailChannel = emailChannel
  }

  /**
   * Checks the limits and stores a new rehearsal, ready to run. Throws the reason if it cannot begin. The rehearsal
   * counts as running until `run` has ended, so the caller must call `run`.
   */
  async open(requested: RehearsalRequested): Promise<OpenRehearsal> {
    const { organizationId, request } = requested
    const { spinners, dataTables, facts, clock, ids } = this.#ports
    this.#assertRoom()
    const now = clock.now()
    assertStartTime(request.scheduledAt, now)
    const startedAt = startTimeOf(request.scheduledAt, now) ?? now
    const spinner = await spinners.find(organizationId, requested.spinnerId)
    if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
    const table = await dataTables.find(organizationId, spinner.dataTableId)
    if (table === null) throw new Error('The data table of the spinner does not exist')
    const version = await this.#versionOf(requested, spinner, table)
    assertTriggerData(version.triggerData, request.data)
    const tableSchema = new TableSchema(table)
    if (request.exclude !== null) await this.#nameAudience.assertExcludable({ tableSchema }, request.exclude)
    const spinnerId = spinner.id
    const [{ audience, left, inserted }, surroundings] = await Promise.all([
      this.#audienceOf(request, version, table, startedAt),
      facts.surroundings({ organizationId, spinnerId }, now),
    ])
    const { size } = audience
    if (request.maxRecipients !== null && size > request.maxRecipients)
      throw tooManyRecipients(size, request.maxRecipients)
    if (requested.most !== null && size > requested.most) throw tooLarge(size, requested.most)
    const id = ids.next()
    const entry = {
      id,
      organizationId,
      spinnerId,
      version: version.version,
      of: size,
      at: this.#ports.realTime(),
    }
    const segments = await this.#segmentConditions.of(version, table.id, request)
    await this.#begin({ ...entry, trigger: triggerText(request, segments), supersedes: requested.supersedes })
    const usage = { records: inserted, jobs: 1 }
    const { data, exclude } = request
    const rehearsed = { id, organizationId, dataTableId: table.id, version, audience, left, data, exclude }
    return { ...rehearsed, surroundings, usage, requestedAt: now, startedAt }
  }

  #assertRoom(): void {
    if (this.#running >= maxAtOnce) throw new DomainError('OVERLOADED', { message: tooManyHere })
  }

  /**
   * Stores a new rehearsal and counts it as running. Checks the limit of the process again, because the first check was
   * before the look-ups, and counts without waiting in between.
   */
  async #begin(rehearsal: NewRehearsal): Promise<void> {
    this.#assertRoom()
    this.#running++
    try {
      if (!(await this.#ports.rehearsals.begin(rehearsal)))
        throw new DomainError('RATE_LIMITED', { message: tooMany, retryAfter: 5 })
    } catch (error) {
      this.#running--
      throw error
    }
  }

  /**
   * Runs a rehearsal and stores its forecast. Returns null if the signal aborts, or if another rehearsal
   * replaces this one.
   */
  async run(open: OpenRehearsal, signal: AbortSignal | null): Promise<RehearsalResult | null> {
    const { facts, records, rehearsals, pace, clock, timers } = this.#ports
    try {
      const simulated = new SimulatedClock(open.startedAt)
      // Runs the steps and rules of real jobs with a simulated clock, so that the forecast and real jobs share
      // their code.
      const runners = new StepRunners(this.#stepPorts.by(simulated))
      const emailChannel = this.#emailChannel
      const run = new RehearsalRun(
        { facts, records, runners, senderlessChannel: emailChannel, clock: simulated, pace, timers },
        open,
      )
      let reportedAt = timers.elapsedMs()
      const result = await run.execute(async (done) => {
        if (signal?.aborted) return false
        if (timers.elapsedMs() - reportedAt < tellEveryMs) return true
        reportedAt = timers.elapsedMs()
        return rehearsals.progress(open.id, done, this.#ports.realTime())
      })
      const now = this.#ports.realTime()
      if (result === null) await rehearsals.fail(open.id, 'The rehearsal was stopped', now)
      else await rehearsals.finish(open.id, result, now, expiryOf(clock.now()))
      return result
    } catch (error) {
      const serverResponse = error instanceof DomainError ? error.message : 'Something went wrong on our side'
      // Ignores an error that occurs while the failure of a rehearsal is stored, because the caller needs the
      // original error.
      await rehearsals.fail(open.id, serverResponse, this.#ports.realTime()).catch(() => {})
      throw error
    } finally {
      this.#running--
    }
  }

  async #audienceOf(
    { audience: requested, decide, maxRecipients }: RehearsalRequest,
    { spinnerId, audience: takes, metadataColumns, triggerData, version }: RehearsedVersion,
    table: DataTableView,
    startedAt: Date,
  ): Promise<Whom> {
    const { facts } = this.#ports
    const { organizationId, id: dataTableId } = table
    const request = withSegment(requested, takes)
    if (request.kind === 'spinner') {
      const spinnerRange = { organizationId, spinnerId, dataTableId, takes: rangeKindOf(takes) }
      return { audience: await facts.audienceOfSpinner(spinnerRange), left: noExclusions, inserted: 0 }
    }
    const tableSchema = new TableSchema(table)
    if (request.kind === 'records') {
      const { records, inserted } = await this.#brought.of(tableSchema, request.records)
      const left = duplicateExclusions(request.records.length - records.length)
      return { audience: { size: records.length, parts: onePart(records) }, left, inserted }
    }
    const target = {
      organizationId,
      version: version ?? 0,
      audience: takes,
      triggerData,
      metadataColumns,
      tableSchema,
    }
    if (request.kind === 'segment') {
      const decidedAt = decide === 'atStart' ? startedAt : this.#ports.clock.now()
      const { segmentId, count } = await this.#nameAudience.ofSegment(target, { ...request, maxRecipients })
      const audience = { size: count.value, parts: this.#recordsOfSegment(dataTableId, segmentId, decidedAt) }
      return { audience, left: noExclusions, inserted: 0 }
    }
    const named = await this.#nameAudience.of(target, request)
    return {
      audience: facts.audienceOfRecords(dataTableId, named.recordIds),
      left: exclusionsOf(named),
      inserted: 0,
    }
  }

  async *#recordsOfSegment(
    dataTableId: string,
    segmentId: string,
    now: Date,
  ): AsyncIterable<readonly RehearsedRecord[]> {
    const { records, facts } = this.#ports
    const condition = { where: { segmentId }, metadataColumns: null, now }
    for await (const ids of records.idsLike(dataTableId, condition))
      yield* facts.audienceOfRecords(dataTableId, ids).parts
  }

  async #versionOf(
    { organizationId, draft }: RehearsalRequested,
    spinner: SpinnerView,
    table: DataTableView,
  ): Promise<RehearsedVersion> {
    const { id: spinnerId, publishedVersion } = spinner
    if (!draft) {
      const published =
        publishedVersion === null
          ? null
          : await this.#ports.spinners.version(organizationId, spinnerId, publishedVersion)
      if (published === null) throw new DomainError('SPINNER_NOT_FOUND')
      return published
    }
    await assertRunnable(spinner, table, this.#stepPorts.templates)
    return { ...spinner, spinnerId, version: null, metadataColumns: metadataColumnsOf(table) }
  }
}

async function* onePart(records: readonly RehearsedRecord[]): AsyncIterable<readonly RehearsedRecord[]> {
  yield records
}

export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + rehearsalHoldsSeconds * 1000)
}

const tooManyHere = 'The service is running as many rehearsals as it can; try again in a few seconds'
const tooMany =
  'Two rehearsals of this organization are running, which is the limit; try again when one has ended'

function tooLarge(recipients: number, most: number): DomainError {
  const message = `A dry run may have at most ${most} records, but there are ${recipients}. Start a rehearsal instead, with POST /spinners/{id}/rehearsals, or in the console`
  return new DomainError('TOO_MANY_RECIPIENTS', { message, recipients, maxRecipients: most })
}
