import Joi from 'joi'
import { assertRecords } from '../../../domain/arrival/records.ts'
import {
  type AudienceWish,
  longestDelayDays,
  type MatchValues,
  mostFound,
  mostMatchValues,
  mostRecordIds,
  plainWish,
  type TriggerData,
  type TriggerWish,
} from '../../../domain/job/audience-wish.ts'
import { assertMatchValues, assertRecordIds } from '../../../domain/job/wish-faults.ts'
import type { Where } from '../../../domain/spinner/where.ts'
import { type DataRecord, mostRecordsPerAppend } from '../../../domain/table/cell.ts'
import { momentIn } from '../forms.ts'
import { whereForm } from '../spinner/where-form.ts'
import { recordForm } from '../table/record-presenter.ts'

/** What a trigger sends, by API and from the console alike. */
export interface TriggerBody {
  readonly records?: readonly DataRecord[]
  readonly recordIds?: readonly string[]
  readonly match?: readonly MatchValues[]
  readonly where?: Where
  readonly scheduledAt?: string
  readonly maxRecipients?: number
  readonly data?: TriggerData
  readonly dryRun?: boolean
  readonly rehearsal?: string
}

/** Lists of thousands are checked by hand: a schema library takes longer for them than the job takes to start. */
function listOf(assert: (list: readonly unknown[]) => void, most: number, items: object) {
  return Joi.array()
    .custom((list: unknown[]) => {
      assert(list)
      return list
    })
    .meta({ items, minItems: 1, maxItems: most })
}

const id = { type: 'string', maxLength: 100 }
const value = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] }
const mostData = 50
const longestDataText = 10_000

/** Whom a job is for, where it is not for those whom its spinner takes. */
export const audienceFields = {
  records: listOf(assertRecords, mostRecordsPerAppend, recordForm).description(
    `1 to ${mostRecordsPerAppend} records, which are appended to the table of the spinner, or change the ones that match, and are taken by this job, in one commit. They count on the \`records\` meter as if they were ingested; an API key needs the scope \`ingest\` too.`,
  ),
  recordIds: listOf(assertRecordIds, mostRecordIds, id).description(
    `1 to ${mostRecordIds.toLocaleString('en')} records of the table, by their ids.`,
  ),
  match: listOf(assertMatchValues, mostMatchValues, { anyOf: [recordForm, value] }).description(
    `1 to ${mostMatchValues.toLocaleString('en')} records, by what their match columns hold: objects of all match columns, or the values alone where there is one.`,
  ),
  where: whereForm.description(
    `The records that are like this now, by their metadata columns; at most ${mostFound.toLocaleString('en')}.`,
  ),
}

export const triggerForm = Joi.object<TriggerBody>({
  ...audienceFields,
  scheduledAt: momentIn.description(
    `When the job is to begin, up to ${longestDelayDays} days from now. Who is taken is decided now.`,
  ),
  maxRecipients: Joi.number()
    .integer()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .description(
      'If the job would have more recipients, nothing is started: TOO_MANY_RECIPIENTS, with the number.',
    ),
  data: Joi.object()
    .pattern(
      Joi.string().max(64),
      Joi.alternatives(Joi.string().allow('').max(longestDataText), Joi.number(), Joi.boolean()),
    )
    .max(mostData)
    .description('What templates see as `trigger.NAME`, as the spinner declares it in `triggerData`.'),
  dryRun: Joi.boolean().description('Start nothing, and tell what the job would do.'),
  rehearsal: Joi.string()
    .max(1_000)
    .description('The `rehearsal` of a dry run, which the job must still be like.'),
}).oxor('records', 'recordIds', 'match', 'where')

/** What is asked for; nothing sent and nothing in it are the same. */
export function wishOf(body: TriggerBody | undefined): TriggerWish {
  if (body === undefined) return plainWish
  const { scheduledAt, maxRecipients = null, data = null, dryRun = false, rehearsal = null } = body
  return {
    audience: audienceOf(body),
    scheduledAt: scheduledAt === undefined ? null : new Date(scheduledAt),
    maxRecipients,
    data,
    dryRun,
    rehearsal,
  }
}

function audienceOf({ records, recordIds, match, where }: TriggerBody): AudienceWish {
  if (records !== undefined) return { kind: 'records', records }
  if (recordIds !== undefined) return { kind: 'recordIds', ids: [...new Set(recordIds)] }
  if (match !== undefined) return { kind: 'match', values: match }
  return where === undefined ? plainWish.audience : { kind: 'where', where }
}
