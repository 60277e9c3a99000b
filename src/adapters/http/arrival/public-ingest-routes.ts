import Joi from 'joi'
import { assertRecords } from '../../../domain/arrival/records.ts'
import { type DataRecord, mostRecordsPerAppend } from '../../../domain/table/cell.ts'
import type { Ingested, IngestRecords } from '../../../use-cases/arrival/ingest-records.ts'
import { uuid } from '../forms.ts'
import { replayHeaders } from '../request/idempotency.ts'
import { type Answer, type Route, route } from '../route.ts'
import { recordForm } from '../table/record-presenter.ts'

const fiveMegabytes = 5 * 1024 * 1024

const records = Joi.array()
  .custom((candidates: unknown[]) => {
    assertRecords(candidates)
    return candidates
  })
  .required()
  .meta({ items: recordForm, minItems: 1, maxItems: mostRecordsPerAppend })
  .description(`1 to ${mostRecordsPerAppend} records; all are inserted or none.`)

const dataTableId = uuid.required().description('The data table that the records are appended to.')

const inserted = {
  201: {
    description: 'Every record is in the table.',
    schema: Joi.object({
      ok: Joi.valid(true).required(),
      inserted: Joi.number().integer().required().description('How many records this request inserted.'),
    }),
    example: { ok: true, inserted: 1 },
  },
}

const exampleRecords = [
  { name: 'Ada Lovelace', phone: '+44 20 7946 0000', account_id: 'A-1001', email: 'ada@example.com' },
]

export function publicIngestRoutes(ingestRecords: IngestRecords): Route[] {
  return [
    route<unknown, { dataTableId: string; records: DataRecord[] }>({
      method: 'POST',
      path: '/public/ingest',
      summary: 'Append records to a data table',
      description:
        'The columns of every record must equal the columns of the table. All records are inserted or none, and each counts on the `records` meter of the plan.',
      tag: 'Public API',
      auth: { kind: 'apiKey', scope: 'ingest' },
      body: {
        schema: Joi.object({ dataTableId, records }),
        limit: fiveMegabytes,
        examples: {
          one: {
            summary: 'One record',
            value: { dataTableId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d', records: exampleRecords },
          },
        },
      },
      idempotent: true,
      responses: inserted,
      errors: ['NOT_FOUND', 'TABLE_HAS_NO_SCHEMA', 'SCHEMA_MISMATCH', 'PLAN_LIMIT'],
      handle: async ({ body, credential, idempotency, requestId }) =>
        receipt(await ingestRecords.execute({ ...body, credential, idempotency, requestId })),
    }),
    route<{ token: string }, { records: DataRecord[] }>({
      method: 'POST',
      path: '/public/data-tables/ingest/{token}',
      summary: "Append records by a table's webhook URL",
      description:
        'The token in the path is the credential, so the URL is a password: for senders that can post JSON but cannot set a header.',
      tag: 'Public API',
      auth: { kind: 'ingestToken', scope: 'ingest' },
      params: Joi.object({
        token: Joi.string().required().description("The table's ingest token, `tbl_…`."),
      }),
      body: {
        schema: Joi.object({ records }),
        limit: fiveMegabytes,
        examples: { one: { summary: 'One record', value: { records: exampleRecords } } },
      },
      idempotent: true,
      responses: inserted,
      errors: ['TABLE_HAS_NO_SCHEMA', 'SCHEMA_MISMATCH', 'PLAN_LIMIT'],
      handle: async ({ body, credential, idempotency, requestId }) =>
        receipt(
          await ingestRecords.execute({ ...body, dataTableId: null, credential, idempotency, requestId }),
        ),
    }),
  ]
}

function receipt({ answer, replayed, organizationId }: Ingested): Answer {
  const body = { ok: true, inserted: answer.inserted }
  return { status: 201, body, headers: replayHeaders(replayed), organizationId }
}
