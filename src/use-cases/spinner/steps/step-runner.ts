import type { SendOutcome } from '../../../domain/job/recipient/put-off.ts'
import type { DueRecipient, Outcome } from '../../../domain/job/recipient/recipient.ts'
import type { SentMessage } from '../../../domain/sender/message/logged-message.ts'
import type { EmailMessage } from '../../../domain/sender/message/message.ts'
import type { Capacity } from '../../../domain/sender/pacing/capacity.ts'
import type {
  ChosenSender,
  SenderCandidates,
  SliceSenders,
} from '../../../domain/sender/pacing/sender-candidates.ts'
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
  /** The time that the templates of the step may take together. */
  readonly budget: TemplateBudget
  /** The senders of the organization; null if it has none, absent if nothing is sent. */
  readonly senders?: SliceSenders | null
  /** The time zone of the organization, if it was looked up. */
  readonly timeZone?: string | null
  /** The state of the wait, for a recipient at a step that waits for something. */
  readonly awaited?: Awaited
}

/** A message that is ready to be entered in the ledger and sent. */
export interface Prepared {
  /**
   * The recipient's address as `normalizedEmail` returns it. A suppressed address gets no message. Null for a
   * message that cannot be suppressed.
   */
  readonly address: string | null
  /** The message as people see it in a preview. */
  readonly preview: object
  /** The e-mail that the channel gets; absent for other messages. */
  readonly email?: EmailMessage
  /** The channel that sends the message and limits how many it sends at once. */
  readonly channel: Capacity
  /**
   * The senders from which one is chosen when the message is marked, and whose channel sends it. Null for a
   * message without a sender.
   */
  readonly by: SenderCandidates | null
  send(sender: ChosenSender | null): Promise<SendOutcome>
  /** Returns the entry for the log of messages once there is an outcome; null if nothing was sent. */
  logged?(outcome: SendOutcome, sender: ChosenSender | null): SentMessage | null
}

/** The result of preparing a step for a recipient; a promise only if a template must be awaited. */
export type Preparing = Prepared | Outcome | Promise<Prepared | Outcome>

/**
 * The behaviour of a type of step for one recipient. `prepare` decides without any outside effect: it returns
 * an outcome or a message to send. `inDoubt` handles a message that a runtime was sending when it died.
 */
export interface StepRunner<S extends Step> {
  prepare(input: StepInput<S>): Preparing
  inDoubt(input: StepInput<S>): Preparing
}
