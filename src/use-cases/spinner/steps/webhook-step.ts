import { type WebhookStep, webhookMethods } from '../../../domain/spinner/steps/step.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import { thenOrNow } from './render-fields.ts'
import type { Preparing, StepInput, StepRunner } from './step-runner.ts'
import type { StepTypeOf } from './step-type.ts'
import { isRequest, requestFields, requestOf, shownRequest, shownRequestFields } from './webhook-request.ts'

export const webhookStep: StepTypeOf<WebhookStep> = {
  says: 'Sends JSON to a URL, signed as Standard Webhooks describes. The request is sent at least once, always with the same `webhook-id`.',
  example: {
    url: 'https://crm.example.com/contacted',
    headers: { 'X-Source': 'spindle' },
    body: '{ "email": {{ email | json }} }',
  },
  fields: {
    url: requestFields.url,
    method: {
      kind: 'choice',
      choices: webhookMethods,
      says: 'The HTTP method with which the webhook calls its URL; `POST` by default.',
      optional: true,
    },
    headers: { ...requestFields.headers, optional: true },
    body: requestFields.body,
  },
  message: {
    method: {
      kind: 'choice',
      choices: webhookMethods,
      says: 'The HTTP method with which the webhook calls its URL.',
    },
    ...shownRequestFields,
  },
  messageExample: {
    method: 'POST',
    url: 'https://crm.example.com/contacted',
    headers: { 'X-Source': '(hidden)' },
    body: '{"email":"ada@example.com"}',
  },
  runner: ({ templates, clock }) => new WebhookStepRunner(templates, clock),
}

/**
 * The webhook step: posts JSON to a receiver, at least once. A request in doubt after a crash is repeated
 * under the same id, by which the receiver recognizes it.
 */
class WebhookStepRunner implements StepRunner<WebhookStep> {
  readonly #templates: Templates
  readonly #clock: Pick<Clock, 'now'>

  constructor(templates: Templates, clock: Pick<Clock, 'now'>) {
    this.#templates = templates
    this.#clock = clock
  }

  prepare(input: StepInput<WebhookStep>): Preparing {
    const { step } = input
    const method = step.method ?? 'POST'
    return thenOrNow(requestOf(this.#templates, input, { ...step, method }, this.#clock.now()), (message) => {
      if (!isRequest(message)) return message
      return {
        address: null,
        channel: 'webhook',
        by: null,
        preview: shownRequest(message),
        send: ({ webhook }) => webhook.send(message),
      }
    })
  }

  inDoubt(input: StepInput<WebhookStep>): Preparing {
    return this.prepare(input)
  }
}
