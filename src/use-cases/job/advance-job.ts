import { DomainError } from '../../domain/errors.ts'
import { type DueRecipient, type Outcome, type Settlement, settle } from '../../domain/job/recipient.ts'
import { culpritOf, isSuspicious, type Lease, type LeasedSlice } from '../../domain/job/slice.ts'
import { wordsOfSuppression } from '../../domain/person/suppression.ts'
import type { Capacity } from '../../domain/sender/capacity.ts'
import { recipientBudget } from '../../domain/spinner/template-budget.ts'
import { visibleCells } from '../../domain/spinner/visible-cells.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Pace } from '../../ports/job/pace.ts'
import { LeaseLost, type Marked, type SendingMark, type Slices } from '../../ports/job/slices.ts'
import type { Wakeups } from '../../ports/job/wakeups.ts'
import type { Metrics } from '../../ports/metrics.ts'
import { TemplateTooSlow } from '../../ports/spinner/templates.ts'
import type { Prepared, Preparing } from '../spinner/steps/step-runner.ts'
import type { StepRunners } from '../spinner/steps/step-runners.ts'
import { type HeldPlaces, SendingPlaces } from './sending-places.ts'

export class AdvanceJobOptions {
  /** Messages that a slice prepares and sends at once, where its channel takes as many. */
  readonly sendConcurrency: number
  readonly leaseSeconds: number

  constructor({ sendConcurrency, leaseSeconds }: AdvanceJobOptions) {
    this.sendConcurrency = sendConcurrency
    this.leaseSeconds = leaseSeconds
  }
}

export interface AdvanceJobCommand {
  readonly jobId: string
  /** Asks to stop soon: the chunk under way is finished and the lease given back. */
  readonly signal: AbortSignal
}

/** A large job must not keep the small ones of others waiting until it is done. */
const slicesPerTurn = 4

/** A recipient on its way to an outcome. */
interface ReadyMessage {
  readonly recipient: DueRecipient
  readonly prepared: Prepared
}

/**
 * Works on a job's due slices until none is left. May run for one job in several runtimes at once:
 * leases keep them apart.
 */
export class AdvanceJob {
  readonly #slices: Slices
  readonly #wakeups: Wakeups
  readonly #runners: StepRunners
  readonly #ids: Ids
  readonly #metrics: Metrics
  readonly #pace: Pace
  readonly #options: AdvanceJobOptions
  readonly #places = new WeakMap<Capacity, SendingPlaces>()

  constructor(
    slices: Slices,
    wakeups: Wakeups,
    runners: StepRunners,
    ids: Ids,
    metrics: Metrics,
    pace: Pace,
    options: AdvanceJobOptions,
  ) {
    this.#slices = slices
    this.#wakeups = wakeups
    this.#runners = runners
    this.#ids = ids
    this.#metrics = metrics
    this.#pace = pace
    this.#options = options
  }

  async execute({ jobId, signal }: AdvanceJobCommand): Promise<void> {
    for (let turns = 0; turns < slicesPerTurn && !signal.aborted; turns++) {
      const lease = { holder: this.#ids.next(), seconds: this.#options.leaseSeconds }
      const slice = await this.#slices.take(jobId, lease)
      if (slice === null) return
      // Any free runtime takes the next slice, and wakes another in turn. One such wake-up waits at a time, so
      // that a large job takes every hand that is free and none that another job needs.
      const asking = slice.more && turns === 0 ? this.#wakeups.remind([jobId]) : null
      // Not Promise.all(), which would abandon messages on their way when the wake-up could not be written.
      for (const done of await Promise.allSettled([this.#work(slice, lease, signal), asking]))
        if (done.status === 'rejected') throw done.reason
    }
    // To the end of the queue: other jobs have waited meanwhile.
    await this.#wakeups.remind([jobId])
  }

  async #work(slice: LeasedSlice, lease: Lease, signal: AbortSignal): Promise<void> {
    try {
      await this.#sendDue(slice, lease, signal).catch(async (error: unknown) => {
        // Others need not wait for the lease to run out.
        if (!(error instanceof LeaseLost)) await this.#slices.release(slice, lease)
        throw error
      })
      const seconds = await this.#slices.release(slice, lease)
      if (seconds !== null && seconds > 0) await this.#wakeups.wake([slice.jobId], seconds)
    } catch (error) {
      // The runtime that holds the lease now decides about these recipients.
      if (!(error instanceof LeaseLost)) throw error
    }
  }

  /** Part by part: the outcomes of one are written in the same commit that marks the next. */
  async #sendDue(slice: LeasedSlice, lease: Lease, signal: AbortSignal): Promise<void> {
    let settled: Settlement[] = []
    let before: HeldPlaces | null = null
    let rest = slice.recipients
    try {
      while (rest.length > 0 && !signal.aborted) {
        const begunAt = performance.now()
        const chunk = rest.slice(0, isSuspicious(slice) ? 1 : this.#options.sendConcurrency)
        rest = rest.slice(chunk.length)
        if (isSuspicious(slice)) {
          if (settled.length > 0 && !(await this.#slices.settleAndMark(slice, lease, settled, [])).goesOn)
            return
          settled = []
          before?.settled()
          before = null
          for (const { recordId } of chunk) await this.#slices.notePreparing(slice, lease, recordId)
        }
        const preparing = chunk.map((recipient) => this.#prepare(slice, recipient))
        let made = preparing.filter(isPrepared)
        if (made.length < preparing.length) {
          // Rendering may take a while; what was sent is not to be in doubt if the runtime dies meanwhile.
          const [done, marked] = await Promise.all([
            this.#keepingLease(slice, lease, Promise.all(preparing.map(async (one) => await one))),
            settled.length === 0 ? null : this.#slices.settleAndMark(slice, lease, settled, []),
          ])
          settled = []
          before?.settled()
          before = null
          if (marked?.goesOn === false) return
          made = done
        }
        const ready: ReadyMessage[] = []
        for (const [index, recipient] of chunk.entries()) {
          const prepared = made[index]
          if (prepared === undefined) throw new Error('Each recipient of a chunk is prepared')
          if ('send' in prepared) ready.push({ recipient, prepared })
          else settled.push(this.#settle(slice, recipient, prepared))
        }
        do {
          const most = leadingOfOneChannel(ready)
          const channel = this.#placesOf(ready[0])
          let places = channel.tryTake(most)
          if (places === null) {
            // What was sent is written down first, or the slices of this process would wait for each other.
            if (!(await this.#slices.settleAndMark(slice, lease, settled, [])).goesOn) return
            settled = []
            before?.settled()
            places = await this.#keepingLease(slice, lease, channel.take(most, signal))
            if (places === null) return
          }
          const going = ready.splice(0, places.count)
          const askedAt = performance.now()
          const { goesOn, withheld } = await this.#mark(slice, lease, settled, going).catch((error) => {
            places.settled()
            throw error
          })
          before?.settled()
          before = places
          settled = []
          if (!goesOn) return
          // Stood still since: the lease may have passed to another, who has settled these messages.
          if (performance.now() - askedAt > lease.seconds * 1000) throw new LeaseLost()
          const sending = going.map(async ({ recipient, prepared }) => {
            const reason = withheld.get(recipient.recordId)
            const outcome: Outcome =
              reason === undefined
                ? await sendSafely(prepared)
                : { kind: 'skipped', reason: wordsOfSuppression[reason] }
            places.sent()
            return this.#settle(slice, recipient, outcome)
          })
          settled = await this.#keepingLease(slice, lease, Promise.all(sending))
        } while (ready.length > 0 && !signal.aborted)
        if (rest.length > 0) await this.#pace.giveWay(begunAt)
      }
      if (settled.length > 0) await this.#slices.settleAndMark(slice, lease, settled, [])
    } finally {
      before?.settled()
    }
  }

  /** Without a message nothing is limited, and what has come to its end is written down all the same. */
  #placesOf(first: ReadyMessage | undefined): SendingPlaces {
    const channel = first?.prepared.channel ?? unlimited
    const known = this.#places.get(channel)
    if (known !== undefined) return known
    const places = new SendingPlaces(channel)
    this.#places.set(channel, places)
    return places
  }

  async #mark(
    slice: LeasedSlice,
    lease: Lease,
    settled: readonly Settlement[],
    ready: readonly ReadyMessage[],
  ): Promise<Marked> {
    const marks = ready.map(
      ({ recipient, prepared }): SendingMark => ({ recordId: recipient.recordId, address: prepared.address }),
    )
    try {
      return await this.#slices.settleAndMark(slice, lease, settled, marks)
    } catch (error) {
      // What was sent before is known, and is not to be in doubt because the next could not be marked.
      if (!(error instanceof LeaseLost)) await this.#slices.settleAndMark(slice, lease, settled, [])
      throw error
    }
  }

  /** A slow channel is no reason to lose the slice. */
  async #keepingLease<Result>(slice: LeasedSlice, lease: Lease, work: Promise<Result>): Promise<Result> {
    const renewal = setInterval(
      () => {
        // One that fails leaves it to the next write to say what is the matter.
        this.#slices.settleAndMark(slice, lease, [], []).catch(() => {})
      },
      (lease.seconds * 1000) / 3,
    )
    try {
      return await work
    } finally {
      clearInterval(renewal)
    }
  }

  /** Throws nothing: what others of the chunk have begun would be abandoned. */
  #prepare(slice: LeasedSlice, recipient: DueRecipient): Preparing {
    const step = slice.version.steps[recipient.step]
    if (step === undefined) return { kind: 'failed', reason: 'The spinner has no such step' }
    if (recipient.data === null) return { kind: 'skipped', reason: 'The record was deleted' }
    if (recipient.recordId === culpritOf(slice))
      return { kind: recipient.inDoubt ? 'unconfirmed' : 'failed', reason: stoppedThrice }
    const { organizationId, jobId } = slice
    const cells = visibleCells(recipient.data, slice.version.metadataColumns)
    const runner = this.#runners.of(step)
    const budget = recipientBudget(organizationId)
    const input = { organizationId, jobId, recipient, step, cells, budget }
    try {
      const preparing = recipient.inDoubt ? runner.inDoubt(input) : runner.prepare(input)
      if (!(preparing instanceof Promise)) return preparing
      return preparing.catch((error: unknown) => unprepared(recipient, error))
    } catch (error) {
      return unprepared(recipient, error)
    }
  }

  #settle(slice: LeasedSlice, recipient: DueRecipient, outcome: Outcome): Settlement {
    const settlement = settle(recipient, outcome, slice.version.steps.length, Math.random())
    const { delivery, state } = settlement
    const channel = slice.version.steps[recipient.step]?.type
    if (delivery !== null && channel !== undefined)
      this.#metrics.noteDelivery(channel, delivery === 'failed' && state === 'waiting' ? 'retried' : delivery)
    return settlement
  }
}

const stoppedThrice = 'Three runtimes in a row stopped while they were at this recipient'

/** What it means for a recipient that its message could not be made. */
function unprepared({ attempts }: DueRecipient, error: unknown): Preparing {
  if (!(error instanceof DomainError)) return Promise.reject(error)
  const reason = error.message
  // What was too slow once may have met a busy machine; a second time it is at fault itself.
  if (error instanceof TemplateTooSlow) return { kind: attempts === 0 ? 'transient' : 'failed', reason }
  if (error.kind === 'overloaded') return { kind: 'transient', reason }
  if (error.kind === 'invalid') return { kind: 'failed', reason }
  return Promise.reject(error)
}

function isPrepared(preparing: Preparing): preparing is Prepared | Outcome {
  return !(preparing instanceof Promise)
}

const unlimited: Capacity = { atOnce: null }

/** Messages that leave one after the other through one channel share its places. */
function leadingOfOneChannel(ready: readonly ReadyMessage[]): number {
  const other = ready.findIndex(({ prepared }) => prepared.channel !== ready[0]?.prepared.channel)
  return other === -1 ? ready.length : other
}

/** A channel that throws has not said that nothing was sent, so nothing else may be assumed. */
async function sendSafely(prepared: Prepared): Promise<Outcome> {
  try {
    return await prepared.send()
  } catch (error) {
    return { kind: 'unconfirmed', reason: error instanceof Error ? error.name : 'The channel failed' }
  }
}
