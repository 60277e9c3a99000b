import Joi from 'joi'
import type { ColumnChanges } from '../../../domain/table/column-changes.ts'
import {
  columnTypes,
  longestOption,
  mostOptions,
  type TypedColumn,
} from '../../../domain/table/column-type.ts'
import { longestColumnName, mostColumns } from '../../../domain/table/header.ts'
import type { DataTableQueries } from '../../../ports/table/data-table-queries.ts'
import type { AddColumn } from '../../../use-cases/table/columns/add-column.ts'
import type { ChangeColumn } from '../../../use-cases/table/columns/change-column.ts'
import type { CheckType } from '../../../use-cases/table/columns/check-type.ts'
import type { RemoveColumn } from '../../../use-cases/table/columns/remove-column.ts'
import { found, idInPath, noContent, nothing, smallBody } from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import { type Answer, type Route, route } from '../route.ts'
import { cellForm } from './record-presenter.ts'

export interface ColumnOptions {
  readonly addColumn: AddColumn
  readonly changeColumn: ChangeColumn
  readonly removeColumn: RemoveColumn
  readonly checkType: CheckType
  readonly dataTables: DataTableQueries
}

// The form limits only the untrimmed length. The domain checks the trimmed name, as for a header.
const name = Joi.string().max(longestColumnName * 2)
const metadata = Joi.boolean().description('Whether pipelines may see it.')

const type = Joi.valid(...columnTypes).description(
  'What its cells are meant to be; `text` where none is given. Edits in the console and imports hold to it. What is sent to the API is taken as it is, whatever the type.',
)
const options = Joi.array()
  .items(Joi.string().max(longestOption))
  .max(mostOptions)
  .description('What a `choice` may be, in this order.')

const ofTable = Joi.object({ dataTableId: idInPath('The data table.') })
const ofColumn = Joi.object({
  dataTableId: idInPath('The data table.'),
  name: Joi.string().required().description('The name of the column, percent-encoded.'),
})

const response = {
  description: 'The column.',
  schema: Joi.object({
    name: Joi.string().required(),
    metadata: Joi.boolean().required(),
    position: Joi.number().integer().required().description('Where it stands among the columns, from 0 on.'),
    type,
    options,
  }).meta({ named: 'PlacedColumn' }),
  example: { name: 'company', metadata: true, position: 3 },
}

const common = { tag: 'Data tables', auth: { kind: 'session' }, conditional: true } as const

export function columnRoutes({
  addColumn,
  changeColumn,
  removeColumn,
  checkType,
  dataTables,
}: ColumnOptions): Route[] {
  return [
    route<{ dataTableId: string }, { name: string; metadata: boolean } & TypedColumn>({
      ...common,
      method: 'POST',
      path: '/data-tables/{dataTableId}/columns',
      summary: 'Add a column',
      description:
        'After the others. The records that are there have null in it. Senders have to send it from now on, unless the `missingColumns` of the table is `fill`: without it their records are refused with SCHEMA_MISMATCH. Refused with CONFLICT while a file is being imported.',
      params: ofTable,
      body: {
        schema: Joi.object({ name: name.required(), metadata: metadata.default(false), type, options }),
        limit: smallBody,
        examples: { company: { summary: 'A column', value: { name: 'company', metadata: true } } },
      },
      responses: { 201: response },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ signedIn: { user }, params: { dataTableId }, body, revision, by }) => {
        const { organizationId } = user
        const command = { organizationId, dataTableId, ...body, revision, by: by() }
        return shown(201, organizationId, dataTableId, await addColumn.execute(command))
      },
    }),
    route<{ dataTableId: string; name: string }, ColumnChanges>({
      ...common,
      method: 'PATCH',
      path: '/data-tables/{dataTableId}/columns/{name}',
      summary: 'Rename, move, mark or type a column',
      description:
        'A column keeps its values under a new name, and a type changes none of them; whatever names it follows: `match`, the drafts of spinners, and the versions that run, which go on as before. Senders have to use the new name at once. Refused with CONFLICT where a template names the column in a way that cannot be changed for certain (`errors` says which), where a match column would be compared in another way by its new name, and while a file is being imported.',
      params: ofColumn,
      body: {
        schema: Joi.object({
          name,
          metadata,
          position: Joi.number()
            .integer()
            .min(0)
            .max(mostColumns - 1)
            .description('Where it is to stand among the columns, from 0 on.'),
          type,
          options,
        }),
        limit: smallBody,
        examples: {
          rename: { summary: 'Rename it', value: { name: 'company' } },
          type: { summary: 'Make it a choice', value: { type: 'choice', options: ['new', 'won', 'lost'] } },
          move: { summary: 'Make it the first', value: { position: 0 } },
        },
      },
      responses: { 200: response },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ signedIn: { user }, params, body: changes, revision, by }) => {
        const { organizationId } = user
        const { dataTableId, name: column } = params
        const command = { organizationId, dataTableId, column, changes, revision, by: by() }
        return shown(200, organizationId, dataTableId, await changeColumn.execute(command))
      },
    }),
    route<{ dataTableId: string; name: string }, TypedColumn>({
      tag: common.tag,
      auth: common.auth,
      method: 'POST',
      path: '/data-tables/{dataTableId}/columns/{name}/check-type',
      summary: 'Count the values that do not fit a type',
      description:
        'Before the column is given the type. Nothing is changed, then or later: values that do not fit stay as they are, and are shown as such.',
      params: ofColumn,
      takesLong: true,
      body: {
        schema: Joi.object({ type: type.required(), options }),
        limit: smallBody,
        examples: { number: { summary: 'A number', value: { type: 'number' } } },
      },
      responses: {
        200: {
          description: 'How its values fit.',
          schema: Joi.object({
            filled: Joi.number().integer().required().description('Records that have a value in it.'),
            misfits: Joi.number().integer().required().description('Those of them that do not fit.'),
            samples: Joi.array()
              .items(Joi.object({ recordId: Joi.string().required(), value: cellForm.required() }))
              .required()
              .description('The first that do not.'),
          }).meta({ named: 'TypeFit' }),
          example: { filled: 1200, misfits: 3, samples: [{ recordId: '5120', value: 'n/a' }] },
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params, body, giveWay }) => {
        const { organizationId } = user
        const { dataTableId, name: column } = params
        const command = { organizationId, dataTableId, column, type: body }
        return { status: 200, body: await checkType.execute(command, giveWay) }
      },
    }),
    route<{ dataTableId: string; name: string }, undefined>({
      ...common,
      method: 'DELETE',
      path: '/data-tables/{dataTableId}/columns/{name}',
      summary: 'Remove a column with its values',
      description:
        'The values cannot be brought back, also not by a new column of the same name. Records that still come with the column are refused with SCHEMA_MISMATCH. Refused with CONFLICT while a published spinner or a job that has not ended uses it, while `match` names it, and while a file is being imported. A draft that names it has to be changed before it can be published.',
      params: ofColumn,
      responses: { 204: nothing },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ signedIn: { user }, params, revision, by }) => {
        const { organizationId } = user
        const { dataTableId, name: column } = params
        await removeColumn.execute({ organizationId, dataTableId, column, revision, by: by() })
        return noContent
      },
    }),
  ]

  async function shown(
    status: number,
    organizationId: string,
    dataTableId: string,
    column: string,
  ): Promise<Answer> {
    const table = found(await dataTables.find(organizationId, dataTableId), 'Data table not found')
    const position = table.columns.findIndex((one) => one.name === column)
    const placed = found(table.columns[position] ?? null, 'Column not found')
    return { status, body: { ...placed, position }, headers: entityTag(table) }
  }
}
