import Joi, { type Schema } from 'joi'
import { assertRecords, isRecord } from '../../../../domain/arrival/records.ts'
import {
  assertMatchValues,
  assertRecordIds,
  isRecordId,
} from '../../../../domain/job/audience/audience-faults.ts'
import {
  decisions,
  type MatchValues,
  maxDelayDays,
  maxMatchValues,
  maxRecordIds,
  maxRecordsByWhere,
  plainRequest,
  type RequestedAudience,
  type TriggerRequest,
} from '../../../../domain/job/audience/trigger-request.ts'
import { maxDryRunRecipients } from '../../../../domain/job/rehearsal/rehearsal.ts'
import type { MeterName } from '../../../../domain/plan/meter.ts'
import { type DataRecord, maxRecordsPerAppend } from '../../../../domain/record-cells.ts'
import type { SegmentExclusion } from '../../../../domain/spinner/segment/exclusion.ts'
import { maxTriggerFields, type TriggerData } from '../../../../domain/spinner/trigger-data.ts'
import type { Where } from '../../../../domain/spinner/where/where.ts'
import type { JobDetails, TriggerReceipt } from '../../../../ports/job/job-starter.ts'
import { idOf, momentForm, momentIn, okForm } from '../../forms.ts'
import { exampleJobId } from '../../sender/message/reason-form.ts'
import { excludedForm, exclusionForm } from '../../spinner/exclusion-form.ts'
import { maxDataTextLength, triggerDataSent } from '../../spinner/trigger-data-form.ts'
import { whereForm } from '../../spinner/where-form.ts'
import { recordForm } from '../../table/record-presenter.ts'

/** The form of the body of a trigger request, from the API or from the console. */
export interface TriggerBody {
  readonly records?: readonly DataRecord[]
  readonly recordIds?: readonly string[]
  readonly match?: readonly MatchValues[]
  readonly where?: Where
  readonly segmentId?: string
  readonly decide?: TriggerRequest['decide']
  readonly scheduledAt?: string
  readonly maxRecipients?: number
  readonly exclude?: SegmentExclusion
  readonly data?: TriggerData
  readonly preview?: boolean
  readonly rehearsal?: string
}

/**
 * Returns the form of a long list that the domain checks by hand. Joi needs more time for thousands of items
 * than the start of the job.
 */
function listOf(assert: (list: readonly unknown[]) => void, most: number, items: Schema) {
  return Joi.array()
    .custom((list: unknown[]) => {
      assert(list)
      return list
    })
    .meta({ items, minItems: 1, maxItems: most })
}

const id = Joi.string().max(100)
const matched = Joi.alternatives(recordForm, Joi.string(), Joi.number(), Joi.boolean())

/**
 * The forms of the fields that choose a job's audience, instead of the audience in the spinner's settings.
 */
export const audienceFields = {
  records: listOf(assertRecords, maxRecordsPerAppend, recordForm).description(
    `New records for the data table of the spinner, 1 to ${maxRecordsPerAppend}, each an object of column names and values. They are appended, or update matching records, and become the recipients of the job, all or none. They count on the \`records\` meter like ingested records. An API key also needs the scope \`ingest\`.`,
  ),
  recordIds: listOf(assertRecordIds, maxRecordIds, id).description(
    `The ids of the records that become the recipients of the job, 1 to ${maxRecordIds.toLocaleString('en')}. Ids that the data table does not have are left out and counted in \`excluded\` of the response.`,
  ),
  match: listOf(assertMatchValues, maxMatchValues, matched).description(
    `The records that become the recipients of the job, named by the values of their match columns, 1 to ${maxMatchValues.toLocaleString('en')}. Each is an object with all match columns of the data table, or only the value if there is one match column. Values without a record are left out and counted in \`excluded\` of the response.`,
  ),
  where: whereForm.description(
    `A condition on metadata columns (columns that spinners may use) of the data table. The records that meet it now become the recipients of the job. More than ${maxRecordsByWhere.toLocaleString('en')} records are refused with \`TOO_MANY_RECIPIENTS\`.`,
  ),
  segmentId: Joi.string()
    .guid()
    .description(
      'The id of a segment of the data table of the spinner. Its records become the recipients of the job; `decide` says when they are chosen. Any number of records is allowed.',
    ),
}

export const excludeField = exclusionForm.description(
  'The segments whose records the job does not write to with any audience, besides the segments that the spinner excludes. A record that belongs to one of them when the job takes it is skipped with the reason `IN_EXCLUDED_SEGMENT`.',
)

export type AudienceField = keyof typeof audienceFields

const triggerForm = Joi.object<TriggerBody>({
  ...audienceFields,
  scheduledAt: momentIn.description(
    `The time when the job starts, as ISO 8601 with an offset, at most ${maxDelayDays} days from now; at once by default. Its recipients are chosen now. A time in the past is refused with \`VALIDATION_FAILED\`.`,
  ),
  decide: Joi.valid(...decisions).description(
    `The moment that decides which records of the segment become recipients; only for the records of a segment. \`atStart\`: a record belongs to the job if it belongs to the segment when the job takes it; the response has the present count. \`now\`: the recipients are chosen when the trigger arrives, and more than ${maxRecordsByWhere.toLocaleString('en')} are refused with \`TOO_MANY_RECIPIENTS\`. The default is \`now\` with \`scheduledAt\`, otherwise \`atStart\`.`,
  ),
  maxRecipients: Joi.number()
    .integer()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .description(
      'The largest allowed number of recipients of the job, from 1; no limit by default. If the job would have more, nothing is started and the error `TOO_MANY_RECIPIENTS` has their number in `recipients`.',
    ),
  exclude: excludeField,
  data: triggerDataSent.description(
    `Values by name that templates and conditions use as \`trigger.NAME\`, at most ${maxTriggerFields}; a text has at most ${maxDataTextLength.toLocaleString('en')} characters. The published version declares their names and types in \`triggerData\`; other data is refused with \`TRIGGER_DATA_MISMATCH\`.`,
  ),
  preview: Joi.boolean().description(
    `Whether to start nothing and return the expected results of the job (status 200) instead; \`false\` by default. A dry run stores no records and uses no meter. More than ${maxDryRunRecipients.toLocaleString('en')} records are refused with \`TOO_MANY_RECIPIENTS\`; use a rehearsal for them. If the request has an \`Idempotency-Key\`, a repeat gets the stored results of the first dry run. Use another key to rehearse again, and another key to start the job.`,
  ),
  rehearsal: Joi.string()
    .max(1_000)
    .description(
      'The `rehearsal` token of a dry run, or the id of a rehearsal of the published version. The job is refused with `AUDIENCE_CHANGED` if the request chooses another audience or other `data`, or if the audience has grown by more than 1 %. It is refused with `VERSION_CHANGED` if another version is published. A token is valid for ten minutes and starts one job.',
    ),
}).oxor(...Object.keys(audienceFields))

/** Returns a trigger request with records or record ids, and no other field, if it is valid; otherwise null. */
function wellFormedTrigger(sent: unknown): TriggerBody | null {
  if (typeof sent !== 'object' || sent === null || Object.keys(sent).length !== 1) return null
  const { records, recordIds } = sent as Partial<Record<string, unknown>>
  if (isListOf(records, maxRecordsPerAppend, isRecord)) return { records }
  return isListOf(recordIds, maxRecordIds, isRecordId) ? { recordIds } : null
}

function isListOf<Item>(
  list: unknown,
  most: number,
  isItem: (item: unknown) => item is Item,
): list is readonly Item[] {
  return Array.isArray(list) && list.length >= 1 && list.length <= most && list.every(isItem)
}

export const triggerBody = {
  schema: triggerForm,
  usual: wellFormedTrigger,
  limit: 5 * 1024 * 1024,
  optional: true,
  examples: {
    plain: { summary: 'The audience of the spinner', value: {} },
    records: {
      summary: 'New records and a job for only these',
      value: {
        records: [
          { name: 'Ada Lovelace', phone: '+44 20 7946 0000', account_id: 'A-1001', email: 'ada@example.com' },
        ],
      },
    },
    match: {
      summary: 'Some records by their match column, tomorrow',
      value: { match: ['ada@example.com'], scheduledAt: '2026-11-22T09:00:00Z' },
    },
    preview: { summary: 'A dry run', value: { preview: true } },
    where: {
      summary: 'Records that meet a condition, at most a thousand',
      value: { where: { column: 'plan', operator: 'equals', value: 'trial' }, maxRecipients: 1000 },
    },
  },
}

/** The error codes that the trigger routes of the public API and of the console can return. */
export const triggerErrors = [
  'SPINNER_NOT_FOUND',
  'TABLE_HAS_NO_SCHEMA',
  'TOO_MANY_RECIPIENTS',
  'SCHEMA_MISMATCH',
  'AUDIENCE_INVALID',
  'TRIGGER_DATA_MISMATCH',
  'PLAN_LIMIT',
  'FORBIDDEN',
  'RATE_LIMITED',
  'REHEARSAL_EXPIRED',
  'REHEARSAL_USED',
  'AUDIENCE_CHANGED',
  'VERSION_CHANGED',
] as const

/** Returns the options of a trigger request. A missing body means the same as an empty one. */
export function triggerRequestOf(body: TriggerBody | undefined): TriggerRequest {
  if (body === undefined) return plainRequest
  const {
    scheduledAt,
    decide = null,
    maxRecipients = null,
    exclude = null,
    data = null,
    preview = false,
    rehearsal = null,
  } = body
  return {
    audience: audienceOf(body),
    scheduledAt: scheduledAt === undefined ? null : new Date(scheduledAt),
    decide,
    maxRecipients,
    exclude,
    data,
    preview,
    rehearsal,
  }
}

function audienceOf({ records, recordIds, match, where, segmentId }: TriggerBody): RequestedAudience {
  if (records !== undefined) return { kind: 'records', records }
  if (recordIds !== undefined) return { kind: 'recordIds', ids: [...new Set(recordIds)] }
  if (match !== undefined) return { kind: 'match', values: match }
  if (segmentId !== undefined) return { kind: 'segment', segmentId: segmentId.toLowerCase() }
  return where === undefined ? plainRequest.audience : { kind: 'where', where }
}

const count = Joi.number().integer().min(0)
const leftOf = (meter: MeterName, may: string) =>
  count
    .allow(null)
    .required()
    .description(
      `The number of further ${meter} that the organization may ${may} until the end of this calendar month (UTC), after this trigger was counted; null if the plan has no limit.`,
    )

export const unknownForm = Joi.array()
  .items(Joi.alternatives(Joi.string().allow(''), Joi.number(), Joi.boolean(), Joi.object().unknown(true)))
  .description(
    'The ids or match values of the request for which the data table has no record, as they were sent; absent if all records exist.',
  )

export const triggerResponse = {
  description:
    'The job is queued. If the body of the trigger chose any option, such as `match` or `scheduledAt`, the response also contains the size of the audience, the start time, and the jobs and records that the plan still allows.',
  schema: Joi.object({
    ok: okForm,
    jobId: idOf('the new job'),
    spinnerId: idOf('the spinner that was started'),
    audience: Joi.object({
      eligible: count
        .required()
        .description(
          'The number of recipients of the job. If they are chosen when the job takes them, it is the present number of records of the segment.',
        ),
      isEstimate: Joi.boolean().description(
        'Whether `eligible` is an estimate, because the exact count takes too long; present only if the recipients are chosen when the job takes them.',
      ),
      excluded: Joi.array()
        .items(excludedForm)
        .required()
        .description(
          'The counts of records that the request named but that are not recipients, one count for each reason; empty if there are none.',
        ),
    }).description(
      "The size of the job's audience; absent if the body of the trigger chose no option, such as `match` or `scheduledAt`. A recipient can still be skipped later; `reasons` of the job says why.",
    ),
    unknown: unknownForm,
    inserted: count.description(
      'The number of new records that the trigger added to the data table from its `records`. Records that the table already had are not counted. Absent if the trigger had no `records`.',
    ),
    remaining: Joi.object({ jobs: leftOf('jobs', 'start'), records: leftOf('records', 'add') }).description(
      'The numbers of further jobs and records that the plan allows in this calendar month (UTC), after this trigger was counted; absent if the body of the trigger chose no option, such as `match` or `scheduledAt`.',
    ),
    startsAt: momentForm
      .optional()
      .description(
        'The time for which the new job is scheduled, in UTC (ISO 8601): `scheduledAt` of the trigger, or the time of the request without `scheduledAt`. Absent if the body of the trigger chose no option, such as `match` or `scheduledAt`.',
      ),
  }),
  example: {
    ok: true,
    jobId: exampleJobId,
    spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f',
  },
}

export function triggerAnswer({ jobId, spinnerId, details }: TriggerReceipt): object {
  return details === undefined
    ? { ok: true, jobId, spinnerId }
    : { ok: true, jobId, spinnerId, ...shown(details) }
}

function shown({
  eligible,
  isEstimate,
  excluded,
  unknown,
  inserted,
  jobsLeft,
  recordsLeft,
  startsAt,
}: JobDetails): object {
  return {
    audience: {
      eligible,
      ...(isEstimate === undefined ? {} : { isEstimate }),
      excluded: excluded.map(({ code, count: times }) => ({ code, count: times })),
    },
    ...(unknown.length === 0 ? {} : { unknown }),
    ...(inserted === undefined ? {} : { inserted }),
    remaining: { jobs: jobsLeft, records: recordsLeft },
    startsAt,
  }
}
