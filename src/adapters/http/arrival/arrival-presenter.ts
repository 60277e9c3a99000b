import { isUtf8 } from 'node:buffer'
import Joi from 'joi'
import {
  type ArrivalBody,
  type ArrivalView,
  type KeptArrival,
  sourceOf,
} from '../../../domain/arrival/arrival.ts'
import { arrivalStates, shownState } from '../../../domain/arrival/arrival-state.ts'
import type { AcceptedArrival } from '../../../ports/arrival/arrival-queries.ts'
import { momentForm } from '../forms.ts'

export function presentArrival(arrival: ArrivalView): object {
  const { id, dataTableId, receivedAt, state, code, reasons, shape, mappingId, apiKeyId } = arrival
  const { records, accepted, requestId } = arrival
  const source = { kind: sourceOf(arrival), apiKeyId }
  return {
    id,
    dataTableId,
    receivedAt,
    source,
    state,
    code,
    reasons,
    shape,
    mappingId,
    records,
    accepted,
    requestId,
  }
}

/** The largest number of record ids that an accepted arrival names. */
const mostNamed = 10

export function firstIdsOf({ firstRecordId, accepted }: AcceptedArrival): readonly string[] {
  const count = Math.min(accepted, mostNamed)
  return Array.from({ length: count }, (_, no) => String(BigInt(firstRecordId) + BigInt(no)))
}

/** Returns the fields of a body. Bytes that are not UTF-8 text are shown in base64. */
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
  return { contentType, contentEncoding, headers, query, body: shown, bodyEncoding, edited }
}

/** Returns a refused, held or ignored arrival with its body. */
export function presentKept(kept: KeptArrival): object {
  const view = { ...kept, state: shownState(kept.state) }
  return { ...presentArrival(view), ...presentBody(kept.body), recordIds: [], revision: kept.revision }
}

const reasonForm = Joi.object({
  code: Joi.string().required(),
  message: Joi.string().required(),
  column: Joi.string().allow(''),
  path: Joi.array().items(Joi.any()).description('Where the value is in the body, as in a mapping.'),
  index: Joi.number().integer().description('Which record of the delivery, from 0 on.'),
  suggestion: Joi.string().description('The column that was probably meant.'),
})

const fields = {
  id: Joi.string()
    .required()
    .description('Of what was accepted as it came, its place in the ledger of the table.'),
  dataTableId: Joi.string()
    .guid()
    .allow(null)
    .required()
    .description('`null` where the sender named no table that there is.'),
  receivedAt: momentForm,
  source: Joi.object({
    kind: Joi.valid('apiKey', 'ingestToken', 'import').required(),
    apiKeyId: Joi.string().guid().allow(null).required(),
  })
    .required()
    .description('The API key, the webhook URL of the table, or a file of which rows were left out.'),
  state: Joi.valid(...arrivalStates).required(),
  code: Joi.string().allow(null).required().description('The first reason.'),
  reasons: Joi.array().items(reasonForm).required().description('Without values.'),
  shape: Joi.string()
    .allow(null)
    .required()
    .description('The same for bodies that are built alike; `null` for what was accepted as it came.'),
  mappingId: Joi.string().guid().allow(null).required(),
  records: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description('How many it holds; `null` where nobody can tell.'),
  accepted: Joi.number().integer().required().description('How many of them are in the table.'),
  requestId: Joi.string().required(),
}

export const arrivalSchema = Joi.object(fields).meta({ named: 'Arrival' })

export const arrivalWithBodySchema = Joi.object({
  ...fields,
  contentType: Joi.string().allow(null).required(),
  contentEncoding: Joi.string().allow(null).required(),
  headers: Joi.object()
    .pattern(Joi.string(), Joi.string().allow(''))
    .required()
    .description('Those that a mapping may ask for; none of a credential.'),
  query: Joi.object().pattern(Joi.string(), Joi.string().allow('')).required(),
  body: Joi.string()
    .allow('', null)
    .required()
    .description('As it came. `null` of what was accepted or ignored, and where it could not be read.'),
  bodyEncoding: Joi.string()
    .allow(null)
    .required()
    .description('`utf8`, or `base64` where the bytes are no text.'),
  edited: Joi.object({
    at: momentForm,
    by: Joi.string().required().description('E-mail address of the person who edited it.'),
    originalBytes: Joi.number().integer().required().description('Number of the bytes that came.'),
  })
    .allow(null)
    .required()
    .description('The last edit of the body; `null` if the body is as it came.'),
  revision: Joi.number()
    .integer()
    .required()
    .description('Grows with each change of the arrival; `If-Match` of an edit takes it.'),
  recordIds: Joi.array()
    .items(Joi.string())
    .required()
    .description('Of what was accepted as it came: its records, the first ten of them.'),
}).meta({ named: 'ArrivalWithBody' })

export const exampleArrival = {
  id: '01936f4e-9c1d-7a00-8123-5d6e7f809112',
  dataTableId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
  receivedAt: '2026-11-20T09:00:00.000Z',
  source: { kind: 'ingestToken', apiKeyId: null },
  state: 'held',
  code: 'UNKNOWN_SHAPE',
  reasons: [{ code: 'UNKNOWN_SHAPE', message: 'No mapping of the table is for a body of this shape' }],
  shape: '3f1c09a57be2d481',
  mappingId: null,
  records: null,
  accepted: 0,
  requestId: '0d9f1a1e-52c5-4d3c-9c7b-2f1f6d2f6c11',
}

export const exampleLeftOut = 'Left out because,name,email\nLine 3 has a fault in "email",Grace,grace@\n'

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
