import { because } from '../../../domain/job/reason.ts'
import type { Outcome } from '../../../domain/job/recipient.ts'
import { type WebhookStep, webhookMethods } from '../../../domain/spinner/step.ts'
import type { WebhookChannel } from '../../../ports/sender/message/webhook-channel.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import { andThen } from './in-turn.ts'
import { rendered } from './rendered.ts'
import type { Prepared, Preparing, StepInput, StepRunner } from './step-runner.ts'
import type { StepTypeOf } from './step-type.ts'

export const webhookStep: StepTypeOf<WebhookStep> = {
  says: 'Posts JSON to a receiver, signed as Standard Webhooks, at least once and always under the same `webhook-id`.',
  fields: {
    url: {
      kind: 'template',
      longest: 2_000,
      says: 'http or https, without a template in its host.',
      // Who receives is not for the records to say.
      rule: {
        code: 'URL',
        message: 'must be an http or https URL whose host holds no template',
        holds: (url) => hostOf(url) !== null,
      },
    },
    method: { kind: 'choice', choices: webhookMethods, says: 'POST unless told.', optional: true },
    headers: {
      kind: 'entries',
      names: /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/,
      values: { kind: 'template', longest: 2_000, mayBeEmpty: true },
      most: 20,
      optional: true,
    },
    body: {
      kind: 'template',
      longest: 100_000,
      says: 'Must render to JSON; `{{ name | json }}` quotes a value.',
    },
  },
  message: {
    method: { kind: 'choice', choices: webhookMethods },
    url: { kind: 'text' },
    headers: { kind: 'entries', values: { kind: 'text', mayBeEmpty: true } },
    body: { kind: 'text', says: 'JSON.' },
  },
  runner: ({ templates, webhookChannel }) => new WebhookStepRunner(templates, webhookChannel),
}

/**
 * Posts JSON to a receiver, at least once: what was in doubt is sent again under the same id, by which
 * the receiver tells a repetition.
 */
class WebhookStepRunner implements StepRunner<WebhookStep> {
  readonly #templates: Templates
  readonly #channel: WebhookChannel

  constructor(templates: Templates, channel: WebhookChannel) {
    this.#templates = templates
    this.#channel = channel
  }

  prepare(input: StepInput<WebhookStep>): Preparing {
    const { step, cells, budget } = input
    const named = Object.entries(step.headers ?? {})
    const fields = [
      { field: 'url', template: step.url },
      ...named.map(([name, template]) => ({ field: `headers.${name}`, template })),
      { field: 'body', template: step.body },
    ]
    return andThen(rendered(this.#templates, cells, budget, fields), ([url = '', ...texts]) => {
      const body = texts.pop() ?? ''
      const headers = named.map(([name], index) => [name, texts[index] ?? ''] as const)
      return this.#prepared(input, url, headers, body)
    })
  }

  #prepared(
    { organizationId, jobId, recipient, step }: StepInput<WebhookStep>,
    url: string,
    headers: readonly (readonly [name: string, value: string])[],
    body: string,
  ): Prepared | Outcome {
    if (hostOf(url) !== hostOf(step.url)) return { kind: 'failed', ...because('URL_OF_ANOTHER_HOST') }
    if (headers.some(([, value]) => /[\r\n\0]/.test(value)))
      return { kind: 'failed', ...because('HEADER_NOT_ONE_LINE') }
    if (!isJson(body)) return { kind: 'failed', ...because('BODY_NOT_JSON') }
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
      by: null,
      preview: { method, url, headers: shown, body },
      send: () => this.#channel.send(message),
    }
  }

  inDoubt(input: StepInput<WebhookStep>): Preparing {
    return this.prepare(input)
  }
}

/** The host that a URL or a template of one names; null where it names none. */
function hostOf(url: string): string | null {
  return /^https?:\/\/([^\s/?#{}\\@]+)(?=[/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
