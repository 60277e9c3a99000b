import type { Outcome } from '../../../domain/job/recipient.ts'
import { hostOf, type WebhookStep } from '../../../domain/spinner/step.ts'
import type { WebhookChannel } from '../../../ports/sender/webhook-channel.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import { rendered } from './rendered.ts'
import type { Prepared, StepInput, StepRunner } from './step-runner.ts'

/**
 * Posts JSON to a receiver, at least once: what was in doubt is sent again under the same id, by which
 * the receiver tells a repetition.
 */
export class WebhookStepRunner implements StepRunner<WebhookStep> {
  readonly #templates: Templates
  readonly #channel: WebhookChannel

  constructor(templates: Templates, channel: WebhookChannel) {
    this.#templates = templates
    this.#channel = channel
  }

  prepare({ organizationId, jobId, recipient, step, cells }: StepInput<WebhookStep>): Prepared | Outcome {
    const render = rendered(this.#templates, cells)
    const url = render('url', step.url)
    if (hostOf(url) !== hostOf(step.url))
      return { kind: 'failed', reason: '"url" renders to another host than it names' }
    const headers = Object.entries(step.headers ?? {}).map(
      ([name, value]) => [name, render(`headers.${name}`, value)] as const,
    )
    if (headers.some(([, value]) => /[\r\n\0]/.test(value)))
      return { kind: 'failed', reason: 'A header renders to more than one line' }
    const body = render('body', step.body)
    if (!isJson(body)) return { kind: 'failed', reason: '"body" does not render to JSON' }
    const message = {
      id: `msg_${jobId}_${recipient.recordId}_${recipient.step}`,
      organizationId,
      method: step.method ?? 'POST',
      url,
      headers: Object.fromEntries(headers),
      body,
    }
    const { method, headers: shown } = message
    return {
      address: null,
      channel: this.#channel,
      preview: { method, url, headers: shown, body },
      send: () => this.#channel.send(message),
    }
  }

  inDoubt(input: StepInput<WebhookStep>): Prepared | Outcome {
    return this.prepare(input)
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
