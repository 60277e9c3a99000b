import { service } from '../../../domain/account/audit/actor.ts'
import { deliverableEmail, isRecipientAddress, normalizedEmail } from '../../../domain/email-address.ts'
import { DomainError } from '../../../domain/errors.ts'
import { loggedOutcome } from '../../../domain/job/recipient/logged-outcome.ts'
import { notPrepared } from '../../../domain/job/recipient/not-prepared.ts'
import type { Outcome } from '../../../domain/job/recipient/recipient.ts'
import type { SendOutcome } from '../../../domain/job/recipient/temporary-refusal.ts'
import {
  type ChosenSender,
  type EarlierMail,
  senderCandidatesOf,
} from '../../../domain/job/sending/sender-candidates.ts'
import { causeOf } from '../../../domain/reason.ts'
import { maxAttachments } from '../../../domain/sender/message/attachment.ts'
import { completeMail, type MailContent } from '../../../domain/sender/message/complete-mail.ts'
import type { EmailMessage, Thread } from '../../../domain/sender/message/message.ts'
import { subjectInThread } from '../../../domain/sender/message/reply-subject.ts'
import { type EmailStep, maxSendersOfStep } from '../../../domain/spinner/steps/step.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { EmailChannel, OrganizationChannels } from '../../../ports/sender/message/channels.ts'
import { completeMessage } from './email/complete-message.ts'
import { StepFiles } from './email/step-files.ts'
import { StepFooters } from './email/step-footers.ts'
import { renderFields, thenOrNow } from './render-fields.ts'
import type { Prepared, Preparing, StepInput, StepPorts, StepRunner } from './step-runner.ts'
import type { StepTypeOf } from './step-type.ts'

/**
 * The template variable with the link that unsubscribes the recipient; only the content of e-mails may use
 * it.
 */
const unsubscribeVariable = 'unsubscribe_url'

const body = { kind: 'template', longest: 100_000, given: [unsubscribeVariable], optional: true } as const

export const emailStep: StepTypeOf<EmailStep> = {
  says: 'Sends one e-mail. The fields are Liquid templates with limits of time and size, and without filters for lists of objects. At least one of `text` and `html` is required. An e-mail whose outcome is unknown is not sent again.',
  example: { to: '{{ email }}', subject: 'Welcome, {{ name }}', text: 'Hello {{ name }}, …' },
  fields: {
    to: {
      kind: 'template',
      longest: 1_000,
      says: 'The address of the recipient. The template must render to exactly one e-mail address; otherwise the recipient fails with `NOT_AN_ADDRESS`.',
    },
    subject: {
      kind: 'template',
      longest: 1_000,
      given: [unsubscribeVariable],
      says: 'The subject of the e-mail. It must render to one line of at most 998 characters.',
    },
    text: {
      ...body,
      says: 'The plain text of the e-mail. `{{ unsubscribe_url }}` renders the link that unsubscribes the recipient. Without this field, the plain text is generated from `html`, so it follows every change of `html`. Publishing warns if both differ in their words.',
    },
    html: {
      ...body,
      says: 'The HTML of the e-mail. `{{ unsubscribe_url }}` renders the link that unsubscribes the recipient. Publishing warns if the reader sees no such link.',
    },
    preheader: {
      kind: 'template',
      longest: 1_000,
      says: 'The text that inboxes show beside the subject. It is hidden at the start of the HTML; a message without `html` has none.',
      optional: true,
    },
    attachments: {
      kind: 'ids',
      of: 'files',
      most: maxAttachments,
      optional: true,
      says: 'The ids of uploaded files (`POST /files`) to attach. An image that `html` shows as `<img src="cid:ID">` is included automatically.',
    },
    senders: {
      kind: 'ids',
      of: 'senders',
      most: maxSendersOfStep,
      says: 'The ids of the senders that may send the e-mail. A person stays with the sender that sent to them first. For other people, the sender with the most messages left for the day is used. Without senders, the default sender of the organization or the server of this deployment is used.',
      optional: true,
    },
    thread: {
      kind: 'flag',
      says: 'Whether the e-mail is a reply to the previous e-mail to the recipient: in the same conversation, with the subject of the previous e-mail after "Re: ". The own subject of the step is used only if the e-mail begins a conversation, because the previous e-mail went to another address or there is none. `false` by default.',
      optional: true,
    },
    addsSignature: {
      kind: 'flag',
      says: 'Whether the signature of the sender is added below the content. `true` by default.',
      optional: true,
    },
    addsFooter: {
      kind: 'flag',
      says: 'Whether the footer of the organization is added below the content and the signature: its unsubscribe line and its postal address. `false` by default.',
      optional: true,
    },
  },
  needsOneOf: ['text', 'html'],
  message: {
    to: { kind: 'text', says: 'The rendered e-mail address of the recipient.' },
    subject: { kind: 'text', mayBeEmpty: true, says: 'The rendered subject of the e-mail.' },
    text: {
      kind: 'text',
      mayBeEmpty: true,
      mayBeNull: true,
      says: 'The rendered plain text of the e-mail, with its signature and footer; null if the step has no `text`.',
    },
    html: {
      kind: 'text',
      mayBeEmpty: true,
      mayBeNull: true,
      says: 'The rendered HTML of the e-mail, with its preheader, signature and footer; null if the step has no `html`.',
    },
    preheader: {
      kind: 'text',
      mayBeEmpty: true,
      mayBeNull: true,
      says: 'The rendered text that inboxes show beside the subject; null if the step has none.',
    },
    plainText: {
      kind: 'text',
      mayBeEmpty: true,
      says: 'The plain text that is generated from `html` if the step has no `text`; only in previews.',
      optional: true,
    },
  },
  messageExample: {
    to: 'ada@example.com',
    subject: 'Welcome, Ada',
    text: 'Hello Ada, …',
    html: null,
    preheader: null,
  },
  runner: (ports) => new EmailStepRunner(ports),
}

/**
 * The largest length of an e-mail subject in characters. Servers may cut or refuse a longer header line (RFC
 * 5322).
 */
const maxSubjectLength = 998

/** A complete message and the channel that sends it. */
interface ReadyEmail {
  readonly channel: EmailChannel
  readonly message: EmailMessage
}

/**
 * The e-mail step: sends one e-mail to each recipient, at most once. An e-mail in doubt after a crash is not
 * sent again, except in a test organization, where nothing has left the service.
 */
class EmailStepRunner implements StepRunner<EmailStep> {
  readonly #ports: StepPorts
  readonly #files: StepFiles
  readonly #footers: StepFooters

  constructor(ports: StepPorts) {
    this.#ports = ports
    this.#files = new StepFiles(ports.files)
    this.#footers = new StepFooters(ports.organizations)
  }

  prepare(input: StepInput<EmailStep>): Preparing {
    const { step, cells, budget } = input
    // Reads the clock before anything is awaited, because a rehearsal then moves it for the next recipient.
    const now = this.#ports.clock.now()
    return thenOrNow(
      renderFields(this.#ports.templates, cells, budget, [{ field: 'to', template: step.to }], now),
      ([to = '']) => this.#prepareTo(to.trim(), input, now),
    )
  }

  #prepareTo(written: string, input: StepInput<EmailStep>, now: Date): Preparing {
    const [to, email] = [deliverableEmail(written), normalizedEmail(written)]
    if (to === null || email === null || !isRecipientAddress(written))
      return { kind: 'failed', ...causeOf('NOT_AN_ADDRESS') }
    const { organizationId, step, cells, budget } = input
    const unsubscribeUrl = this.#ports.messageTokens.unsubscribeLinkFor({ organizationId, email })
    const { subject, text, html, preheader } = step
    const fields = [
      { field: 'subject', template: subject },
      ...(text === undefined ? [] : [{ field: 'text', template: text }]),
      ...(html === undefined ? [] : [{ field: 'html', template: html, format: 'html' as const }]),
      ...(preheader === undefined ? [] : [{ field: 'preheader', template: preheader }]),
    ]
    const given = { ...cells, [unsubscribeVariable]: unsubscribeUrl }
    return thenOrNow(renderFields(this.#ports.templates, given, budget, fields, now), (texts) => {
      const rendered = (name: string) => texts[fields.findIndex(({ field }) => field === name)] ?? null
      const content = {
        to,
        subject: rendered('subject') ?? '',
        text: rendered('text'),
        html: rendered('html'),
      }
      return thenOrNow(this.#files.of(organizationId, step), (attachments) => {
        if (attachments === null) return { kind: 'failed', ...causeOf('FILE_MISSING') }
        return thenOrNow(this.#footers.of(organizationId, step), (footer) => {
          const parts = {
            preheader: rendered('preheader') ?? '',
            addsSignature: step.addsSignature ?? true,
            footer,
          }
          return this.#prepared(input, { ...content, attachments, parts }, email, unsubscribeUrl)
        })
      })
    })
  }

  #prepared(
    { organizationId, jobId, slice, recipient, senders, step: ofStep }: StepInput<EmailStep>,
    content: Pick<MailContent, 'to' | 'subject' | 'text' | 'html' | 'attachments' | 'parts'>,
    email: string,
    unsubscribeUrl: string,
  ): Prepared | Outcome {
    const { to, subject } = content
    if (/[\r\n]/.test(subject)) return { kind: 'failed', ...causeOf('SUBJECT_NOT_ONE_LINE') }
    if (subject.length > maxSubjectLength) {
      const reason = sentence('"subject" renders to more than {count} characters', {
        count: maxSubjectLength,
      })
      return { kind: 'failed', code: 'SUBJECT_TOO_LONG', reason }
    }
    const { recordId, step } = recipient
    const place = { organizationId, jobId, slice, recordId, step }
    const message = { ...place, ...content, unsubscribeUrl, from: null, thread: null }
    const { preheader } = content.parts
    return {
      address: email,
      channel: 'email',
      by: senderCandidatesOf(ofStep, recordId, senders ?? null, recipient.temporaryRefusal ?? null),
      thread: ofStep.thread ?? false,
      preview: { to, preheader: preheader === '' ? null : preheader },
      email: message,
      send: async (channels, sender, earlier) => {
        const ready = await this.#readyFor(channels, sender, this.#outgoing(message, sender, earlier))
        if ('kind' in ready) return ready
        const outcome = await ready.channel.send(ready.message)
        // Ignores a failed write of the suppression. The server has refused the e-mail permanently, and
        // an exception would count it as unconfirmed. A retry bounces again and suppresses the address.
        if (outcome.kind === 'failed' && outcome.bounced)
          await this.#suppress(organizationId, email).catch(() => {})
        return outcome
      },
      logged: (outcome, sender, earlier) => {
        const logged = loggedOutcome(outcome)
        if (logged === null) return null
        const outgoing = this.#outgoing(message, sender, earlier)
        const sent = completeMail(outgoing, outgoing.from)
        const by = { senderId: sender?.id ?? null, address: email }
        const shown = { to, subject: sent.subject, text: sent.text, html: sent.html }
        return { ...shown, ...logged, ...by, id: this.#ports.ids.next() }
      },
    }
  }

  /**
   * Returns the channel of a message and the complete message, or an outcome if they could not be
   * read. An exception would count the e-mail as unconfirmed, which is final, although nothing was sent.
   */
  async #readyFor(
    channels: OrganizationChannels,
    sender: ChosenSender | null,
    message: MailContent,
  ): Promise<ReadyEmail | SendOutcome> {
    try {
      const { organizationId } = message
      const channel =
        sender === null
          ? channels.email
          : await channels.senders.of(organizationId, sender.id, sender.revision)
      return { channel, message: await completeMessage(message, this.#ports.templates) }
    } catch (error) {
      if (!(error instanceof DomainError)) return notPrepared()
      return {
        kind: 'temporaryRefusal',
        scope: 'server',
        seconds: null,
        code: 'MAIL_SERVER_UNUSABLE',
        reason: error.message,
      }
    }
  }

  #outgoing(message: MailContent, sender: ChosenSender | null, earlier: readonly EarlierMail[]): MailContent {
    const from = sender?.from ?? null
    const thread = this.#threadOf(message, from?.email ?? null, earlier)
    const subject =
      thread === null ? message.subject : subjectInThread(message.subject, earlier.at(-1)?.subject ?? null)
    return { ...message, subject, from, thread }
  }

  /** Returns the conversation that a message from the address `from` continues; null if it begins one. */
  #threadOf(
    { slice, recordId }: MailContent,
    from: string | null,
    earlier: readonly EarlierMail[],
  ): Thread | null {
    const references = earlier.map(
      (mail) => mail.messageId ?? this.#ports.messageTokens.messageIdFor({ ...mail, slice, recordId }, from),
    )
    const inReplyTo = references.at(-1)
    if (inReplyTo === undefined) return null
    const providerThread = earlier.findLast(({ thread }) => thread !== null)?.thread ?? null
    return { inReplyTo, references, providerThread }
  }

  async #suppress(organizationId: string, email: string): Promise<void> {
    await this.#ports.addressSuppressor.suppress({ organizationId, email, reason: 'bounced', by: service })
  }

  inDoubt(input: StepInput<EmailStep>, { isTest, email }: OrganizationChannels): Preparing {
    // Captures a message in doubt again if the organization is a test organization, because the message
    // cannot have been sent.
    if (isTest) return this.prepare(input)
    const unknown: Outcome = { kind: 'unconfirmed', ...causeOf('RUNTIME_STOPPED') }
    const senderId = input.senders?.own[input.recipient.recordId] ?? null
    return senderId === null && email.captures ? unknown : this.#loggedAnew(input, unknown, senderId)
  }

  /**
   * Renders the content of a message in doubt again to log it, because the content was lost with the crashed
   * runtime. If that fails, nothing is logged.
   */
  async #loggedAnew(
    input: StepInput<EmailStep>,
    unknown: Outcome & { readonly kind: 'unconfirmed' },
    senderId: string | null,
  ): Promise<Outcome> {
    try {
      const prepared = await this.prepare(input)
      const message = 'send' in prepared ? (prepared.logged?.(unknown, null, []) ?? null) : null
      return message === null ? unknown : { ...unknown, message: { ...message, senderId } }
    } catch {
      return unknown
    }
  }
}
