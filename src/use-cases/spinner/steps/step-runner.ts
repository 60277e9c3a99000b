import type { DueRecipient, Outcome } from '../../../domain/job/recipient/recipient.ts'
import type { SendOutcome } from '../../../domain/job/recipient/temporary-refusal.ts'
import type {
  ChosenSender,
  EarlierMail,
  SenderCandidates,
  SliceSenders,
} from '../../../domain/job/sending/sender-candidates.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import { completeMail, type MailContent } from '../../../domain/sender/message/complete-mail.ts'
import type { SentMessage } from '../../../domain/sender/message/logged-message.ts'
import { subjectInThread } from '../../../domain/sender/message/reply-subject.ts'
import type { Signature } from '../../../domain/sender/signature.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import type { MessageChannel } from '../../../domain/spinner/steps/step-capabilities.ts'
import type { TemplateBudget } from '../../../domain/spinner/steps/template-budget.ts'
import type { WaitFacts } from '../../../domain/spinner/steps/wait-until.ts'
import type { PersonAnswers } from '../../../domain/spinner/where/person-question.ts'
import type { OrganizationStore } from '../../../ports/account/organizations.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { OrganizationChannels } from '../../../ports/sender/message/channels.ts'
import type { FileStore } from '../../../ports/sender/message/files.ts'
import type { MessageTokens } from '../../../ports/sender/message/message-tokens.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import type { AddressSuppressor } from '../../contact/address-suppressor.ts'

/**
 * The ports that steps may use. Each type of step takes the ports that it needs. So a new type changes the
 * composition only if it needs a port that no other type has.
 */
export class StepPorts {
  readonly templates: Templates
  readonly messageTokens: MessageTokens
  readonly addressSuppressor: AddressSuppressor
  readonly files: FileStore
  readonly organizations: Pick<OrganizationStore, 'find'>
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids

  constructor(
    templates: Templates,
    messageTokens: MessageTokens,
    addressSuppressor: AddressSuppressor,
    files: FileStore,
    organizations: Pick<OrganizationStore, 'find'>,
    clock: Pick<Clock, 'now'>,
    ids: Ids,
  ) {
    this.templates = templates
    this.messageTokens = messageTokens
    this.addressSuppressor = addressSuppressor
    this.files = files
    this.organizations = organizations
    this.clock = clock
    this.ids = ids
  }

  /** Returns the ports that steps use with a simulated clock in them, for rehearsals. */
  by(clock: Pick<Clock, 'now'>): StepPorts {
    return new StepPorts(
      this.templates,
      this.messageTokens,
      this.addressSuppressor,
      this.files,
      this.organizations,
      clock,
      this.ids,
    )
  }
}

/**
 * The input of a step for one recipient: the step and the record's cells, without columns that the spinner
 * may not use.
 */
export interface StepInput<S extends Step = Step> {
  readonly organizationId: string
  readonly jobId: string
  readonly slice: number
  readonly recipient: DueRecipient
  readonly step: S
  readonly cells: DataRecord
  /** The time limit that all templates of the step share for this recipient. */
  readonly budget: TemplateBudget
  /**
   * The organization's senders, with the senders already chosen for recipients of this slice. Null if the
   * organization has no sender, absent if the caller sends nothing.
   */
  readonly senders?: SliceSenders | null
  /** The time zone of the organization; absent if the caller has not read it. */
  readonly timeZone?: string | null
  /** The state of the recipient's wait, if the step waits for a date or a change of the record. */
  readonly awaited?: WaitFacts
  /** The answers about the person of the record; absent if the conditions of the step ask no questions. */
  readonly answers?: PersonAnswers
}

/** A rendered message that is ready to be sent. */
export interface Prepared {
  /**
   * The normalized e-mail address of the message, which is not sent if the address is suppressed. Null for
   * messages that suppressions do not stop, such as webhooks.
   */
  readonly address: string | null
  /** The fields of the message that a preview shows to users. `previewOf` completes those of an e-mail. */
  readonly preview: object
  /** The e-mail that the channel sends, without its parts; absent for webhooks and other messages. */
  readonly email?: MailContent
  /** The kind of channel through which the message is sent. */
  readonly channel: MessageChannel
  /**
   * The senders of which one is chosen to send the message; null for a message without a sender, such as a
   * webhook.
   */
  readonly by: SenderCandidates | null
  /** Whether the message answers the earlier e-mails to the recipient; false if absent. */
  readonly thread?: boolean
  /**
   * Sends the message through one of the organization's channels. `earlier` has the e-mails that it answers, oldest
   * first.
   */
  send(
    channels: OrganizationChannels,
    sender: ChosenSender | null,
    earlier: readonly EarlierMail[],
  ): Promise<SendOutcome>
  /** Returns the entry for the log of messages after sending; null if nothing was sent. */
  logged?(
    outcome: SendOutcome,
    sender: ChosenSender | null,
    earlier: readonly EarlierMail[],
  ): SentMessage | null
}

/**
 * Returns the preview of a message in a simulation of several steps: an e-mail as `sender` sends it, with the subject
 * that it continues. `subjects` has the subjects of the earlier e-mails of the simulation by address, and gets that of
 * this message; it is null if no e-mail continues a conversation. `plainText` is generated from the HTML of an e-mail
 * without text.
 */
export function previewOf(
  prepared: Prepared,
  sender: Signature | null,
  subjects: Map<string, string> | null,
  plainText?: string,
): object {
  const { preview, email } = prepared
  if (email === undefined) return preview
  const complete = completeMail(email, sender, plainText)
  const subject = subjects === null ? email.subject : subjectOf(prepared, email, subjects)
  const bodies = { text: complete.text, html: complete.html }
  return {
    ...preview,
    ...bodies,
    subject,
    ...(plainText === undefined ? {} : { plainText: complete.plainText }),
  }
}

/** Returns the subject of a message in a simulation, and notes it as the latest one to its address. */
export function subjectOf(
  { address, thread = false }: Pick<Prepared, 'address' | 'thread'>,
  { subject: own }: Pick<MailContent, 'subject'>,
  subjects: Map<string, string>,
): string {
  if (address === null) return own
  const previous = thread ? subjects.get(address) : undefined
  const subject = previous === undefined ? own : subjectInThread(own, previous)
  subjects.set(address, subject)
  return subject
}

/** The message or the outcome of a recipient at a step; a promise only if a template must be awaited. */
export type Preparing = Prepared | Outcome | Promise<Prepared | Outcome>

/**
 * The behaviour of a type of step for one recipient. `prepare` decides without any outside effect: it returns
 * an outcome or a message to send. `inDoubt` handles a message that a runtime was sending when it died.
 */
export interface StepRunner<S extends Step> {
  prepare(input: StepInput<S>): Preparing
  inDoubt(input: StepInput<S>, channels: OrganizationChannels): Preparing
}
