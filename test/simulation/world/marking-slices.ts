import type { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresSlices } from '../../../src/adapters/postgres/job/slices.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import type { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { LeaseLost, type MarkResult, type SendingMark } from '../../../src/ports/job/slices.ts'
import type { Sealing } from '../../../src/ports/sealing.ts'
import type { MessagesInTransit } from '../model/mail/messages-in-transit.ts'
import type { MessageMark } from '../model/path/message-marks.ts'
import type { RunTime, StoredSteps } from '../model/path/stored-steps.ts'
import type { SendingTime } from '../model/sent.ts'
import type { Gates } from '../run/gates.ts'
import { VirtualClock } from '../run/virtual-clock.ts'

/**
 * The number of records that a job over a segment looks at before it takes some. It is small, so that a process may end
 * between two looks at the few records of a run.
 */
const segmentRecordsAtOnce = 4

/** The parts of a run by which a process notes its marks. */
export interface Watch {
  readonly process: string
  readonly gates: Gates
  readonly inTransit: MessagesInTransit
}

/**
 * `MarkingSlices` notes the numbers of the run's events at which a simulated process marked messages as being
 * sent, and the outcomes that it stored. A marked message is sent, even if its job is paused or cancelled before the
 * receiver has it.
 */
export class MarkingSlices extends PostgresSlices {
  readonly #steps: StoredSteps
  readonly #clock: Clock
  readonly #leased = new WeakMap<LeasedSlice, RunTime>()
  /** The time of the last mark of each actor of the simulator, because several turns may take place in one process. */
  readonly #marked = new Map<number, SendingTime>()
  #watch: Watch | null = null

  constructor(
    steps: StoredSteps,
    ...parts: readonly [database: Database, clock: Clock, sealing: Sealing, digests: PersonDigests]
  ) {
    super(...parts, segmentRecordsAtOnce)
    this.#steps = steps
    this.#clock = parts[1]
  }

  /** Notes from now on the marks in a run. */
  beWatched(watch: Watch): void {
    this.#watch = watch
  }

  override take(...order: Parameters<PostgresSlices['take']>): ReturnType<PostgresSlices['take']> {
    return this.#leasing(() => super.take(...order))
  }

  override async takeNext(
    ...order: Parameters<PostgresSlices['takeNext']>
  ): ReturnType<PostgresSlices['takeNext']> {
    const slice = await this.#leasing(() => super.takeNext(...order))
    const [, , { holder }] = order
    if (slice !== null) {
      const { jobId, spinnerId, recipients } = slice
      this.#watch?.inTransit.lease(holder, {
        process: this.#watch.process,
        jobId,
        spinnerId,
        refs: new Set(recipients.map(({ data }) => data?.['ref'])),
        addresses: new Set(
          recipients.flatMap(({ data }) =>
            ['email', 'work_email'].map((column) => String(data?.[column] ?? '').toLowerCase()),
          ),
        ),
        records: new Set(recipients.map(({ recordId }) => recordId)),
      })
      this.#watch?.gates.actor.note('lease')
    }
    return slice
  }

  override beginWaits(
    ...order: Parameters<PostgresSlices['beginWaits']>
  ): ReturnType<PostgresSlices['beginWaits']> {
    const [{ jobId }, begun] = order
    const now = this.#now()
    for (const { recordId, step } of begun) this.#steps.beginWait(jobId, recordId, step, now)
    return super.beginWaits(...order)
  }

  override async settleAndMark(
    ...order: Parameters<PostgresSlices['settleAndMark']>
  ): ReturnType<PostgresSlices['settleAndMark']> {
    const [slice, { holder }, settled, next] = order
    const { jobId } = slice
    const writing = this.#now()
    // The mark is stored at the first gate from here, although its answer may be held up.
    if (this.#watch !== null && settled.length + next.length > 0) this.#watch.gates.actor.passedAt = null
    const marked = await super.settleAndMark(...order).catch((error: unknown) => {
      for (const { recordId } of settled) this.#steps.inDoubt.add(`${jobId} ${recordId}`)
      this.#noteMarks(order, writing, null)
      if (error instanceof LeaseLost) this.#watch?.inTransit.release(holder)
      throw error
    })
    this.#note(order, writing)
    this.#noteMarks(order, writing, marked)
    // A renewal of the lease neither settles nor marks anything.
    if (settled.length + next.length === 0) return marked
    this.#noteTime()
    const going = marked.wasJobRunning ? next.filter(({ recordId }) => !marked.withheld.has(recordId)) : []
    this.#watch?.inTransit.mark(
      holder,
      going.map(({ recordId, address, step }) => ({ jobId, recordId, address, position: step })),
    )
    if (going.length > 0) this.#watch?.gates.actor.note('mark')
    return marked
  }

  override async release(...order: Parameters<PostgresSlices['release']>) {
    const seconds = await super.release(...order)
    this.#watch?.inTransit.release(order[1].holder)
    return seconds
  }

  /** Returns when the present actor of the simulator last marked messages in this process. */
  sendingTime(): SendingTime {
    return this.#marked.get(this.#watch?.gates.actor.number ?? 0) ?? this.#noteTime()
  }

  #noteTime(): SendingTime {
    if (this.#watch === null) throw new Error('Nobody watches the marks of this process')
    const { number, passedAt } = this.#watch.gates.actor
    if (passedAt === null) throw new Error('Messages are marked at a gate')
    this.#marked.set(number, passedAt)
    return passedAt
  }

  #note([slice, , settled, , rules]: Parameters<PostgresSlices['settleAndMark']>, writing: RunTime): void {
    const { jobId, organizationId, spinnerId, version, recipients } = slice
    const refs = new Map(recipients.map(({ recordId, data }) => [recordId, data?.['ref']]))
    const stored = this.#now()
    const leased = this.#leased.get(slice) ?? stored
    for (const { recordId, step, status, nextStep, branch, reason, delivery } of settled) {
      const ref = refs.get(recordId)
      this.#steps.add({
        jobId,
        organizationId,
        spinnerId,
        recordId,
        step,
        status,
        nextStep,
        reason,
        delivery,
        ...(branch === undefined ? {} : { branch }),
        ref: typeof ref === 'string' ? ref : null,
        steps: version.steps,
        leased,
        writing,
        stored,
        isAfterRestore: rules === 'claims',
      })
    }
  }

  #noteMarks(
    [slice, , settled, next, rules]: Parameters<PostgresSlices['settleAndMark']>,
    begun: RunTime,
    marked: MarkResult | null,
  ): void {
    const ended = this.#now()
    const { jobId, organizationId, spinnerId } = slice
    const { marks } = this.#steps
    if (marked !== null)
      for (const { recordId, step, delivery } of settled)
        marks.store({ jobId, recordId, step }, delivery, ended)
    if (marked?.wasJobRunning === false) return
    for (const { recordId, step, address } of next) {
      if (address === null) continue
      const answer = marked === null ? 'lost' : answerFor(recordId, marked, next)
      const of = { organizationId, spinnerId, jobId, recordId, step, address }
      const isAfterRestore = rules === 'claims'
      marks.add({ ...of, begun, ended, answer, isAfterRestore, released: null, certain: null })
    }
  }

  async #leasing(lease: () => Promise<LeasedSlice | null>): Promise<LeasedSlice | null> {
    const before = this.#now()
    const slice = await lease()
    if (slice !== null) this.#leased.set(slice, before)
    return slice
  }

  #now(): RunTime {
    const elapsedMs = this.#clock instanceof VirtualClock ? this.#clock.elapsedMs : 0
    return { moment: this.#steps.moments.next(), at: this.#clock.now(), elapsedMs }
  }
}

/**
 * Returns the answer for the messages of a record in a call. A restore marks several messages of a record in one call,
 * whose answer does not say which of them was withheld.
 */
function answerFor(
  recordId: string,
  { withheld }: MarkResult,
  marks: readonly SendingMark[],
): MessageMark['answer'] {
  const reason = withheld.get(recordId)
  if (reason === undefined) return 'marked'
  return marks.filter((mark) => mark.recordId === recordId).length > 1 ? 'lost' : reason.code
}
