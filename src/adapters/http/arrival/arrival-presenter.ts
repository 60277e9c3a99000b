import { isUtf8 } from 'node:buffer'
import Joi from 'joi'
import {
  type ArrivalBody,
  type ArrivalView,
  arrivalSources,
  type StoredArrival,
  sourceOf,
} from '../../../domain/arrival/arrival.ts'
import { arrivalStatuses, visibleStatusOf } from '../../../domain/arrival/arrival-status.ts'
import type { AcceptedArrival } from '../../../ports/arrival/arrivals.ts'
import { momentForm } from '../forms.ts'
import { actorSchema } from '../request/caller/actor-form.ts'

/** The largest number of record ids that the API shows for an accepted arrival. */
const maxListed = 10

export function firstIdsOf({ firstRecordId, accepted }: AcceptedArrival): readonly string[] {
  const count = Math.min(accepted, maxListed)
  return Array.from({ length: count }, (_, no) => String(BigInt(firstRecordId) + BigInt(no)))
}

/** Returns the body of an arrival as the API shows it. Bytes that are not UTF-8 text are shown in base64. */
export function presentArrival(arrival: ArrivalView): object {
  return { ...arrival, source: { kind: arrival.source, apiKeyId: arrival.apiKeyId } }
}

export function presentBody(body: ArrivalBody | null): object {
  if (body === null)
    return {
      contentType: null,
      contentEncoding: null,
      headers: {},
      query: {},
      body: null,
      bodyEncoding: null,
      edited: null,
    }
  const { bytes, contentType, contentEncoding, headers, query, edited = null } = body
  const isText = contentEncoding === null && isUtf8(bytes)
  const shown = Buffer.from(bytes).toString(isText ? 'utf8' : 'base64')
  const bodyEncoding = isText ? 'utf8' : 'base64'
  return {
    contentType,
    contentEncoding,
    headers,
    query,
    body: shown,
    bodyEncoding,
    edited: edited && { ...edited, by: { kind: 'user', id: null, name: edited.by } },
  }
}

/** Returns a refused, held or ignored arrival with its body, as the API shows it. */
export function presentStored(stored: StoredArrival): object {
  const view = { ...stored, source: sourceOf(stored), status: visibleStatusOf(stored.status) }
  return { ...presentArrival(view), ...presentBody(stored.body), recordIds: [], revision: stored.revision }
}

/** The API description of the states of arrivals, for responses and for filters. */
export const statusText =
  '`accepted`: its records are in the table. `refused`: a strict table answered an error. `held`: an open table answered 200, and a person can admit it later. `ignored`: a mapping dropped it.'

/** The API description of the sources of arrivals, for responses and for filters. */
export const sourceText =
  '`apiKey`: a request with an API key. `webhookUrl`: the webhook URL of the table. `import`: rows of an imported file. `user`: a record that a user added.'

const reasonForm = Joi.object({
  code: Joi.string()
    .required()
    .description(
      'The stable code of the reason why the arrival was not accepted, such as `UNKNOWN_FORMAT` or `NOT_A_DATE`.',
    ),
  message: Joi.string()
    .required()
    .description(
      'The reason why the arrival was not accepted, as a sentence for people. The text may change.',
    ),
  column: Joi.string()
    .allow('')
    .description('The name of the column that the reason is about; absent if it is about no column.'),
  path: Joi.array()
    .items(Joi.any())
    .description(
      'The path of the faulty value in the body, in the format of paths in a mapping; absent if the reason is about no single value.',
    ),
  index: Joi.number()
    .integer()
    .description(
      'The index of the faulty record in the delivery, from 0; absent if the reason is about the whole body.',
    ),
  suggestion: Joi.string().description(
    'The column of the table whose name is most similar to the unknown name; absent if none is similar.',
  ),
})

const fields = {
  id: Joi.string()
    .required()
    .description(
      'The id of the arrival, at most 64 characters. It is a UUID, or the id of the data table with a number if the arrival was accepted at once.',
    ),
  dataTableId: Joi.string()
    .guid()
    .allow(null)
    .required()
    .description(
      'The id of the data table that received the arrival, a UUID; `null` if the source named no existing table.',
    ),
  receivedAt: momentForm.description('The time when the arrival was received, in UTC (ISO 8601).'),
  source: Joi.object({
    kind: Joi.valid(...arrivalSources)
      .required()
      .description(`The kind of the source. ${sourceText}`),
    apiKeyId: Joi.string()
      .guid()
      .allow(null)
      .required()
      .description(
        'The id of the API key with which the arrival was sent, a UUID; `null` if `kind` is not `apiKey`.',
      ),
  })
    .required()
    .description(
      'The way the arrival came in: by an API key, by the webhook URL of the table, by an import, or by a person.',
    ),
  status: Joi.valid(...arrivalStatuses)
    .required()
    .description(`The state of the arrival. ${statusText}`),
  code: Joi.string()
    .allow(null)
    .required()
    .description('The code of the first reason why the arrival was not accepted; `null` if there is none.'),
  reasons: Joi.array()
    .items(reasonForm)
    .required()
    .description(
      'The reasons why the arrival was not accepted, at most 50; empty if it was accepted. If a table with automatic mappings has none for the body, the reason `NOT_MAPPED_AUTOMATICALLY` after `UNKNOWN_FORMAT` says why none was created. The reasons contain no values of the body.',
    ),
  format: Joi.string()
    .allow(null)
    .required()
    .description(
      'The format of the body: a digest that is equal for bodies with the same structure. `null` for an arrival that was accepted at once, and for a body that cannot be read.',
    ),
  mappingId: Joi.string()
    .guid()
    .allow(null)
    .required()
    .description('The id of the mapping that was used for the body, a UUID; `null` if none was used.'),
  records: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description('The number of records in the body; `null` if it is not known.'),
  accepted: Joi.number()
    .integer()
    .required()
    .description('The number of records of the arrival that are in the table.'),
  requestId: Joi.string()
    .required()
    .description(
      'The id of the request that brought the arrival, as its response header `X-Request-Id` contained it.',
    ),
}

/** The API description of an arrival's id in a path. */
export const arrivalIdText =
  'The id of the arrival: `arrivalId` of the response to its source, or `id` in a list of arrivals.'

export const arrivalSchema = Joi.object(fields)
  .description('A request with records that a data table received, or the rows that an import left out.')
  .meta({ named: 'Arrival' })

export const arrivalWithBodySchema = Joi.object({
  ...fields,
  contentType: Joi.string()
    .allow(null)
    .required()
    .description('The header `Content-Type` of the request; `null` if it had none, or without a body.'),
  contentEncoding: Joi.string()
    .allow(null)
    .required()
    .description(
      'The compression of the body, such as `gzip`; `null` for a body that is not compressed, or without a body.',
    ),
  headers: Joi.object()
    .pattern(Joi.string(), Joi.string().allow(''))
    .required()
    .description(
      'The headers of the request that a mapping can use, by their names in lower case. Headers with credentials are never stored.',
    ),
  query: Joi.object()
    .pattern(Joi.string(), Joi.string().allow(''))
    .required()
    .description(
      'The parameters of the URL that a mapping can use, by their names. Parameters with credentials are never stored.',
    ),
  body: Joi.string()
    .allow('', null)
    .required()
    .description(
      'The body as it was received or last edited; `null` if the arrival was accepted or ignored, or the body could not be read.',
    ),
  bodyEncoding: Joi.string()
    .allow(null)
    .required()
    .description('The encoding of `body`: `utf8` for text, `base64` for other bytes; `null` without a body.'),
  edited: Joi.object({
    at: momentForm.description('The time of the last edit of the body, in UTC (ISO 8601).'),
    by: actorSchema.required().description('The member who edited the body.'),
    originalBytes: Joi.number()
      .integer()
      .required()
      .description('The size of the body as it was received, in bytes.'),
  })
    .allow(null)
    .required()
    .description('The last edit of the body; `null` if the body was never edited.'),
  revision: Joi.number()
    .integer()
    .required()
    .description('The revision of the arrival. It grows with each change; send it in `If-Match` of an edit.'),
  recordIds: Joi.array()
    .items(Joi.string())
    .required()
    .description(
      'The ids of the first ten records, for an arrival that was accepted at once; otherwise empty.',
    ),
})
  .description('An arrival with its body, its headers and its last edit.')
  .meta({ named: 'ArrivalWithBody' })

export const exampleArrival = {
  id: '01936f4e-9c1d-7a00-8123-5d6e7f809112',
  dataTableId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
  receivedAt: '2026-11-20T09:00:00.000Z',
  source: { kind: 'webhookUrl', apiKeyId: null },
  status: 'held',
  code: 'UNKNOWN_FORMAT',
  reasons: [{ code: 'UNKNOWN_FORMAT', message: 'The table has no mapping for bodies of this format' }],
  format: '3f1c09a57be2d481',
  mappingId: null,
  records: null,
  accepted: 0,
  requestId: '0d9f1a1e-52c5-4d3c-9c7b-2f1f6d2f6c11',
}

export const exampleLeftOut =
  'Left out because,name,email\nLine 3 has an error in the column "email",Grace,grace@\n'

export const exampleArrivalWithBody = {
  ...exampleArrival,
  contentType: 'application/json',
  contentEncoding: null,
  headers: { 'content-type': 'application/json', 'user-agent': 'HubSpot Webhooks' },
  query: {},
  body: '{"Email Address":"ada@example.com"}',
  bodyEncoding: 'utf8',
  edited: null,
  revision: 1,
  recordIds: [],
}
