import { type MailAhead, mailsAhead, mayHaveGoneOut } from '../../../domain/job/mails-ahead.ts'
import {
  type DueRecipient,
  type Outcome,
  type StepSettlement,
  settleStep,
} from '../../../domain/job/recipient/recipient.ts'
import type { Withheld } from '../../../domain/job/sending/withheld.ts'
import type { Lease, LeasedSlice } from '../../../domain/job/slice.ts'
import { causeOf } from '../../../domain/reason.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import { triggerColumnOf } from '../../../domain/spinner/trigger-data.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { SendingMark, Slices } from '../../../ports/job/slices.ts'
import type { Prepared } from '../../spinner/steps/step-runner.ts'
import type { StepRunners } from '../../spinner/steps/step-types.ts'
import { prepareRecipient } from '../sending/prepare-recipient.ts'

export interface SettleUnconfirmedCommand {
  readonly jobId: string
  /** The moment to which the database was restored. Everything stored after it is lost. */
  readonly restoredTo: Date
  /**
   * Whether the restore itself started the job, for records that no job had taken. All its recipients are
   * then in doubt, because a lost job may have written to them.
   */
  readonly isBegunSince: boolean
}

/**
 * The numbers of recipients of a job that a restore has marked as unconfirmed, has ended or does not affect.
 */
export interface SettleUnconfirmedFigures {
  readonly inDoubt: number
  /** The number of recipients that ended for another reason: they are suppressed, or have no address. */
  readonly ended: number
  /**
   * The number of recipients that cannot have been sent a message after the restored moment, so they continue
   * in the job.
   */
  readonly left: number
}

/**
 * An e-mail of a step that may have been sent before the restore. It is rendered again to find its address.
 */
interface MadeMail {
  readonly index: number
  /** The rendered e-mail of the step, or the outcome if the recipient would get no e-mail. */
  readonly made: Prepared | Outcome
}

interface Doubted {
  readonly recipient: DueRecipient
  readonly soonest: MadeMail
  /** The e-mails of steps after `soonest` that the recipient may also have received before the restore. */
  readonly later: readonly MadeMail[]
}

type Figures = { -readonly [Name in keyof SettleUnconfirmedFigures]: SettleUnconfirmedFigures[Name] }

const slicesAtOnce = 4
const leaseSeconds = 60
/**
 * The time in seconds after which recipients that the restore does not change become due. If they were due at
 * once, this use case would process them again.
 */
const leftForSeconds = 300

/**
 * Finds the recipients of a job that may have been sent a message after the restored moment, and settles them
 * as `unconfirmed`. It processes the job as a runtime does, but sends nothing. Each address is reserved and
 * each message is logged, so that the next job does not send it again. The contact policy counts every e-mail
 * that the recipient may have received. Send windows and limits are not checked, because they may have
 * allowed the message then. The job is completed when its last recipient is settled.
 */
export class SettleUnconfirmed {
  readonly #slices: Slices
  readonly #runners: StepRunners
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(slices: Slices, runners: StepRunners, clock: Clock, ids: Ids) {
    this.#slices = slices
    this.#runners = runners
    this.#clock = clock
    this.#ids = ids
  }

  async execute(command: SettleUnconfirmedCommand): Promise<SettleUnconfirmedFigures> {
    const figures = { inDoubt: 0, ended: 0, left: 0 }
    // Processes four slices at once, so that some prepare messages while the database writes the results of
    // others.
    const hands = Array.from({ length: slicesAtOnce }, () => this.#goThrough(command, figures))
    await Promise.all(hands)
    return figures
  }

  async #goThrough(command: SettleUnconfirmedCommand, figures: Figures): Promise<void> {
    for (;;) {
      const lease = { holder: this.#ids.next(), seconds: leaseSeconds }
      const slice = await this.#slices.take(command.jobId, lease)
      if (slice === null) return
      const mails = mailsAhead(programOf(slice.version.steps))
      const isFinished =
        mails.every((ahead) => ahead.length === 0) ||
        !(await this.#doubt(slice, lease, command, mails, figures))
      await this.#slices.release(slice, lease)
      // Ends early for a job without e-mails, whose webhooks may be repeated under the same id, and for a job
      // that no longer runs.
      if (isFinished) return
    }
  }

  /**
   * Settles the recipients of a slice that may have been sent a message. Returns false if the job no longer
   * runs.
   */
  async #doubt(
    slice: LeasedSlice,
    lease: Lease,
    { restoredTo, isBegunSince }: SettleUnconfirmedCommand,
    mails: readonly (readonly MailAhead[])[],
    figures: Figures,
  ): Promise<boolean> {
    const program = programOf(slice.version.steps)
    const now = this.#clock.now()
    const settled: StepSettlement[] = []
    const doubted: Promise<Doubted>[] = []
    for (const recipient of slice.recipients) {
      const [soonest, ...later] = (mails[recipient.step] ?? []).filter(
        (mail, nth) => (isBegunSince && nth === 0) || mayHaveGoneOut(mail, restoredTo, now),
      )
      if (recipient.data === null || soonest === undefined) settled.push(leftAlone(recipient))
      else doubted.push(this.#doubted(slice, recipient, soonest, later))
    }
    figures.left += settled.length
    const all = await Promise.all(doubted)
    const marks = all.flatMap(({ recipient, soonest }) => marksOf(recipient, [soonest]))
    const { wasJobRunning: isJobRunning, withheld } = await this.#slices.settleAndMark(
      slice,
      lease,
      settled,
      marks,
      'claims',
    )
    if (!isJobRunning) return false
    const ended = all.map((one) => ({
      ...one,
      end: endOf(one, withheld.get(one.recipient.recordId) ?? null, restoredTo),
    }))
    const further = ended.flatMap(({ recipient, later, end }) =>
      end.kind === 'unconfirmed' ? marksOf(recipient, later) : [],
    )
    if (further.length > 0) await this.#slices.settleAndMark(slice, lease, [], further, 'claims')
    const ends = ended.map(({ recipient, soonest: { made, index }, end }): StepSettlement => {
      figures[end.kind === 'unconfirmed' ? 'inDoubt' : 'ended']++
      const settlement = settleStep(recipient, end, program, 0)
      // Stores the delivery of a message only for the recipient's present step. An e-mail of a later step
      // only reserves its address, so that the contact policy counts it.
      if (!('send' in made) || index !== recipient.step) return { ...settlement, delivery: null }
      const message = made.logged?.(end, null, []) ?? null
      return message === null ? settlement : { ...settlement, message }
    })
    await this.#slices.settleAndMark(slice, lease, ends, [])
    return true
  }

  async #doubted(
    slice: LeasedSlice,
    recipient: DueRecipient,
    soonest: MailAhead,
    later: readonly MailAhead[],
  ): Promise<Doubted> {
    return {
      recipient,
      soonest: await this.#made(slice, recipient, soonest),
      later: await Promise.all(later.map((mail) => this.#made(slice, recipient, mail))),
    }
  }

  async #made(slice: LeasedSlice, recipient: DueRecipient, { index }: MailAhead): Promise<MadeMail> {
    const atAnyHour = { ...slice, version: { ...slice.version, sendWindow: null }, senders: null }
    const tools = { runners: this.#runners, clock: this.#clock, channels: null }
    const at = { ...recipient, step: index, inDoubt: false }
    return { index, made: await prepareRecipient({ ...atAnyHour, lostLeases: 0 }, at, tools) }
  }
}

function marksOf({ recordId }: DueRecipient, mails: readonly MadeMail[]): SendingMark[] {
  return mails.flatMap(({ index, made }) =>
    'send' in made ? [{ recordId, step: index, address: made.address }] : [],
  )
}

/**
 * Returns the outcome of a recipient in doubt. It is `unconfirmed`, except for suppressed people and records
 * without an address, whose messages were refused before the restore too.
 */
function endOf({ recipient, soonest }: Doubted, withheld: Withheld | null, restoredTo: Date): Outcome {
  const { made, index } = soonest
  const unknown: Outcome = { kind: 'unconfirmed', ...causeOf('RESTORED', { at: restoredTo.toISOString() }) }
  if (recipient.inDoubt) return unknown
  if (withheld !== null) return withheld.kind === 'waits' ? unknown : withheld
  if ('send' in made || index !== recipient.step) return unknown
  if (made.kind === 'failed') return lacksTriggerData(made) ? unknown : made
  return made.kind === 'skipped' ? made : unknown
}

/** Returns whether a message could not be rendered because the data of a lost trigger is unknown. */
function lacksTriggerData({ evidence }: Outcome & { readonly kind: 'failed' }): boolean {
  const column = evidence?.['column']
  return typeof column === 'string' && column.startsWith(triggerColumnOf(''))
}

function leftAlone({ recordId, step, attempts }: DueRecipient): StepSettlement {
  const noCause = { error: null, reason: null, evidence: null, released: null }
  return {
    recordId,
    step,
    delivery: null,
    status: 'pending',
    nextStep: step,
    attempts,
    dueInSeconds: leftForSeconds,
    ...noCause,
  }
}
