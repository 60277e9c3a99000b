import Joi from 'joi'
import type { ArrivalBody } from '../../../domain/arrival/arrival.ts'
import { reasonsOfError } from '../../../domain/arrival/delivery/delivery-reading.ts'
import type { SignedRequest } from '../../../domain/arrival/delivery-signature.ts'
import { bodyBounds } from '../../../domain/arrival/mapping/decoded.ts'
import { assertRecordCount, assertRecords, isRecord } from '../../../domain/arrival/records.ts'
import {
  maxErrorsOfRecord,
  maxErrorsOfRequest,
  type RefusedRecord,
} from '../../../domain/arrival/split-by-fit.ts'
import type { DomainError } from '../../../domain/errors.ts'
import { isId } from '../../../domain/id.ts'
import { type DataRecord, maxRecordsPerAppend } from '../../../domain/record-cells.ts'
import type { Arrival, ArrivalFacts } from '../../../ports/arrival/record-appender.ts'
import type { AppendReceipt } from '../../../ports/table/records.ts'
import { factsOfRefusal, type Ingested, type OwnDelivery } from '../../../use-cases/arrival/ingest-records.ts'
import { EdgeError } from '../errors.ts'
import { uuid } from '../forms.ts'
import { tooLarge } from '../request/body/body.ts'
import { replayHeaders } from '../request/idempotency.ts'
import type { Answer } from '../response.ts'
import { type Refusal, type Route, route, type SentRequest } from '../route.ts'
import type { Services } from '../services.ts'
import { recordForm } from '../table/record-presenter.ts'
import { admissionAnswer, admissionResponse } from './admission-answer.ts'
import { greetingOf, handshakeOf } from './handshake.ts'

const fiveMegabytes = 5 * 1024 * 1024

const records = Joi.array()
  .custom((candidates: unknown[], { state }) => {
    const { onError } = state.ancestors[0] as { readonly onError?: unknown }
    // Checks only the number of records if `onError` is `continue`, because the answer then reports the
    // faults of each record.
    if (onError === 'continue') assertRecordCount(candidates)
    else assertRecords(candidates)
    return candidates
  })
  .required()
  .meta({ items: recordForm, minItems: 1, maxItems: maxRecordsPerAppend })
  .description(
    `1 to ${maxRecordsPerAppend} records. All are inserted or none, unless \`onError\` is \`continue\`.`,
  )

const dataTableId = uuid
  .required()
  .description('The id of the data table that the records are appended to, a UUID.')

const onError = Joi.valid('continue').description(
  '`continue` inserts the records that fit and answers 200; `results` lists the faults of each rejected record. Without this field, all records are inserted or none.',
)

const counts = {
  ok: Joi.valid(true).required().description('Always `true` in a response with status 2xx.'),
  inserted: Joi.number()
    .integer()
    .required()
    .description('The number of records that this request inserted.'),
  updated: Joi.number()
    .integer()
    .description(
      'The number of existing records of the table that this request updated; present only for a table with match columns.',
    ),
  unchanged: Joi.number()
    .integer()
    .description(
      'The number of records of the request that changed nothing in the table; present only for a table with match columns. The table already has the same or newer values, or a later record of the request has the same values in the match columns.',
    ),
}

const exampleRefusal = {
  index: 1,
  ok: false,
  code: 'SCHEMA_MISMATCH',
  errors: [
    { pointer: '/records/1', code: 'UNKNOWN_COLUMN', column: 'emial', suggestion: 'email' },
    { pointer: '/records/1', code: 'MISSING_COLUMN', column: 'email' },
  ],
}

const refusedRecord = Joi.object({
  index: Joi.number()
    .integer()
    .required()
    .description('The index of the rejected record in `records` of the request, from 0.'),
  ok: Joi.valid(false).required().description('Always `false` for a rejected record.'),
  code: Joi.valid('VALIDATION_FAILED', 'SCHEMA_MISMATCH')
    .required()
    .description(
      'The kind of the fault: `SCHEMA_MISMATCH` if the columns differ from the columns of the table, `VALIDATION_FAILED` if the record is not a flat object of texts, numbers, booleans and nulls.',
    ),
  errors: Joi.array()
    .items(
      Joi.object({
        pointer: Joi.string()
          .required()
          .description(
            'The position of the faulty record or cell as a JSON Pointer (RFC 6901), such as `/records/1`.',
          ),
        code: Joi.string()
          .required()
          .description('The stable code of the fault, such as `UNKNOWN_COLUMN` or `MISSING_COLUMN`.'),
        column: Joi.string().allow('').description('The name of the column that the fault is about.'),
        suggestion: Joi.string().description(
          'The column of the table whose name is most similar to the unknown name; absent if none is similar.',
        ),
      }),
    )
    .required()
    .description(
      `The faults of the record, in the format of \`errors\` in an error response and without values. At most ${maxErrorsOfRecord} for a record and ${maxErrorsOfRequest} for a request.`,
    ),
})
  .description('A record that was rejected, with its faults.')
  .meta({ named: 'RefusedRecord', examples: [exampleRefusal] })

const partly = Joi.object({
  ...counts,
  results: Joi.array()
    .items(refusedRecord)
    .required()
    .description('The rejected records, in the order of the request; empty if all records fit.'),
})
  .description('The result of an ingest request with `onError: "continue"`.')
  .meta({ named: 'InsertedPartly', examples: [{ ok: true, inserted: 1, results: [exampleRefusal] }] })

const accepted = {
  200: {
    ...admissionResponse,
    description: `${admissionResponse.description} If \`onError\` is \`continue\`, any table returns this status: the records that fit are in the table, and \`results\` lists the other records.`,
    schema: Joi.alternatives(admissionResponse.schema, partly),
  },
  201: {
    description: 'All records of the request are in the table.',
    schema: Joi.object(counts),
    example: { ok: true, inserted: 1 },
  },
}

const exampleRecords = [
  { name: 'Ada Lovelace', phone: '+44 20 7946 0000', account_id: 'A-1001', email: 'ada@example.com' },
]

/**
 * The body of a request with records. Each item of `records` has the form of a record, unless `onError` is
 * `continue`.
 */
interface RecordsBody {
  readonly records: DataRecord[]
  readonly onError?: 'continue'
}

export function publicIngestRoutes(services: Services): Route[] {
  return [ingestRoute(services), confirmSubscriptionRoute(), ingestByTokenRoute(services)]
}

function ingestRoute(services: Services): Route {
  return route<unknown, RecordsBody & { readonly dataTableId: string }>({
    method: 'POST',
    path: '/public/ingest',
    operationId: 'records.ingest',
    summary: 'Append records to a data table',
    description:
      'Appends 1 to 500 records. The columns of every record must equal the columns of the table, otherwise the request is refused with SCHEMA_MISMATCH. All records are inserted or none, and each counts on the `records` meter of the plan; a request that exceeds the plan is refused with PLAN_LIMIT. A data table of another organization is answered with NOT_FOUND. Send `Idempotency-Key` to repeat a request safely. On a table with match columns, a record that the table already has is updated or left unchanged, and only inserted records count. An open table (`acceptsAnyFormat` is true) also accepts bodies in any other format, and answers 200 instead of 201.',
    tag: 'Public API',
    auth: { kind: 'apiKey', scope: 'ingest' },
    body: {
      schema: Joi.object({ dataTableId, records, onError }),
      usual: wellFormedBody,
      limit: fiveMegabytes,
      isPlainlyOther,
      takesAnyForm: true,
      examples: {
        one: {
          summary: 'One record',
          value: { dataTableId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d', records: exampleRecords },
        },
      },
    },
    idempotent: 'byUseCase',
    salvageQuery: Joi.object({
      dataTableId: uuid.description(
        'The id of the data table, a UUID, for a body that is not in the documented format and so cannot name the table. Accepted only for an open data table (`acceptsAnyFormat` is true).',
      ),
    }),
    salvage: (sent, refusal) => salvaged(services, sent, refusal, tableNamed(sent)),
    responses: accepted,
    errors: ['NOT_FOUND', 'TABLE_HAS_NO_SCHEMA', 'SCHEMA_MISMATCH', 'PLAN_LIMIT'],
    handle: ({ body, credential, idempotency, requestId, idHeaders, sent }) =>
      ingest(
        services,
        body,
        { dataTableId: body.dataTableId, credential, idempotency, requestId },
        delivered(services, idHeaders, sent),
      ),
  })
}

function confirmSubscriptionRoute(): Route {
  return route<{ token: string }, undefined, Readonly<Record<string, string>>>({
    method: 'GET',
    path: '/public/data-tables/ingest/{token}',
    operationId: 'records.verifyWebhookUrl',
    summary: 'Check the webhook URL',
    description:
      'Lets a source, such as a CRM, verify the webhook URL of a data table before it sends records. Without parameters the response is `ok`. If the request has `hub.challenge`, and the token of the URL as `hub.verify_token`, the response is the challenge; a wrong token is refused with FORBIDDEN. Stores nothing.',
    tag: 'Public API',
    auth: { kind: 'webhookUrl', scope: 'ingest' },
    params: tokenInPath,
    query: Joi.object({
      'hub.mode': Joi.string().description(
        'The purpose of the verification. Sources that send this parameter send `subscribe`; it is ignored.',
      ),
      'hub.challenge': Joi.string().description(
        'The text that the response returns: 1 to 256 letters, digits and `._~+/=-`. It requires `hub.verify_token`.',
      ),
      'hub.verify_token': Joi.string().description(
        'The token of this webhook URL, `tbl_…`; any other text is refused with FORBIDDEN.',
      ),
    }).unknown(true),
    responses: {
      200: {
        description:
          'The webhook URL is valid: it leads to a data table. The response is `ok`, or the text of `hub.challenge`.',
        contentType: 'text/plain',
        example: 'ok',
      },
    },
    errors: ['FORBIDDEN', 'VALIDATION_FAILED'],
    handle: async ({ params: { token }, query }) => greetingOf(query, token),
  })
}

function ingestByTokenRoute(services: Services): Route {
  return route<{ token: string }, RecordsBody>({
    method: 'POST',
    path: '/public/data-tables/ingest/{token}',
    operationId: 'records.ingestByWebhookUrl',
    summary: "Append records by a table's webhook URL",
    description:
      'Appends 1 to 500 records, for sources that cannot set a header. The token in the path is the credential, so treat the URL as a password. Each inserted record counts on the `records` meter of the plan. A strict table (`acceptsAnyFormat` is false) accepts only `records`. An open table (`acceptsAnyFormat` is true) accepts any JSON, XML or HTML form. Its mappings turn the body into records; a body that fits no mapping is held and answered with 200.',
    tag: 'Public API',
    auth: { kind: 'webhookUrl', scope: 'ingest' },
    params: tokenInPath,
    body: {
      schema: Joi.object({ records, onError }),
      limit: fiveMegabytes,
      isPlainlyOther,
      takesAnyForm: true,
      examples: { one: { summary: 'One record', value: { records: exampleRecords } } },
    },
    idempotent: 'byUseCase',
    salvage: (sent, refusal) => salvaged(services, sent, refusal, null),
    responses: accepted,
    errors: ['INVALID_SIGNATURE', 'TABLE_HAS_NO_SCHEMA', 'SCHEMA_MISMATCH', 'PLAN_LIMIT'],
    handle: ({ body, credential, idempotency, requestId, idHeaders, sent }) =>
      ingest(
        services,
        body,
        { dataTableId: null, credential, idempotency, requestId },
        delivered(services, idHeaders, sent),
      ),
  })
}

async function ingest(
  { ingestRecords }: Services,
  { records: sent, onError: rule }: RecordsBody,
  arrival: Omit<Arrival, 'records'>,
  delivery: OwnDelivery,
): Promise<Answer> {
  const command = { ...arrival, records: sent }
  if (rule === undefined) return receipt(await ingestRecords.execute(command, delivery))
  return partialReceipt(await ingestRecords.executeFitting(command, delivery))
}

function delivered(
  services: Services,
  headers: OwnDelivery['headers'],
  sentOf: () => SentRequest,
): OwnDelivery {
  let request: SentRequest | null = null
  const sent = () => {
    request ??= sentOf()
    return request
  }
  return {
    headers,
    digest: async () => {
      const body = await sent().body()
      return body === null || body === 'tooLarge' ? '' : body.digest
    },
    requestOf: () => signedRequest(services, sent()),
  }
}

/**
 * Returns an ingest request with the webhook URL that was given to its source. Some sources sign the URL,
 * and a proxy may have changed it.
 */
async function signedRequest({ urls }: Services, sent: SentRequest): Promise<SignedRequest | null> {
  const body = await sent.body()
  const { method, headers, search, params } = sent
  const url = `${urls.webhook(params['token'] ?? '')}${search}`
  return body === null || body === 'tooLarge' ? null : { method, url, headers, bytes: body.bytes }
}

async function salvaged(
  services: Services,
  sent: SentRequest,
  refusal: Refusal,
  named: string | null | undefined,
): Promise<Answer | null> {
  const { takeArrival } = services
  // The facts are about the table in the body, so a request that names its table in the query does not use them.
  const facts = typeof named === 'string' ? null : factsOfRefusal(refusal.known)
  const { credential, requestId } = sent
  const greeting = (body: ArrivalBody | null) =>
    credential.kind === 'webhookUrl' ? handshakeOf(sent, body) : null
  const taken = await takeArrival.execute({
    credential,
    dataTableId: named === undefined ? await tableOf(sent, facts) : named,
    facts,
    refusal: async (acceptsAnyFormat) => {
      const refused = refusalBy(acceptsAnyFormat, refusal, await sent.body())
      return { code: refused.code, reasons: reasonsOfError(refused) }
    },
    body: async () => unlessTooLarge(await sent.body()),
    isGreeting: (body) => greeting(body) !== null,
    requestId,
    requestOf: () => signedRequest(services, sent),
  })
  const read = await sent.body()
  if (taken === 'greeted') return greeting(unlessTooLarge(read))
  if ('acceptsAnyFormat' in taken) {
    throw refusalBy(taken.acceptsAnyFormat, refusal, read)
  }
  return 'proof' in taken ? { status: 200, body: taken.proof } : admissionAnswer(taken, unlessTooLarge(read))
}

type ReadBody = Awaited<ReturnType<SentRequest['body']>>

function unlessTooLarge(read: ReadBody): ArrivalBody | null {
  return read === 'tooLarge' ? null : read
}

/**
 * Returns the error of a refused request. An open table takes bodies of any form, so it refuses only their size. The
 * refusal of a form says how a table accepts it.
 */
function refusalBy(acceptsAnyFormat: boolean, refusal: Refusal, read: ReadBody): DomainError | EdgeError {
  if (acceptsAnyFormat) return read === 'tooLarge' ? tooLarge(bodyBounds.bytes) : refusal.error()
  const error = refusal.error()
  return error.code === 'UNSUPPORTED_MEDIA_TYPE' ? new EdgeError(error.code, { message: onlyJson }) : error
}

const onlyJson =
  'This data table accepts only JSON with "records", in UTF-8, uncompressed or with gzip, deflate or br. To accept forms and other formats too, choose "Accept any format" in the console, or set "acceptsAnyFormat": true with PATCH /data-tables/{dataTableId}'

/** Returns an ingest request with a table and records, and no further field, if it is valid; otherwise null. */
export function wellFormedBody(sent: unknown): (RecordsBody & { readonly dataTableId: string }) | null {
  if (typeof sent !== 'object' || sent === null) return null
  for (const name in sent) if (name !== 'dataTableId' && name !== 'records') return null
  const { dataTableId: named, records: brought } = sent as Partial<Record<string, unknown>>
  if (typeof named !== 'string' || !isId(named) || !Array.isArray(brought)) return null
  if (brought.length < 1 || brought.length > maxRecordsPerAppend || !brought.every(isRecord)) return null
  return { dataTableId: named.toLowerCase(), records: brought }
}

/**
 * Returns whether a body cannot have one of the two documented forms of ingest, which both have `records`.
 */
function isPlainlyOther(sent: unknown): boolean {
  return typeof sent !== 'object' || sent === null || !('records' in sent)
}

const tokenInPath = Joi.object({
  token: Joi.string()
    .required()
    .description('The ingest token of the data table, `tbl_…`. Treat it as a password.'),
})

/** Returns the data table that the query of an ingest request names; undefined if the body may name it. */
function tableNamed({ query }: SentRequest): string | undefined {
  const { dataTableId: named } = query
  return named !== undefined && isId(named) ? named.toLowerCase() : undefined
}

/**
 * Returns the id of the table of a request with records: of the table that was looked up to refuse it, or otherwise the
 * id that its body names. Null if no such table was found, even if the body also has an id elsewhere.
 */
async function tableOf(sent: SentRequest, facts: ArrivalFacts | null): Promise<string | null> {
  return facts === null ? namedIn(await sent.body()) : (facts.tableSchema?.tableId ?? null)
}

/** Returns the data table that a body in the documented form names, whatever else is wrong with the body. */
function namedIn(body: ArrivalBody | 'tooLarge' | null): string | null {
  if (body === null || body === 'tooLarge' || body.contentEncoding !== null) return null
  const text = Buffer.from(body.bytes).toString('latin1')
  const [, id = null] = /"dataTableId"\s*:\s*"([\da-f-]{36})"/i.exec(text) ?? []
  return id !== null && isId(id) ? id.toLowerCase() : null
}

function partialReceipt({ answer, replayed, organizationId }: Ingested): Answer {
  const body = { ...countsOf(answer), results: (answer.results ?? []).map(shownRefusal) }
  return { status: 200, body, headers: replayHeaders(replayed), organizationId }
}

/**
 * Returns a refused record with its fields in a fixed order, also if a stored answer is read from the
 * database.
 */
function shownRefusal({ index, ok, code, errors }: RefusedRecord): object {
  const shown = errors.map(({ pointer, code: fault, column, suggestion }) => ({
    pointer,
    code: fault,
    ...(column === undefined ? {} : { column }),
    ...(suggestion === undefined ? {} : { suggestion }),
  }))
  return { index, ok, code, errors: shown }
}

function receipt(ingested: Ingested): Answer {
  const { answer, replayed, organizationId, acceptsAnyFormat } = ingested
  if (acceptsAnyFormat) return openReceipt(ingested)
  return { status: 201, body: countsOf(answer), headers: replayHeaders(replayed), organizationId }
}

function countsOf({ inserted, updated, unchanged }: AppendReceipt) {
  return { ok: true, inserted, ...(updated === undefined ? {} : { updated, unchanged }) }
}

function openReceipt({ answer, replayed, organizationId, repeated = 0 }: Ingested): Answer {
  const { inserted, updated = 0, unchanged = 0 } = answer
  const taken = inserted + updated + unchanged
  const reported = replayed ? { accepted: 0, duplicate: taken } : reportedOf(taken, answer, repeated)
  const answered = { organizationId, ...reported, held: 0, ignored: 0, arrivalId: null }
  return { ...admissionAnswer(answered), headers: replayHeaders(replayed) }
}

/**
 * Returns the counts of accepted and repeated records of a request. In a table with match columns, the
 * unchanged records include the repeated ones.
 */
function reportedOf(taken: number, { unchanged }: AppendReceipt, repeated: number) {
  return { accepted: unchanged === undefined ? taken : taken - repeated, duplicate: repeated }
}
