import { notPrepared } from '../../domain/job/recipient/not-prepared.ts'
import {
  type DueRecipient,
  type Outcome,
  type StepSettlement,
  settleStep,
  type TriedStep,
} from '../../domain/job/recipient/recipient.ts'
import {
  afterTemporaryRefusal,
  isRefundedToBudget,
  type SendOutcome,
} from '../../domain/job/recipient/temporary-refusal.ts'
import type { Capacity } from '../../domain/job/sending/capacity.ts'
import type { ChosenSender, EarlierMail } from '../../domain/job/sending/sender-candidates.ts'
import {
  awaitedColumnsOfRecord,
  type Lease,
  type LeasedSlice,
  mayContainCrashingRecipient,
} from '../../domain/job/slice.ts'
import { questionsAt } from '../../domain/spinner/segment/segment-rules.ts'
import { type Program, programOf } from '../../domain/spinner/steps/program.ts'
import { awaitedEventOf, channelOf, questionsOfStep } from '../../domain/spinner/steps/step-capabilities.ts'
import type { WaitFacts } from '../../domain/spinner/steps/wait-until.ts'
import type { PersonAnswers } from '../../domain/spinner/where/person-question.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  LeaseLost,
  type MarkResult,
  type SendingMark,
  type Slices,
  type StartedWait,
} from '../../ports/job/slices.ts'
import type { Metrics } from '../../ports/metrics.ts'
import type { Randomness } from '../../ports/randomness.ts'
import type { OrganizationChannels } from '../../ports/sender/message/channels.ts'
import type { HealthNote } from '../../ports/sender/pacing/sender-health.ts'
import type { SenderStore } from '../../ports/sender/senders.ts'
import type { RecordStore } from '../../ports/table/records.ts'
import type { Pace, Timers } from '../../ports/timers.ts'
import type { Prepared, Preparing } from '../spinner/steps/step-runner.ts'
import type { StepRunners } from '../spinner/steps/step-types.ts'
import { isPrepared, type PreparingTools, prepareRecipient } from './sending/prepare-recipient.ts'
import {
  countLeadingOfOneChannel,
  type ReadyMessage,
  type SendingSlots,
  SliceSlots,
  sortedBySenders,
  type TakenSlots,
  takeAll,
  tryTakeAll,
} from './sending/sending-slots.ts'

export class TakeTurnOptions {
  /** The number of messages that a slice prepares and sends at once, unless its channel sends fewer. */
  readonly sendConcurrency: number
  readonly leaseSeconds: number

  constructor({ sendConcurrency, leaseSeconds }: TakeTurnOptions) {
    this.sendConcurrency = sendConcurrency
    this.leaseSeconds = leaseSeconds
  }
}

/** Tools and settings that all slices of a worker process share. */
export class SliceTools {
  readonly slices: Slices
  readonly records: RecordStore
  readonly runners: StepRunners
  readonly senders: SenderStore
  readonly clock: Clock
  readonly randomness: Randomness
  readonly metrics: Metrics
  readonly pace: Pace
  readonly timers: Timers
  readonly options: TakeTurnOptions
  readonly slots = new WeakMap<Capacity, SendingSlots>()

  constructor(
    slices: Slices,
    records: RecordStore,
    runners: StepRunners,
    senders: SenderStore,
    clock: Clock,
    randomness: Randomness,
    metrics: Metrics,
    pace: Pace,
    timers: Timers,
    options: TakeTurnOptions,
  ) {
    this.slices = slices
    this.records = records
    this.runners = runners
    this.senders = senders
    this.clock = clock
    this.randomness = randomness
    this.metrics = metrics
    this.pace = pace
    this.timers = timers
    this.options = options
  }
}

/**
 * Processes a leased slice (up to 500 recipients of a job): runs the present step of each due recipient, in
 * chunks. One commit stores the outcomes of a chunk and marks the messages of the next chunk as being sent.
 */
export class SliceRun {
  readonly #tools: SliceTools
  readonly #slice: LeasedSlice
  readonly #program: Program
  /**
   * Whether the spinner's version has a `waitUntil` step, so that the state of each recipient's wait must be
   * read.
   */
  readonly #waits: boolean
  /** The answers about the people of recipients whose present step asks questions about them, by record id. */
  #answers: ReadonlyMap<string, PersonAnswers> = nothingAnswered
  readonly #lease: Lease
  readonly #signal: AbortSignal
  readonly #channels: OrganizationChannels
  readonly #preparing: PreparingTools
  readonly #slots: SliceSlots
  /** Outcomes of recipients that are not stored in the database yet. */
  #settled: StepSettlement[] = []
  /**
   * The sending slots of the messages whose outcomes are in `#settled`. They are freed when the outcomes are
   * stored.
   */
  #held: TakenSlots | null = null
  /** The first unexpected error of a step. It is thrown at the end of the run. */
  #fault: { readonly error: unknown } | null = null

  constructor(
    tools: SliceTools,
    channels: OrganizationChannels,
    slice: LeasedSlice,
    lease: Lease,
    signal: AbortSignal,
  ) {
    this.#tools = tools
    this.#channels = channels
    this.#preparing = { runners: tools.runners, clock: tools.clock, channels }
    this.#slice = slice
    this.#program = programOf(slice.version.steps)
    this.#waits = this.#program.some(({ step }) => awaitedEventOf(step) !== null)
    this.#lease = lease
    this.#signal = signal
    this.#slots = new SliceSlots(tools.slots, channels, slice.organizationId)
  }

  async execute(): Promise<void> {
    let rest = this.#slice.recipients
    try {
      this.#answers = await this.#answersAbout(rest)
      while (rest.length > 0 && !this.#signal.aborted) {
        const begunAt = this.#tools.timers.elapsedMs()
        const chunk = rest.slice(
          0,
          mayContainCrashingRecipient(this.#slice) ? 1 : this.#tools.options.sendConcurrency,
        )
        rest = rest.slice(chunk.length)
        const ready = await this.#readyOf(chunk)
        if (ready === null || !(await this.#sendAll(ready))) return
        if (rest.length > 0) await this.#tools.pace.pauseForRequests(begunAt)
      }
      await this.#writeDown()
      if (this.#fault !== null) throw this.#fault.error
    } catch (error) {
      // Stores the outcomes of messages that were already sent, because the end of the run would leave them in
      // doubt. Ignores a second error, which would hide the reason why the run ends.
      if (!(error instanceof LeaseLost)) await this.#writeDown().catch(() => {})
      throw error
    } finally {
      this.#held?.settled()
    }
  }

  /**
   * Prepares a chunk of recipients and returns their messages. Recipients without a message get the outcome
   * of the step instead. Returns null if the job no longer runs.
   */
  async #readyOf(chunk: readonly DueRecipient[]): Promise<ReadyMessage[] | null> {
    if (mayContainCrashingRecipient(this.#slice)) {
      if (!(await this.#writeDown())) return null
      for (const { recordId } of chunk)
        await this.#tools.slices.notePreparing(this.#slice, this.#lease, recordId)
    }
    const awaited = this.#waits ? await this.#awaitedOf(chunk) : nothingAwaited
    if (awaited === null) return null
    const preparing = chunk.map((recipient) => this.#prepare(recipient, awaited.get(recipient.recordId)))
    let made = preparing.filter(isPrepared)
    if (made.length < preparing.length) {
      // Stores known outcomes first if templates take a while to render. Otherwise a crash would leave
      // messages in doubt that were already sent.
      const rendering = this.#keepingLease(Promise.all(preparing.map(async (one) => await one)))
      const [done, isJobRunning] = await Promise.allSettled([rendering, this.#writeDown()])
      if (isJobRunning.status === 'rejected') throw isJobRunning.reason
      if (!isJobRunning.value) return null
      if (done.status === 'rejected') throw done.reason
      made = done.value
    }
    const ready: ReadyMessage[] = []
    for (const [index, recipient] of chunk.entries()) {
      const prepared = made[index]
      if (prepared === undefined) throw new Error('A recipient of the chunk was not prepared')
      if ('send' in prepared) ready.push({ recipient, prepared })
      else {
        const outcome = recipient.inDoubt
          ? await this.#rightlyLogged(recipient, prepared)
          : this.#withRecheck(recipient, prepared)
        this.#settled.push(this.#settle(recipient, outcome))
      }
    }
    return ready
  }

  /**
   * Prepares a recipient. After an error that is no outcome of its step, such as a fault of this service or a
   * lost connection, the recipient waits, so that it neither fails nor delays the rest of the slice.
   *
   * A recipient in doubt does not wait, because the mark that its message may have been sent would be removed.
   * The error then ends the run.
   */
  #prepare(recipient: DueRecipient, awaited: WaitFacts | undefined): Preparing {
    const preparing = prepareRecipient(this.#slice, recipient, this.#preparing, {
      awaited,
      answers: this.#answers.get(recipient.recordId),
    })
    if (isPrepared(preparing) || recipient.inDoubt) return preparing
    return preparing.catch((error: unknown) => {
      this.#fault ??= { error }
      return notPrepared()
    })
  }

  /**
   * Returns the outcome of a recipient that waits until its person meets a condition with a time at which the runtime
   * asks again, because no change of the record announces a reply, a message of another spinner or a changed segment.
   */
  #withRecheck({ step: index }: DueRecipient, outcome: Outcome): Outcome {
    const step = this.#program[index]?.step
    if (outcome.kind !== 'waits' || step === undefined) return outcome
    const isOfSegment =
      this.#slice.segmentColumns !== undefined && (awaitedEventOf(step)?.where ?? null) !== null
    if (!isOfSegment && questionsOfStep(step).length === 0) return outcome
    return { ...outcome, seconds: Math.min(outcome.seconds, recheckSeconds) }
  }

  /**
   * Removes the log entry from the outcome of a message in doubt if the entry has an address to which nothing was
   * sent, because the record was changed after the crash.
   */
  async #rightlyLogged({ recordId, step }: DueRecipient, outcome: Outcome): Promise<Outcome> {
    if (outcome.kind !== 'unconfirmed' || outcome.message === undefined) return outcome
    const { message, ...rest } = outcome
    const written = { recordId, step, address: message.address }
    return (await this.#tools.slices.wroteTo(this.#slice, written)) ? outcome : rest
  }

  /**
   * Sends messages, at most as many at once as their channel has slots. Returns false if the job no longer
   * runs.
   */
  async #sendAll(unsorted: ReadyMessage[]): Promise<boolean> {
    const ready = unsorted.some(({ prepared }) => prepared.by !== null) ? sortedBySenders(unsorted) : unsorted
    do {
      const slots = await this.#slotsFor(ready)
      if (slots === null || !(await this.#send(ready.splice(0, slots.count), slots))) return false
    } while (ready.length > 0 && !this.#signal.aborted)
    return true
  }

  /**
   * Waits for sending slots for the first messages of the list. Returns null if the job no longer runs, if the turn has
   * reached its longest time, or if it is to end early.
   */
  async #slotsFor(ready: readonly ReadyMessage[]): Promise<TakenSlots | null> {
    const most = countLeadingOfOneChannel(ready)
    const { by = null, channel = null } = ready[0]?.prepared ?? {}
    const needed = by === null ? this.#slots.ofChannel(channel) : await this.#slots.ofSenders(by)
    const free = tryTakeAll(needed, most)
    if (free !== null) return free
    // Stores known outcomes, which frees their sending slots, before it waits for slots. Otherwise the slices
    // of this process can deadlock.
    if (!(await this.#writeDown())) return null
    return this.#keepingLease(takeAll(needed, most, this.#signal))
  }

  async #send(going: readonly ReadyMessage[], slots: TakenSlots): Promise<boolean> {
    const requestedAt = this.#tools.timers.elapsedMs()
    const markedAt = this.#tools.clock.now()
    const {
      wasJobRunning: isJobRunning,
      withheld,
      chosen,
      earlier,
    } = await this.#mark(going).catch((error) => {
      slots.settled()
      throw error
    })
    this.#held?.settled()
    this.#held = slots
    this.#settled = []
    if (!isJobRunning) return false
    // Stops working on the slice if the write took longer than the lease, because another runtime may have
    // taken the slice and settled these messages.
    if (this.#tools.timers.elapsedMs() - requestedAt > this.#lease.seconds * 1000) throw new LeaseLost()
    this.#slots.noteChosen(chosen.values())
    slots.chosen(chosen.values())
    const sending = going.map(async ({ recipient, prepared }) => {
      const sender = chosen.get(recipient.recordId) ?? null
      const answered = earlier.get(recipient.recordId) ?? []
      const outcome =
        withheld.get(recipient.recordId) ?? (await sendSafely(prepared, this.#channels, sender, answered))
      slots.sent(sender?.id)
      if (sender !== null) await this.#noteHealth(sender, outcome, markedAt)
      const { address, by } = prepared
      const otherSenders = by !== null && by.own === null && by.candidates.length > 1
      const settlement = this.#settle({ ...recipient, address }, outcome, otherSenders)
      const message = prepared.logged?.(outcome, sender, answered) ?? null
      return message === null ? settlement : { ...settlement, message }
    })
    this.#settled = await this.#keepingLease(Promise.all(sending))
    return true
  }

  /**
   * Records in the sender's health whether a message was sent, bounced or refused. A failed write is ignored,
   * because the outcome of the message matters more.
   */
  async #noteHealth({ id: senderId }: ChosenSender, outcome: SendOutcome, markedAt: Date): Promise<void> {
    const { clock, senders } = this.#tools
    if (isRefundedToBudget(outcome)) {
      const refusal = outcome.kind === 'temporaryRefusal' ? outcome : null
      const { spinnerId } = this.#slice
      await senders.giveBack({ senderId, spinnerId, markedAt, at: clock.now(), refusal }).catch(() => {})
      return
    }
    if (outcome.kind === 'unconfirmed' && outcome.code === 'MAIL_UNCONFIRMED') {
      await senders.startCooldown({ senderId, at: clock.now(), code: outcome.code }).catch(() => {})
      return
    }
    const kind = healthKindOf(outcome)
    if (kind === null || !('reason' in outcome)) return
    const { spinnerId } = this.#slice
    const note = { senderId, spinnerId, kind, at: clock.now(), serverResponse: outcome.reason }
    await senders.noteFailure(note).catch(() => {})
  }

  async #mark(going: readonly ReadyMessage[]): Promise<MarkResult> {
    const marks = going.map(
      ({ recipient: { recordId, step }, prepared: { address, by, thread = false } }): SendingMark => ({
        recordId,
        step,
        address,
        by,
        thread,
      }),
    )
    return await this.#write(this.#settled, marks)
  }

  /**
   * Stores the known outcomes without marking further messages as being sent. Returns false if the job no
   * longer runs.
   */
  async #writeDown(): Promise<boolean> {
    if (this.#settled.length === 0) return true
    const { wasJobRunning: isJobRunning } = await this.#write(this.#settled, [])
    this.#settled = []
    this.#held?.settled()
    this.#held = null
    return isJobRunning
  }

  #write(settled: readonly StepSettlement[], marks: readonly SendingMark[]): Promise<MarkResult> {
    return this.#tools.slices.settleAndMark(this.#slice, this.#lease, settled, marks)
  }

  /** Renews the lease of the slice while `work` runs, so that a slow channel does not lose the slice. */
  async #keepingLease<Result>(work: Promise<Result>): Promise<Result> {
    const endRenewal = this.#tools.timers.every((this.#lease.seconds * 1000) / 3, () => {
      // Ignores a failed renewal of the lease, because the next write reports the problem.
      this.#write([], []).catch(() => {})
    })
    try {
      return await work
    } finally {
      endRenewal()
    }
  }

  /** Reads the answers to the questions that the present steps of recipients ask, once for the whole slice. */
  async #answersAbout(recipients: readonly DueRecipient[]): Promise<ReadonlyMap<string, PersonAnswers>> {
    const { segmentRules = null } = this.#slice
    const questionsByStep = this.#program.map((placed) =>
      segmentRules === null ? questionsOfStep(placed.step) : questionsAt(segmentRules, placed),
    )
    if (questionsByStep.every((questions) => questions.length === 0)) return nothingAnswered
    const recordsOfPeople = recipients.flatMap(({ recordId, step, data }) =>
      data === null || (questionsByStep[step] ?? []).length === 0 ? [] : [{ id: recordId, data }],
    )
    if (recordsOfPeople.length === 0) return nothingAnswered
    const { dataTableId } = this.#slice
    const questions = questionsByStep.flat()
    return await this.#tools.records.answersAbout(
      { dataTableId, questions, now: this.#tools.clock.now() },
      recordsOfPeople,
    )
  }

  /**
   * Stores that recipients of the chunk have reached a step that waits. Returns the state of their waits by
   * record id; null if the job no longer runs.
   */
  async #awaitedOf(chunk: readonly DueRecipient[]): Promise<ReadonlyMap<string, WaitFacts> | null> {
    const begun = chunk.flatMap(({ recordId, step: index, data }): StartedWait[] => {
      const step = this.#program[index]?.step
      const event = step === undefined ? null : awaitedEventOf(step)
      if (event === null || data === null) return []
      const columns = awaitedColumnsOfRecord(this.#slice, event.columns)
      return [{ recordId, step: index, columns }]
    })
    if (begun.length === 0) return nothingAwaited
    // Stores known outcomes before the waits are read. Otherwise a crash meanwhile would leave messages in
    // doubt that were already sent.
    if (!(await this.#writeDown())) return null
    return await this.#tools.slices.beginWaits(this.#slice, begun)
  }

  #settle(
    recipient: TriedStep & Pick<DueRecipient, 'temporaryRefusal'>,
    outcome: SendOutcome,
    otherSenders = false,
  ): StepSettlement {
    const { clock, randomness } = this.#tools
    const earlierRefusal = recipient.temporaryRefusal ?? null
    const decided = afterTemporaryRefusal(
      earlierRefusal,
      outcome,
      clock.now(),
      randomness.next(),
      otherSenders,
    )
    const settlement = settleStep(recipient, decided, this.#program, randomness.next())
    const step = this.#program[recipient.step]?.step
    const channel = step === undefined ? null : channelOf(step)
    // Stores no delivery (an entry about a sent message) for a step that sends none, such as a guard.
    if (channel === null) return step === undefined ? settlement : { ...settlement, delivery: null }
    const { delivery, status } = settlement
    if (outcome.kind === 'temporaryRefusal' && delivery === null)
      this.#tools.metrics.noteDelivery(channel, 'retried')
    if (delivery !== null)
      this.#tools.metrics.noteDelivery(
        channel,
        delivery === 'failed' && status === 'waiting' ? 'retried' : delivery,
      )
    return settlement
  }
}

/** The seconds after which a wait asks the questions of its condition about the person again. */
const recheckSeconds = 900
const nothingAnswered: ReadonlyMap<string, PersonAnswers> = new Map()
const nothingAwaited: ReadonlyMap<string, WaitFacts> = new Map()

/** Sends a message. If the channel throws, the message may have been sent, so its outcome is unconfirmed. */
async function sendSafely(
  prepared: Prepared,
  channels: OrganizationChannels,
  sender: ChosenSender | null,
  earlier: readonly EarlierMail[],
): Promise<SendOutcome> {
  try {
    return await prepared.send(channels, sender, earlier)
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'The channel failed'
    return { kind: 'unconfirmed', code: 'CHANNEL_FAILED', reason }
  }
}

/**
 * Returns the kind of failure that the outcome of a message counts for its sender; null if it counts as none.
 */
function healthKindOf(outcome: SendOutcome): HealthNote['kind'] | null {
  if (outcome.kind === 'failed' && outcome.bounced) return 'bounce'
  return outcome.kind === 'failed' && outcome.code === 'MESSAGE_REFUSED' ? 'refused' : null
}
