import Joi from 'joi'
import { DomainError } from '../../../domain/errors.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import {
  type ChangeRecords,
  maxChangedAtOnce,
  type RecordOutcome,
} from '../../../use-cases/table/records/change-records.ts'
import { idInPath } from '../forms.ts'
import { mayRead, type Route, route } from '../route.ts'
import { recordForm, recordIdForm } from './record-presenter.ts'

interface ChangesBody {
  readonly records: readonly {
    readonly id: string
    readonly data: DataRecord
    readonly expected?: DataRecord
  }[]
}

const outcomes = {
  changed: 'cells were changed',
  unchanged: 'the record had these values already',
  missing: 'the table has no such record',
  differs: 'a cell no longer has the expected value',
  matched: 'another record has the same values in the match columns',
}

/** The maximum size of a request in bytes: 500 records with 4 KB each. */
const changesBody = 2 * 1024 * 1024

const changesForm = Joi.object<ChangesBody>({
  records: Joi.array()
    .items(
      Joi.object({
        id: recordIdForm,
        data: recordForm.required(),
        expected: recordForm,
      }),
    )
    .unique('id')
    .min(1)
    .max(maxChangedAtOnce)
    .required()
    .description(`The records to change, 1 to ${maxChangedAtOnce}, each at most once.`),
})

const outcomeList = Object.entries(outcomes)
  .map(([name, words]) => `\`${name}\`: ${words}`)
  .join('; ')

const changedForm = Joi.object({
  changed: Joi.number().integer().required().description('The number of records that were changed.'),
  records: Joi.array()
    .items(
      Joi.object({
        id: recordIdForm,
        status: Joi.valid(...Object.keys(outcomes))
          .required()
          .description(`The outcome for the record. ${outcomeList}.`),
        before: recordForm,
      }),
    )
    .required()
    .description('The outcomes in the order of the request.'),
})
  .description('The outcomes of a change of several records.')
  .meta({ named: 'ChangedRecords' })

/** Returns the route that changes cells of several records, such as to edit a selection or to undo this. */
export function changeRecordsRoute({ changeRecords }: { readonly changeRecords: ChangeRecords }): Route {
  return route<{ dataTableId: string }, ChangesBody>({
    tag: 'Data tables',
    auth: { kind: 'session' },
    method: 'POST',
    path: '/data-tables/{dataTableId}/records/change',
    operationId: 'records.updateMany',
    scope: 'records:write',
    summary: 'Change cells of several records',
    description:
      'Changes cells as PATCH of one record does, for up to 500 records. A record whose cells do not have the values of `expected` stays as it is. The response has the former values of changed cells in `before`, with which the change can be undone. An API key without the scope `records:read` gets no former values and `changed` also for unchanged records, and its requests with `expected` are refused with MISSING_SCOPE, because these would show the values of cells. Refused whole with VALIDATION_FAILED if a cell does not fit the type of its column. Changes of match columns are made record by record, so a lost connection, or a CONFLICT because the columns of the table changed meanwhile, may leave a part of them made. Each changed record has an entry in the audit log.',
    takesLong: true,
    params: Joi.object({ dataTableId: idInPath('The id of the data table, a UUID.') }),
    body: {
      schema: changesForm,
      limit: changesBody,
      examples: {
        two: {
          summary: 'The same value in two records',
          value: {
            records: [
              { id: '5120', data: { phone: '+44 20 7946 0001' } },
              { id: '5121', data: { phone: '+44 20 7946 0001' } },
            ],
          },
        },
        compared: {
          summary: 'A change only if the cell is still empty',
          value: {
            records: [{ id: '5121', data: { phone: '+44 20 7946 0001' }, expected: { phone: null } }],
          },
        },
      },
    },
    responses: {
      200: {
        description: 'The outcome for each record.',
        schema: changedForm,
        example: {
          changed: 1,
          records: [
            { id: '5120', status: 'changed', before: { phone: null } },
            { id: '5121', status: 'differs' },
          ],
        },
      },
    },
    errors: ['NOT_FOUND', 'TABLE_HAS_NO_SCHEMA', 'SCHEMA_MISMATCH', 'CONFLICT'],
    handle: async ({ caller, params: { dataTableId }, body, requestId, by, yieldToOthers }) => {
      const { organizationId } = caller
      const reads = mayRead(caller, 'records:read')
      if (!reads && body.records.some(({ expected }) => expected !== undefined))
        throw mayNotCompare('"expected"')
      const records = body.records.map(({ id, ...one }) => ({ recordId: id, ...one }))
      const command = { organizationId, dataTableId, records, requestId, by: by() }
      const made = await changeRecords.execute(command, yieldToOthers)
      const changed = made.map(reads ? present : presentUnread)
      return {
        status: 200,
        body: { changed: changed.filter(({ status }) => status === 'changed').length, records: changed },
      }
    },
  })
}

function present({ recordId, status }: RecordOutcome) {
  if (typeof status === 'string') return { id: recordId, status }
  return { id: recordId, status: 'changed', before: status.before }
}

/** Presents an outcome without what it tells about the cells that the record had before. */
function presentUnread({ recordId, status }: RecordOutcome) {
  const isChanged = typeof status !== 'string' || status === 'unchanged'
  return { id: recordId, status: isChanged ? 'changed' : status }
}

/** Returns the error for a change that would show a key without the scope to read records what cells contain. */
export function mayNotCompare(means: string): DomainError {
  const requiredScope = 'records:read'
  const message = `Comparing cells with ${means} needs the scope ${requiredScope}`
  return new DomainError('MISSING_SCOPE', { message, requiredScope })
}
