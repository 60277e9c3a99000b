import type { Outcome } from '../../../domain/job/recipient/recipient.ts'
import { causeOf } from '../../../domain/reason.ts'
import type { WebhookMessage } from '../../../domain/sender/message/message.ts'
import { hiddenHeaders } from '../../../domain/spinner/steps/hidden-headers.ts'
import { originOf } from '../../../domain/spinner/steps/request-origin.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import { renderFields, thenOrNow } from './render-fields.ts'
import type { StepInput } from './step-runner.ts'

/** The fields with which a webhook or guard step describes its HTTP request. */
export const requestFields = {
  url: {
    kind: 'template',
    longest: 2_000,
    says: 'The URL to which the request is sent, http or https. Templates are allowed, but not in the host.',
    // Refuses templates in the host of a webhook URL, so that values of records cannot choose the receiver.
    rule: {
      code: 'URL',
      message: sentence('must be an http or https URL without a template in its host'),
      holds: (url: string) => originOf(url) !== null,
    },
  },
  headers: {
    kind: 'entries',
    names: /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/,
    values: { kind: 'template', longest: 2_000, mayBeEmpty: true },
    isSecret: true,
    most: 20,
    says: 'The request headers by name, at most 20. A name has at most 100 characters, a value is a template of at most 2,000 characters that renders to one line. Values are secrets: answers show `(hidden)`, and a step that is sent with `(hidden)` keeps the value of a step with the same scheme and host in its URL.',
  },
  body: {
    kind: 'template',
    longest: 100_000,
    acceptsJson: true,
    says: 'The body of the request, which must render to JSON. `{{ name | json }}` quotes a value. An object is accepted too: it is stored as the template that renders to it, so `{ "email": "{{ email }}" }` becomes `{ "email": {{ email | json }} }`.',
  },
} as const

/** The fields of a webhook or guard step's rendered HTTP request that a preview shows. */
export const shownRequestFields = {
  url: { kind: 'text', says: 'The rendered URL to which the request would be sent.' },
  headers: {
    kind: 'entries',
    values: { kind: 'text', mayBeEmpty: true },
    says: 'The request headers by name, with `(hidden)` in place of their values, and without the headers of the signature.',
  },
  body: { kind: 'text', says: "The rendered body of the step's HTTP request, as JSON text." },
} as const

interface RequestTemplates {
  readonly url: string
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Returns the rendered HTTP request of a webhook or guard step for a recipient, or an outcome if it cannot be
 * made. Returns a promise only if a template must be awaited.
 */
export function requestOf(
  templates: Templates,
  { organizationId, jobId, recipient, cells, budget }: Omit<StepInput, 'step'>,
  said: RequestTemplates,
  now: Date,
): WebhookMessage | Outcome | Promise<WebhookMessage | Outcome> {
  const named = Object.entries(said.headers ?? {})
  const fields = [
    { field: 'url', template: said.url },
    ...named.map(([name, template]) => ({ field: `headers.${name}`, template })),
    { field: 'body', template: said.body },
  ]
  return thenOrNow(renderFields(templates, cells, budget, fields, now), ([url = '', ...texts]) => {
    const body = texts.pop() ?? ''
    const headers = named.map(([name], index) => [name, texts[index] ?? ''] as const)
    if (originOf(url) !== originOf(said.url)) return { kind: 'failed', ...causeOf('URL_OF_ANOTHER_HOST') }
    if (headers.some(([, value]) => /[\r\n\0]/.test(value)))
      return { kind: 'failed', ...causeOf('HEADER_NOT_ONE_LINE') }
    if (!isJson(body)) return { kind: 'failed', ...causeOf('BODY_NOT_JSON') }
    const { recordId, step } = recipient
    return {
      id: `msg_${jobId}_${recordId}_${step}`,
      organizationId,
      jobId,
      recordId,
      step,
      method: said.method,
      url,
      headers: Object.fromEntries(headers),
      body,
    }
  })
}

/** Returns the fields of a request that a preview shows. Values of headers stay hidden. */
export function shownRequest({ method, url, headers, body }: WebhookMessage) {
  return { method, url, headers: hiddenHeaders(headers), body }
}

export function isRequest(made: WebhookMessage | Outcome): made is WebhookMessage {
  return 'url' in made
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
