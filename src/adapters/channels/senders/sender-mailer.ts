import type { SendOutcome } from '../../../domain/job/recipient/temporary-refusal.ts'
import { faultOfAccountMailSender } from '../../../domain/sender/account-mail.ts'
import type { EmailMessage } from '../../../domain/sender/message/message.ts'
import type { Mail, Mailer } from '../../../ports/account/mailer.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { SenderChannels } from '../../../ports/sender/message/channels.ts'
import type { SenderStore } from '../../../ports/sender/senders.ts'
import { PostingMailer } from '../posting-mailer.ts'

export interface SenderMailerOptions {
  /** The id in MAIL_SENDER. */
  readonly senderId: string
  /** Sends or prints the mails that the sender cannot send at present. */
  readonly fallback: Mailer
  readonly onFault: (error: unknown) => void
  /** Called with the reason why the sender does not send a mail, which `fallback` then gets. */
  readonly onFallback: (reason: string) => void
}

/**
 * `SenderMailer` sends the mail about accounts through a connected account of an organization, with the channel of this
 * sender. A mail counts in the daily budget of the sender, and is sent although the budget is used up, because a person
 * waits for it. A mail that the sender cannot send goes to another mailer, so no mail about accounts is lost.
 */
export class SenderMailer extends PostingMailer {
  readonly #options: SenderMailerOptions
  readonly #senders: SenderStore
  readonly #channels: SenderChannels
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    options: SenderMailerOptions,
    senders: SenderStore,
    channels: SenderChannels,
    clock: Clock,
    ids: Ids,
  ) {
    super(options.onFault)
    this.#options = options
    this.#senders = senders
    this.#channels = channels
    this.#clock = clock
    this.#ids = ids
  }

  override async send(mail: Mail): Promise<void> {
    const outcome = await this.#sent(mail).catch((error: unknown) => {
      this.onFault(error)
      return 'an error of this service'
    })
    if (outcome === null) return
    this.#options.onFallback(outcome)
    await this.#options.fallback.send(mail)
  }

  /** Returns null if the provider accepted the mail, or refused it because of its recipient; otherwise the reason. */
  async #sent(mail: Mail): Promise<string | null> {
    const { senderId } = this.#options
    const sender = await this.#senders.accountMailSender(senderId)
    const fault = faultOfAccountMailSender(senderId, sender)
    if (sender === null || fault !== null) return fault
    await this.#senders.countAccountMail(senderId, this.#clock.now())
    const channel = await this.#channels.of(sender.organizationId, senderId)
    const outcome = await channel.send(this.#messageOf(sender.organizationId, mail))
    if (outcome.kind === 'sent') return null
    if (isOfRecipient(outcome)) {
      this.onFault(new Error(outcome.reason))
      return null
    }
    return 'reason' in outcome ? outcome.reason : outcome.kind
  }

  #messageOf(organizationId: string, { to, subject, text }: Mail): EmailMessage {
    return {
      organizationId,
      // The id of no job, so that a reply counts for no recipient.
      jobId: this.#ids.next(),
      slice: 0,
      recordId: '0',
      step: 0,
      to,
      subject,
      text,
      html: null,
      unsubscribeUrl: '',
      from: null,
      thread: null,
      attachments: [],
      isAccountMail: true,
    }
  }
}

function isOfRecipient(outcome: SendOutcome): outcome is Extract<SendOutcome, { kind: 'failed' }> {
  return outcome.kind === 'failed' && outcome.code === 'MAILBOX_UNKNOWN'
}
