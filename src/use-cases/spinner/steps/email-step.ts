import { deliverableEmail, normalizedEmail } from '../../../domain/email-address.ts'
import type { Outcome } from '../../../domain/job/recipient.ts'
import type { EmailStep } from '../../../domain/spinner/step.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Suppressions } from '../../../ports/person/suppressions.ts'
import type { UnsubscribeLinks } from '../../../ports/person/unsubscribe-links.ts'
import type { EmailChannel } from '../../../ports/sender/email-channel.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import { rendered } from './rendered.ts'
import type { Prepared, StepInput, StepRunner } from './step-runner.ts'
import type { StepTypeOf } from './step-type.ts'

/** What the content of an e-mail sees beside the record: the link under which its recipient unsubscribes. */
const unsubscribeVariable = 'unsubscribe_url'

const body = { kind: 'template', longest: 100_000, given: [unsubscribeVariable], optional: true } as const

export const emailStep: StepTypeOf<EmailStep> = {
  says: 'Sends one e-mail. Its fields are Liquid templates; `text` or `html` is required, or both.',
  fields: {
    to: { kind: 'template', longest: 1_000, says: 'Must render to one address.' },
    subject: { kind: 'template', longest: 1_000, given: [unsubscribeVariable] },
    text: body,
    html: body,
  },
  needsOneOf: ['text', 'html'],
  message: {
    to: { kind: 'text' },
    subject: { kind: 'text', mayBeEmpty: true },
    text: { kind: 'text', mayBeEmpty: true, mayBeNull: true },
    html: { kind: 'text', mayBeEmpty: true, mayBeNull: true },
  },
  runner: ({ templates, emailChannel, suppressions, unsubscribeLinks, clock, ids }) =>
    new EmailStepRunner(templates, emailChannel, suppressions, unsubscribeLinks, clock, ids),
}

const oneAddress = /^[^\s\p{Cc}@,;<>"]+@[^\s\p{Cc}@,;<>"]+\.[^\s\p{Cc}@,;<>"]+$/u
/** RFC 5321. */
const longestAddress = 254

/** Sends one e-mail to each recipient, at most once: what was in doubt is not sent again by itself. */
class EmailStepRunner implements StepRunner<EmailStep> {
  readonly #templates: Templates
  readonly #channel: EmailChannel
  readonly #suppressions: Suppressions
  readonly #links: UnsubscribeLinks
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    templates: Templates,
    channel: EmailChannel,
    suppressions: Suppressions,
    links: UnsubscribeLinks,
    clock: Clock,
    ids: Ids,
  ) {
    this.#templates = templates
    this.#channel = channel
    this.#suppressions = suppressions
    this.#links = links
    this.#clock = clock
    this.#ids = ids
  }

  prepare({ organizationId, jobId, recipient, step, cells }: StepInput<EmailStep>): Prepared | Outcome {
    const written = rendered(this.#templates, cells)('to', step.to).trim()
    const [to, email] = [deliverableEmail(written), normalizedEmail(written)]
    if (to === null || email === null || to.length > longestAddress || !oneAddress.test(written))
      return { kind: 'failed', reason: '"to" is not one e-mail address' }
    const unsubscribeUrl = this.#links.linkFor({ organizationId, email })
    const render = rendered(this.#templates, { ...cells, [unsubscribeVariable]: unsubscribeUrl })
    const content = {
      to,
      subject: render('subject', step.subject),
      text: step.text === undefined ? null : render('text', step.text),
      html: step.html === undefined ? null : render('html', step.html, 'html'),
    }
    if (/[\r\n]/.test(content.subject))
      return { kind: 'failed', reason: '"subject" renders to more than one line' }
    const { recordId, step: stepNo } = recipient
    const message = { organizationId, jobId, recordId, step: stepNo, ...content, unsubscribeUrl }
    return {
      address: email,
      channel: this.#channel,
      preview: content,
      send: async () => {
        const outcome = await this.#channel.send(message)
        if (outcome.kind === 'failed' && outcome.bounced) await this.#suppress(organizationId, email)
        return outcome
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
    return { kind: 'unconfirmed', reason: 'The runtime stopped while this message was being sent' }
  }
}
