import type { Outcome } from '../../domain/job/recipient.ts'
import type { EmailStep } from '../../domain/spinner/step.ts'
import type { EmailChannel } from '../../ports/email-channel.ts'
import type { Templates } from '../../ports/templates.ts'
import type { Prepared, StepRunner, StepTurn } from './step-runner.ts'

const oneAddress = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/

/** Sends one e-mail to each recipient, at most once: what was in doubt is not sent again by itself. */
export class EmailStepRunner implements StepRunner<EmailStep> {
  readonly #templates: Templates
  readonly #channel: EmailChannel

  constructor(templates: Templates, channel: EmailChannel) {
    this.#templates = templates
    this.#channel = channel
  }

  prepare({ organizationId, jobId, recipient, step, scope }: StepTurn<EmailStep>): Prepared | Outcome {
    const to = this.#templates.render(step.to, scope, 'text').trim()
    if (!oneAddress.test(to)) return { kind: 'failed', reason: '"to" is not one e-mail address' }
    const message = {
      organizationId,
      jobId,
      recordId: recipient.recordId,
      step: recipient.step,
      to,
      subject: this.#templates.render(step.subject, scope, 'text'),
      text: step.text === undefined ? null : this.#templates.render(step.text, scope, 'text'),
      html: step.html === undefined ? null : this.#templates.render(step.html, scope, 'html'),
    }
    if (/[\r\n]/.test(message.subject))
      return { kind: 'failed', reason: '"subject" renders to more than one line' }
    return { channel: 'email', send: () => this.#channel.send(message) }
  }

  inDoubt(): Outcome {
    return { kind: 'unconfirmed', reason: 'The runtime stopped while this message was being sent' }
  }
}
