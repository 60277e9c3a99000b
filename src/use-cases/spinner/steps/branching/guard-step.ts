import type { Outcome } from '../../../../domain/job/recipient/recipient.ts'
import type { SendOutcome } from '../../../../domain/job/recipient/temporary-refusal.ts'
import { causeOf } from '../../../../domain/reason.ts'
import type { WebhookMessage } from '../../../../domain/sender/message/message.ts'
import { decisionIn } from '../../../../domain/spinner/steps/guard-answer.ts'
import { type GuardStep, onTimeouts } from '../../../../domain/spinner/steps/step.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { WebhookChannel } from '../../../../ports/sender/message/channels.ts'
import type { Templates } from '../../../../ports/spinner/templates.ts'
import type { Prepared, Preparing, StepInput, StepRunner } from '../step-runner.ts'
import type { StepTypeOf } from '../step-type.ts'
import { isRequest, requestFields, requestOf, shownRequest, shownRequestFields } from '../webhook-request.ts'

const defaultTimeoutSeconds = 10

export const guardStep: StepTypeOf<GuardStep> = {
  says: 'Asks one of your URLs whether the recipient continues, by a POST that is signed as Standard Webhooks describes. A 2xx response with `{"continue": false, "reason": "…"}` skips the recipient; with any other 2xx response the recipient continues. Failures are retried like failures of webhooks. After a crash the request may be sent again, with the same `webhook-id`.',
  example: { url: 'https://crm.example.com/may-continue', timeoutSeconds: 10, onTimeout: 'skip' },
  fields: {
    url: requestFields.url,
    headers: { ...requestFields.headers, optional: true },
    body: {
      ...requestFields.body,
      says: 'The body of the request, which must render to JSON. The default contains the ids of the job and the record, and the index of the step.',
      optional: true,
    },
    timeoutSeconds: {
      kind: 'wholeNumber',
      least: 1,
      most: 30,
      says: `The number of seconds to wait for the response of the URL; ${defaultTimeoutSeconds} by default.`,
      optional: true,
    },
    onTimeout: {
      kind: 'choice',
      choices: onTimeouts,
      says: 'The result if no response comes in time: `continue` continues with the next step, `skip` ends the recipient as skipped. The request is not repeated.',
    },
  },
  message: {
    method: { kind: 'text', says: 'The HTTP method with which the guard calls its URL, always `POST`.' },
    ...shownRequestFields,
  },
  messageExample: {
    method: 'POST',
    url: 'https://crm.example.com/may-continue',
    headers: {},
    body: '{"jobId":"preview","recordId":"5120","step":1}',
  },
  runner: ({ templates, clock }) => new GuardStepRunner(templates, clock),
}

/**
 * The guard step: asks a URL whether the recipient may continue, with a request like that of a webhook. A
 * request in doubt after a crash is repeated under the same id.
 */
class GuardStepRunner implements StepRunner<GuardStep> {
  readonly #templates: Templates
  readonly #clock: Pick<Clock, 'now'>

  constructor(templates: Templates, clock: Pick<Clock, 'now'>) {
    this.#templates = templates
    this.#clock = clock
  }

  async prepare(input: StepInput<GuardStep>): Promise<Prepared | Outcome> {
    const { step, jobId, recipient } = input
    const { recordId, step: no } = recipient
    const body = step.body ?? '{}'
    const request = await requestOf(
      this.#templates,
      input,
      { ...step, method: 'POST', body },
      this.#clock.now(),
    )
    if (!isRequest(request)) return request
    const message =
      step.body === undefined ? { ...request, body: JSON.stringify({ jobId, recordId, step: no }) } : request
    return {
      address: null,
      channel: 'webhook',
      by: null,
      preview: shownRequest(message),
      send: ({ webhook }) => ask(webhook, step, message),
    }
  }

  inDoubt(input: StepInput<GuardStep>): Preparing {
    return this.prepare(input)
  }
}

const passed: Outcome = { kind: 'passed', waitSeconds: 0 }

async function ask(channel: WebhookChannel, step: GuardStep, message: WebhookMessage): Promise<SendOutcome> {
  const seconds = step.timeoutSeconds ?? defaultTimeoutSeconds
  const { outcome, answer } = await channel.ask(message, seconds * 1000)
  if (outcome.kind === 'transient' && outcome.code === 'RECEIVER_TIMED_OUT')
    return step.onTimeout === 'continue' ? passed : { kind: 'skipped', ...causeOf('GUARD_TIMED_OUT') }
  if (outcome.kind !== 'sent') return outcome
  const { mayContinue, words } = decisionIn(answer)
  if (mayContinue) return passed
  const cause = causeOf('GUARD_REFUSED')
  return { kind: 'skipped', ...cause, reason: words ?? cause.reason }
}
