import { deliverableEmail, normalizedEmail } from '../../../domain/email-address.ts'
import { loggedOutcome } from '../../../domain/job/logged-outcome.ts'
import { because } from '../../../domain/job/reason.ts'
import type { Outcome } from '../../../domain/job/recipient.ts'
import { mostAttachments } from '../../../domain/sender/attachment.ts'
import type { EmailMessage } from '../../../domain/sender/message.ts'
import type { EmailStep } from '../../../domain/spinner/step.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Suppressions } from '../../../ports/person/suppressions.ts'
import type { UnsubscribeLinks } from '../../../ports/person/unsubscribe-links.ts'
import type { EmailChannel } from '../../../ports/sender/email-channel.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import { StepFiles } from './email/step-files.ts'
import { andThen } from './in-turn.ts'
import { rendered } from './rendered.ts'
import type { Prepared, Preparing, StepInput, StepRunner } from './step-runner.ts'
import type { StepTypeOf } from './step-type.ts'

/** What the content of an e-mail sees beside the record: the link under which its recipient unsubscribes. */
const unsubscribeVariable = 'unsubscribe_url'

const body = { kind: 'template', longest: 100_000, given: [unsubscribeVariable], optional: true } as const

export const emailStep: StepTypeOf<EmailStep> = {
  says: 'Sends one e-mail. Its fields are Liquid templates, within limits of time and size and without filters that go through lists of objects; `text` or `html` is required, or both.',
  fields: {
    to: { kind: 'template', longest: 1_000, says: 'Must render to one address.' },
    subject: { kind: 'template', longest: 1_000, given: [unsubscribeVariable] },
    text: body,
    html: body,
    attachments: {
      kind: 'ids',
      most: mostAttachments,
      optional: true,
      says: 'Uploaded files (`POST /files`) that go along. An image that `html` shows within itself, as `<img src="cid:ID">`, goes along without being named here.',
    },
  },
  needsOneOf: ['text', 'html'],
  message: {
    to: { kind: 'text' },
    subject: { kind: 'text', mayBeEmpty: true },
    text: { kind: 'text', mayBeEmpty: true, mayBeNull: true },
    html: { kind: 'text', mayBeEmpty: true, mayBeNull: true },
  },
  runner: ({ templates, emailChannel, suppressions, unsubscribeLinks, files, clock, ids }) =>
    new EmailStepRunner(
      templates,
      emailChannel,
      suppressions,
      unsubscribeLinks,
      new StepFiles(files),
      clock,
      ids,
    ),
}

/** Servers may read `%` and `!` before the "@" as a route to another server, so that another address gets the mail. */
const oneAddress = /^[^\s\p{Cc}@,;<>"%!]+@[^\s\p{Cc}@,;<>"]+\.[^\s\p{Cc}@,;<>"]+$/u
/** RFC 5321. */
const longestAddress = 254
/** RFC 5322: servers may cut or refuse a longer line. */
const longestSubject = 998

/** Sends one e-mail to each recipient, at most once: what was in doubt is not sent again by itself. */
class EmailStepRunner implements StepRunner<EmailStep> {
  readonly #templates: Templates
  readonly #channel: EmailChannel
  readonly #suppressions: Suppressions
  readonly #links: UnsubscribeLinks
  readonly #files: StepFiles
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    templates: Templates,
    channel: EmailChannel,
    suppressions: Suppressions,
    links: UnsubscribeLinks,
    files: StepFiles,
    clock: Clock,
    ids: Ids,
  ) {
    this.#templates = templates
    this.#channel = channel
    this.#suppressions = suppressions
    this.#links = links
    this.#files = files
    this.#clock = clock
    this.#ids = ids
  }

  prepare(input: StepInput<EmailStep>): Preparing {
    const { step, cells, budget } = input
    return andThen(
      rendered(this.#templates, cells, budget, [{ field: 'to', template: step.to }]),
      ([to = '']) => this.#prepareTo(to.trim(), input),
    )
  }

  #prepareTo(written: string, input: StepInput<EmailStep>): Preparing {
    const [to, email] = [deliverableEmail(written), normalizedEmail(written)]
    if (to === null || email === null || to.length > longestAddress || !oneAddress.test(written))
      return { kind: 'failed', ...because('NOT_AN_ADDRESS') }
    const { organizationId, step, cells, budget } = input
    const unsubscribeUrl = this.#links.linkFor({ organizationId, email })
    const { subject, text, html } = step
    const fields = [
      { field: 'subject', template: subject },
      ...(text === undefined ? [] : [{ field: 'text', template: text }]),
      ...(html === undefined ? [] : [{ field: 'html', template: html, format: 'html' as const }]),
    ]
    const given = { ...cells, [unsubscribeVariable]: unsubscribeUrl }
    return andThen(rendered(this.#templates, given, budget, fields), (texts) => {
      const content = {
        to,
        subject: texts[0] ?? '',
        text: text === undefined ? null : (texts[1] ?? ''),
        html: html === undefined ? null : (texts.at(-1) ?? ''),
      }
      return andThen(this.#files.of(organizationId, step), (attachments) =>
        attachments === null
          ? { kind: 'failed', ...because('FILE_MISSING') }
          : this.#prepared(input, { ...content, attachments }, email, unsubscribeUrl),
      )
    })
  }

  #prepared(
    { organizationId, jobId, slice, recipient }: StepInput<EmailStep>,
    { attachments, ...content }: Pick<EmailMessage, 'to' | 'subject' | 'text' | 'html' | 'attachments'>,
    email: string,
    unsubscribeUrl: string,
  ): Prepared | Outcome {
    if (/[\r\n]/.test(content.subject)) return { kind: 'failed', ...because('SUBJECT_NOT_ONE_LINE') }
    if (content.subject.length > longestSubject) {
      const reason = `"subject" renders to more than ${longestSubject} characters`
      return { kind: 'failed', code: 'SUBJECT_TOO_LONG', reason }
    }
    const { recordId, step } = recipient
    const place = { organizationId, jobId, slice, recordId, step }
    const message = { ...place, ...content, unsubscribeUrl, from: null, thread: null, attachments }
    return {
      address: email,
      channel: this.#channel,
      preview: content,
      email: message,
      send: async () => {
        const outcome = await this.#channel.send(message)
        if (outcome.kind === 'failed' && outcome.bounced) await this.#suppress(organizationId, email)
        return outcome
      },
      logged: (outcome) => {
        const logged = loggedOutcome(outcome)
        return logged && { ...content, ...logged, id: this.#ids.next(), senderId: null, address: email }
      },
    }
  }

  async #suppress(organizationId: string, email: string): Promise<void> {
    const createdAt = this.#clock.now()
    await this.#suppressions.add({
      id: this.#ids.next(),
      organizationId,
      email,
      reason: 'bounced',
      createdAt,
    })
  }

  inDoubt(): Outcome {
    return { kind: 'unconfirmed', ...because('RUNTIME_STOPPED') }
  }
}
