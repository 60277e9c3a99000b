import { type Exclusions, noneSkipped, withSkipped } from '../../../domain/job/audience/named-audience.ts'
import { type Outcome, settleStep } from '../../../domain/job/recipient/recipient.ts'
import { isUnfinished } from '../../../domain/job/recipient/recipient-status.ts'
import { Cohorts } from '../../../domain/job/rehearsal/cohorts.ts'
import {
  countOn,
  type DayFigures,
  type ForecastMessage,
  forecast,
} from '../../../domain/job/rehearsal/forecast.ts'
import type {
  RehearsalResult,
  RehearsedOutcome,
  RehearsedStep,
} from '../../../domain/job/rehearsal/rehearsal.ts'
import { RehearsalTally } from '../../../domain/job/rehearsal/rehearsal-tally.ts'
import { type RehearsedContact, RehearsedContacts } from '../../../domain/job/rehearsal/rehearsed-contacts.ts'
import { Samples } from '../../../domain/job/rehearsal/samples.ts'
import { type Asker, verdictOn } from '../../../domain/job/sending/contact-verdict.ts'
import { type PaceUse, paceUseOf } from '../../../domain/job/sending/pace-use.ts'
import { openEndedWaits, refusalOfMessage } from '../../../domain/job/sending/refusal-of-message.ts'
import type { LeasedSlice } from '../../../domain/job/slice.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import type { SegmentExclusion } from '../../../domain/spinner/segment/exclusion.ts'
import {
  exclusionBy,
  questionsAt,
  type SegmentRules,
  segmentRulesOf,
} from '../../../domain/spinner/segment/segment-rules.ts'
import type { SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import { nextOf, type Program, pathOf, programOf } from '../../../domain/spinner/steps/program.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import { asks, awaitedEventOf, mailOf } from '../../../domain/spinner/steps/step-capabilities.ts'
import type { WaitFacts } from '../../../domain/spinner/steps/wait-until.ts'
import type { TriggerData } from '../../../domain/spinner/trigger-data.ts'
import { noAnswers, type PersonAnswers } from '../../../domain/spinner/where/person-question.ts'
import { visibleCells } from '../../../domain/spinner/where/visible-cells.ts'
import { cutText } from '../../../domain/text/storable-text.ts'
import { localDay, startOfDay } from '../../../domain/time/local-time.ts'
import type {
  AddressFacts,
  RehearsalFacts,
  RehearsalSurroundings,
  RehearsedAudience,
  RehearsedRecord,
} from '../../../ports/job/rehearsal/rehearsal-facts.ts'
import type { EmailChannel } from '../../../ports/sender/message/channels.ts'
import type { RecordStore } from '../../../ports/table/records.ts'
import type { Pace, Timers } from '../../../ports/timers.ts'
import { type Prepared, type Preparing, previewOf } from '../../spinner/steps/step-runner.ts'
import type { StepRunners } from '../../spinner/steps/step-types.ts'
import { isPrepared, type PreparingTools, prepareRecipient } from '../sending/prepare-recipient.ts'
import type { SimulatedClock } from './simulated-clock.ts'

/**
 * The spinner version that is rehearsed: the published one, or the version that publishing the draft would
 * create.
 */
export type RehearsedVersion = Pick<
  SpinnerVersion,
  | 'spinnerId'
  | 'audience'
  | 'exclude'
  | 'exits'
  | 'contact'
  | 'isExclusive'
  | 'steps'
  | 'metadataColumns'
  | 'goal'
  | 'sendWindow'
  | 'pace'
  | 'triggerData'
> & { readonly version: number | null }

export interface RehearsalTools {
  readonly facts: RehearsalFacts
  readonly records: RecordStore
  readonly runners: StepRunners
  /** The channel of e-mails without a sender, which may refuse all of them. */
  readonly senderlessChannel: EmailChannel
  /**
   * The simulated clock of the rehearsal, which `runners` use. It shows the simulated time of the current
   * recipient.
   */
  readonly clock: SimulatedClock
  readonly pace: Pace
  readonly timers: Timers
}

export interface Rehearsed {
  readonly id: string
  readonly organizationId: string
  readonly dataTableId: string
  readonly version: RehearsedVersion
  readonly audience: RehearsedAudience
  /** The entries of the trigger's list that would not become recipients of the job, with the reasons. */
  readonly left: Exclusions
  readonly data: TriggerData | null
  /** The segments that the trigger excludes besides those of the version; null if it excludes none. */
  readonly exclude: SegmentExclusion | null
  readonly surroundings: RehearsalSurroundings
  readonly usage: RehearsalResult['usage']
  /** The time of the request. The job starts at `startedAt`, which may be on a later day. */
  readonly requestedAt: Date
  readonly startedAt: Date
}

/** The simulated progress of one recipient through the steps of the rehearsed version. */
interface Walker {
  readonly recordId: string
  readonly data: DataRecord
  readonly answers: PersonAnswers | undefined
  step: number
  attempts: number
  /**
   * The simulated times in milliseconds when the recipient is processed next (`at`) and when it reached its
   * present step (`cameAt`).
   */
  at: number
  cameAt: number
  readonly trail: RehearsedStep[]
  readonly facets: string[]
  /** The simulated messages of the rehearsal to this recipient, by address. */
  contactsByAddress: Map<string, RehearsedContact[]> | null
  /** The subjects of the latest simulated e-mails to this recipient, by address. */
  subjects: Map<string, string> | null
  messages: ForecastMessage[] | null
  lastSentAt: number
  /** Whether the recipient got no message yet. */
  isNew: boolean
  /** The number of times that a rehearsed recipient has waited at its present step. */
  waits: number
}

/**
 * The largest number of waits of a recipient at one step in a rehearsal. More waits mean that two rules delay
 * it for ever, so its rehearsal ends.
 */
const maxWaits = 20
/**
 * The longest time in milliseconds for which a rehearsal computes without letting other requests of the
 * process run.
 */
const maxPartMs = 8
/**
 * The time in milliseconds for which a rehearsal sleeps when the template threads are busy, before it tries
 * again.
 */
const busyMs = 50
const maxShownLength = 2_000
const dayMs = 24 * 60 * 60 * 1000

/**
 * Simulates a job: takes all recipients through the steps with the job's code and rules. Records messages
 * instead of sending them, and advances a simulated clock instead of waiting.
 */
export class RehearsalRun {
  readonly #tools: RehearsalTools
  readonly #preparing: PreparingTools
  readonly #rehearsed: Rehearsed
  readonly #slice: LeasedSlice
  readonly #program: Program
  readonly #segmentRules: SegmentRules
  /** Whether an e-mail of the program continues a conversation; null until that was looked up. */
  #hasThreads: boolean | null = null
  readonly #contacts: RehearsedContacts
  readonly #tally: RehearsalTally
  readonly #samples = new Samples()
  readonly #cohorts = new Cohorts()
  /** The pace of the version that is rehearsed; null if it has none. */
  readonly #pace: PaceUse | null
  /** The numbers of messages without a limit, by the day: 0 is the present one, in the time zone of the organization. */
  readonly #unlimitedDays = new Map<number, DayFigures>()
  readonly #todayBeganAt: number
  readonly #limited: ReadonlySet<string>
  readonly #goodSenders: ReadonlySet<string>
  #firstAt = Number.POSITIVE_INFINITY
  #lastAt = Number.NEGATIVE_INFINITY
  /** The time (`Timers.elapsedMs`) at which the rehearsal last let other requests of this process run. */
  #partBegunAt: number
  #eligible = 0
  /** The numbers of records that the job would skip because of segments. */
  readonly #skipped = noneSkipped()
  #people = 0
  #isBusy = false

  constructor(tools: RehearsalTools, rehearsed: Rehearsed) {
    const { id, organizationId, dataTableId, version, surroundings, data, exclude, startedAt } = rehearsed
    this.#segmentRules = segmentRulesOf(version, exclude)
    this.#tools = tools
    this.#partBegunAt = tools.timers.elapsedMs()
    this.#preparing = { runners: tools.runners, clock: tools.clock, channels: null }
    this.#rehearsed = rehearsed
    this.#program = programOf(version.steps)
    const { senders, defaultSenderId, policy, timeZone, pace } = surroundings
    this.#slice = {
      jobId: id,
      no: 0,
      organizationId,
      spinnerId: version.spinnerId,
      dataTableId,
      version,
      goal: version.goal,
      segmentRules: this.#segmentRules,
      more: false,
      recipients: [],
      lostLeases: 0,
      preparingRecordId: null,
      senders: senders.length === 0 ? null : { byDefault: defaultSenderId, own: {}, turns: {} },
      timeZone,
      triggerData: data,
    }
    this.#contacts = new RehearsedContacts(
      { spinnerId: version.spinnerId, rootJobId: id, contact: version.contact },
      policy,
      startedAt,
    )
    this.#tally = new RehearsalTally(this.#program)
    this.#pace = paceUseOf(version, pace, timeZone, startedAt)
    this.#todayBeganAt = startOfDay(localDay(startedAt, timeZone), timeZone).getTime()
    this.#goodSenders = new Set(senders.filter(({ isPaused }) => !isPaused).map((sender) => sender.id))
    this.#limited = new Set(
      senders
        .filter(
          ({ dailyLimit, ramp, gapSeconds, maxPerDay, pool }) =>
            dailyLimit !== null || ramp !== null || gapSeconds > 0 || maxPerDay !== null || pool !== null,
        )
        .map((sender) => sender.id),
    )
  }

  /** Rehearses the whole audience and returns the forecast; null if `mayContinue` ended the rehearsal. */
  async execute(mayContinue: (done: number) => Promise<boolean>): Promise<RehearsalResult | null> {
    const { audience } = this.#rehearsed
    let walked = 0
    for await (const part of audience.parts) {
      const begunAt = this.#tools.timers.elapsedMs()
      await this.#walk(part)
      walked += part.length
      if (!(await mayContinue(walked))) return null
      await this.#tools.pace.pauseForRequests(begunAt)
    }
    return this.#result()
  }

  async #walk(part: readonly RehearsedRecord[]): Promise<void> {
    const startedAt = this.#rehearsed.startedAt.getTime()
    const facts = new Map<string, AddressFacts>()
    const known = new Set<string>()
    const answers = await this.#answersAbout(part)
    const eligible = part.filter(({ id }) => {
      const exclusion = exclusionBy(this.#segmentRules, answers.get(id) ?? noAnswers)
      if (exclusion !== null) this.#skipped[exclusion.code]++
      return exclusion === null
    })
    this.#eligible += eligible.length
    let walking = eligible.map((record) => walkerOf(record, startedAt, answers.get(record.id)))
    const paused = refusalOfMessage({ spinner: this.#rehearsed.surroundings })
    // Rehearses a paused spinner as if it were not paused, because users read the forecast before they resume
    // it. Counts the pause as a wait of each recipient.
    if (paused !== null) for (const walker of walking) this.#tell(walker, 'waits', paused, null)
    while (walking.length > 0) {
      const made = await this.#prepareAll(walking)
      await this.#learn(made, known, facts)
      const further: Walker[] = []
      for (const [index, walker] of walking.entries()) {
        const prepared = made[index]
        if (prepared === undefined) throw new Error('A recipient of the rehearsal was not prepared')
        if (this.#continue(walker, prepared, facts)) further.push(walker)
        else this.#end(walker)
        if (this.#isLong()) await this.#yieldToOthers()
      }
      walking = further
      // Pauses the rehearsal if other requests keep the template threads busy, before it prepares the
      // recipients again.
      if (this.#isBusy) await this.#tools.timers.sleep(busyMs)
      this.#isBusy = false
    }
  }

  async #prepareAll(walking: readonly Walker[]): Promise<readonly (Prepared | Outcome)[]> {
    const preparing: Preparing[] = []
    for (const walker of walking) {
      this.#tools.clock.set(new Date(walker.at))
      const { recordId, step, attempts, data, answers } = walker
      const recipient = { recordId, step, attempts, data, inDoubt: false }
      const awaited = this.#awaitedBy(walker)
      preparing.push(prepareRecipient(this.#slice, recipient, this.#preparing, { awaited, answers }))
      if (this.#isLong()) await this.#yieldToOthers()
    }
    const made = preparing.filter(isPrepared)
    return made.length === preparing.length ? made : Promise.all(preparing.map(async (one) => await one))
  }

  /**
   * Returns since when a recipient waits for an event, and the cells of its record on which the wait depends.
   * The rehearsal assumes that the cells do not change.
   */
  #awaitedBy({ step: index, cameAt, data }: Walker): WaitFacts | undefined {
    const step = this.#program[index]?.step
    const event = step === undefined ? null : awaitedEventOf(step)
    if (event === null) return undefined
    const cells = visibleCells(data, event.columns)
    return { since: new Date(cameAt), cells, hasChanged: false, isBusy: false }
  }

  /**
   * Reads the answers to the questions that the steps ask about the people of records. They are those of the start of
   * the rehearsal: its own messages change none of them.
   */
  async #answersAbout(part: readonly RehearsedRecord[]): Promise<ReadonlyMap<string, PersonAnswers>> {
    const questions = this.#program.flatMap((placed) => questionsAt(this.#segmentRules, placed))
    if (questions.length === 0) return new Map()
    const { dataTableId, startedAt } = this.#rehearsed
    return await this.#tools.records.answersAbout({ dataTableId, questions, now: startedAt }, part)
  }

  /**
   * Reads the suppressions of, and the past messages to, the addresses that the rehearsal has not seen
   * before.
   */
  async #learn(
    made: readonly (Prepared | Outcome)[],
    known: Set<string>,
    facts: Map<string, AddressFacts>,
  ): Promise<void> {
    const addresses = new Set<string>()
    for (const one of made)
      if ('send' in one && one.address !== null && !known.has(one.address)) addresses.add(one.address)
    if (addresses.size === 0) return
    const { organizationId, surroundings, version } = this.#rehearsed
    const { spinnerId, isExclusive } = version
    const contactScope = { organizationId, spinnerId, isExclusive }
    for (const address of addresses) known.add(address)
    const factsByAddress = await this.#tools.facts.ofAddresses(contactScope, surroundings, [...addresses])
    for (const [address, one] of factsByAddress) facts.set(address, one)
  }

  /** Records the outcome of a step. Returns true if the recipient has another step or attempt to rehearse. */
  #continue(walker: Walker, prepared: Prepared | Outcome, facts: ReadonlyMap<string, AddressFacts>): boolean {
    const message = 'send' in prepared ? prepared : null
    const outcome = 'send' in prepared ? this.#marked(walker, prepared, facts) : prepared
    if (outcome.kind === 'transient' && outcome.code === 'TEMPLATES_BUSY' && walker.waits < maxWaits) {
      walker.waits++
      this.#isBusy = true
      return true
    }
    const settled = settleStep(walker, outcome, this.#program, 0)
    if (outcome.kind === 'waits') return this.#wait(walker, outcome)
    if (outcome.kind === 'transient' && settled.status === 'waiting') {
      walker.attempts = settled.attempts
      return true
    }
    this.#tell(walker, rehearsedStatuses[outcome.kind], outcome, message)
    walker.step = settled.nextStep
    walker.attempts = settled.attempts
    walker.at += settled.dueInSeconds * 1000
    walker.cameAt = walker.at
    walker.waits = 0
    return isUnfinished(settled.status)
  }

  #wait(walker: Walker, outcome: Outcome & { kind: 'waits' }): boolean {
    const isReported = walker.trail.some(({ step, code }) => step === walker.step && code === outcome.code)
    if (!isReported) this.#tell(walker, 'waits', outcome, null)
    walker.waits++
    walker.at += Math.max(1, Math.ceil(outcome.seconds * 1000))
    return !openEndedWaits.has(outcome.code) && walker.waits < maxWaits
  }

  #tell(walker: Walker, outcome: RehearsedOutcome, of: Outcome, message: Prepared | null): void {
    const { step, at } = walker
    const code = 'code' in of ? of.code : null
    this.#tally.add(step, outcome, code)
    const branch = of.kind === 'passed' ? (of.branch ?? '') : ''
    walker.facets.push(`${step} ${outcome} ${code} ${branch}`)
    walker.trail.push({
      step,
      path: pathOf(this.#program, step),
      type: this.#program[step]?.step.type as Step['type'],
      status: outcome,
      code,
      reason: 'reason' in of ? of.reason : null,
      at: new Date(at),
      message: outcome !== 'skips' && message !== null ? this.#previewOf(walker, message) : null,
    })
  }

  /** Returns the preview of a message. Programs without conversations note no subjects. */
  #previewOf(walker: Walker, message: Prepared): object {
    this.#hasThreads ??= this.#program.some(({ step }) => mailOf(step)?.thread === true)
    if (this.#hasThreads) walker.subjects ??= new Map()
    const senderId = message.by?.own ?? message.by?.candidates[0]
    const sender = this.#rehearsed.surroundings.senders.find(({ id }) => id === senderId)
    return previewOf(message, sender ?? null, walker.subjects)
  }

  /**
   * Returns the outcome that a rehearsal predicts for a message: sent, or refused because of a suppression,
   * the contact policy or the sender. Applies the rules that a job checks when it marks the message as being
   * sent. A step that calls a URL always passes.
   */
  #marked(walker: Walker, prepared: Prepared, facts: ReadonlyMap<string, AddressFacts>): Outcome {
    const { address, by, channel } = prepared
    const known = address === null ? undefined : facts.get(address)
    const { senders } = this.#rehearsed.surroundings
    // Does not check the pause of the spinner, which is counted once for each recipient. Does not check the
    // send window, which `prepareRecipient` has checked.
    const refusal = refusalOfMessage({
      person: { suppression: known?.suppression ?? null },
      contact: () => (address === null ? null : this.#verdictOn(walker, address, known)),
      sender: { by, senders, asksBudgets: false, now: new Date(walker.at) },
      ...(channel === 'email' ? { channel: { by, channel: this.#tools.senderlessChannel } } : {}),
    })
    if (refusal !== null) return refusal
    const step = this.#program[walker.step]?.step
    // Lets every recipient pass a step that calls a URL and decides by its answer, because a rehearsal does
    // not call the URL.
    if (step !== undefined && asks(step)) return { kind: 'passed', waitSeconds: 0 }
    if (address !== null) this.#claim(walker, address)
    this.#note(
      walker,
      by === null ? [] : by.candidates.filter((candidate) => this.#goodSenders.has(candidate)),
    )
    return { kind: 'sent' }
  }

  #verdictOn(
    { recordId, step, at, contactsByAddress: written }: Walker,
    address: string,
    known: AddressFacts | undefined,
  ) {
    const { id, version, surroundings } = this.#rehearsed
    const { spinnerId, contact, isExclusive } = version
    const contactsOfRecipient = written?.get(address) ?? []
    const rehearsed = this.#contacts.history(address, step, contactsOfRecipient, recordId)
    const history = {
      contacts: known === undefined ? rehearsed : [...known.contacts, ...rehearsed],
      othersOfCompany: (known?.othersOfCompany ?? 0) + this.#contacts.othersOfCompany(address),
    }
    const asker: Asker = { spinnerId, rootJobId: id, recordId, step, contact, isExclusive }
    return verdictOn(address, asker, surroundings.policy, history, new Date(at))
  }

  #claim(walker: Walker, address: string): void {
    const contact = { step: walker.step, at: new Date(walker.at) }
    walker.contactsByAddress ??= new Map()
    const contactsOfRecipient = walker.contactsByAddress.get(address)
    const hasLaterSteps = nextOf(this.#program, walker.step) < this.#program.length
    this.#contacts.noteContact(address, contact, contactsOfRecipient === undefined, hasLaterSteps)
    if (contactsOfRecipient === undefined) walker.contactsByAddress.set(address, [contact])
    else contactsOfRecipient.push(contact)
  }

  #note(walker: Walker, senders: readonly string[]): void {
    const { at } = walker
    const isFirst = walker.isNew
    walker.isNew = false
    if (isFirst) this.#people++
    const isLimited = senders.length > 0 && senders.every((sender) => this.#limited.has(sender))
    if (!isLimited && walker.messages === null && this.#pace === null) {
      countOn(this.#unlimitedDays, Math.floor((at - this.#todayBeganAt) / dayMs), 1, isFirst)
      this.#firstAt = Math.min(this.#firstAt, at)
      this.#lastAt = Math.max(this.#lastAt, at)
      return
    }
    walker.messages ??= []
    const since = walker.messages.length === 0 ? this.#rehearsed.startedAt.getTime() : walker.lastSentAt
    walker.messages.push({
      step: walker.step,
      senders: isLimited ? senders : [],
      afterSeconds: (at - since) / 1000,
    })
    walker.lastSentAt = at
  }

  #end(walker: Walker): void {
    if (walker.messages !== null) this.#cohorts.add(walker.messages)
    this.#samples.offer(walker.facets, () => ({
      recordId: walker.recordId,
      steps: walker.trail.map((step) => ({ ...step, message: shortened(step.message) })),
    }))
  }

  #isLong(): boolean {
    return this.#tools.timers.elapsedMs() - this.#partBegunAt > maxPartMs
  }

  /** Lets other requests of this process run in the middle of a rehearsal. */
  async #yieldToOthers(): Promise<void> {
    await this.#tools.timers.yieldToOthers()
    this.#partBegunAt = this.#tools.timers.elapsedMs()
  }

  #result(): RehearsalResult {
    const { version, left, surroundings, usage, requestedAt, startedAt } = this.#rehearsed
    const limited = forecast(this.#cohorts.all, surroundings.senders, startedAt, this.#pace)
    for (const { step, code, count } of limited.waits) this.#tally.add(step, 'waits', code, count)
    // If the spinner is paused, the forecast has no end of the job, because nobody knows when the spinner
    // will be resumed.
    const isPaused = surroundings.spinnerPausedAt !== null
    const { timeZone } = surroundings
    const startsToday = localDay(startedAt, timeZone) === localDay(requestedAt, timeZone)
    const isLastKnown = this.#cohorts.all.length === 0 || limited.lastMessageAt !== null
    const days = [limited.days, this.#unlimitedDays]
    const today = days.reduce((sum, of) => sum + (of.get(0)?.all ?? 0), 0)
    const peopleByDay = [...new Set(days.flatMap((of) => [...of.keys()]))].map((day) =>
      days.reduce((sum, of) => sum + (of.get(day)?.first ?? 0), 0),
    )
    return {
      spinnerId: version.spinnerId,
      version: version.version,
      audience: {
        eligible: this.#eligible,
        excluded: withSkipped(left.excluded, this.#skipped),
        unknown: left.unknown,
      },
      steps: this.#tally.steps,
      reasons: this.#tally.reasons,
      samples: this.#samples.chosen,
      usage,
      firstMessageAt: isPaused
        ? null
        : momentOrNull(Math.min(this.#firstAt, limited.firstMessageAt?.getTime() ?? this.#firstAt)),
      people: this.#people,
      messagesToday: startsToday && !isPaused ? today : 0,
      maxPeoplePerDay: Math.max(0, ...peopleByDay),
      lastMessageAt:
        isLastKnown && !isPaused
          ? momentOrNull(Math.max(this.#lastAt, limited.lastMessageAt?.getTime() ?? this.#lastAt))
          : null,
    }
  }
}

const rehearsedStatuses: Readonly<Record<Exclude<Outcome['kind'], 'waits'>, RehearsedOutcome>> = {
  sent: 'sends',
  passed: 'passes',
  skipped: 'skips',
  stopped: 'skips',
  failed: 'fails',
  unconfirmed: 'fails',
  transient: 'fails',
}

function walkerOf({ id, data }: RehearsedRecord, at: number, answers: PersonAnswers | undefined): Walker {
  return {
    recordId: id,
    data,
    answers,
    step: 0,
    attempts: 0,
    at,
    cameAt: at,
    trail: [],
    subjects: null,
    facets: [],
    contactsByAddress: null,
    messages: null,
    lastSentAt: at,
    isNew: true,
    waits: 0,
  }
}

function momentOrNull(at: number): Date | null {
  return Number.isFinite(at) ? new Date(at) : null
}

/** Returns the preview of a message with long texts cut to 2,000 characters. */
function shortened(message: object | null): object | null {
  if (message === null) return null
  const entries = Object.entries(message).map(([name, value]) => [
    name,
    typeof value === 'string' && value.length > maxShownLength ? `${cutText(value, maxShownLength)}…` : value,
  ])
  return Object.fromEntries(entries)
}
