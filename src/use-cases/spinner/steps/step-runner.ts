import type { SendOutcome } from '../../../domain/job/recipient/put-off.ts'
import type { DueRecipient, Outcome } from '../../../domain/job/recipient/recipient.ts'
import type { SentMessage } from '../../../domain/sender/message/logged-message.ts'
import type { EmailMessage } from '../../../domain/sender/message/message.ts'
import type { Capacity } from '../../../domain/sender/pacing/capacity.ts'
import type { ChosenSender, SenderWish, SliceSenders } from '../../../domain/sender/pacing/sender-wish.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import type { TemplateBudget } from '../../../domain/spinner/steps/template-budget.ts'
import type { Awaited } from '../../../domain/spinner/steps/wait-until.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'

/** One recipient at one step, with only the columns that a pipeline may see. */
export interface StepInput<S extends Step = Step> {
  readonly organizationId: string
  readonly jobId: string
  readonly slice: number
  readonly recipient: DueRecipient
  readonly step: S
  readonly cells: DataRecord
  /** What its templates may take together. */
  readonly budget: TemplateBudget
  /** Null, or left out where nothing is sent, for an organization without senders. */
  readonly senders?: SliceSenders | null
  /** Of the organization, where that was asked for. */
  readonly timeZone?: string | null
  /** Of a recipient at a step that waits for something. */
  readonly awaited?: Awaited
}

/** A message that is ready to go: what is left is to enter it in the ledger and to send it. */
export interface Prepared {
  /** Where it goes, as `normalizedEmail` leaves it, if that may be suppressed: then it is not sent. */
  readonly address: string | null
  /** What people see of it before it is sent. */
  readonly preview: object
  /** What its channel gets, of an e-mail. */
  readonly email?: EmailMessage
  /** What it leaves through, which says how many it takes at once. */
  readonly channel: Capacity
  /** Who has to be asked before it goes, and by whose channel it then leaves; null: nobody. */
  readonly by: SenderWish | null
  send(sender: ChosenSender | null): Promise<SendOutcome>
  /** What the log keeps of it, once it has an outcome; null where nothing has left. */
  logged?(outcome: SendOutcome, sender: ChosenSender | null): SentMessage | null
}

/** What a step makes of a recipient; a promise only where a template has to be waited for. */
export type Preparing = Prepared | Outcome | Promise<Prepared | Outcome>

/**
 * What a type of step does for one recipient. `prepare` decides without touching the world: an outcome
 * at once, or a message to send. `inDoubt` says what to do about a message that a runtime was sending
 * when it died.
 */
export interface StepRunner<S extends Step> {
  prepare(input: StepInput<S>): Preparing
  inDoubt(input: StepInput<S>): Preparing
}
