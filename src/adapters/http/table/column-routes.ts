import Joi from 'joi'
import type { ColumnChanges, NewColumn } from '../../../domain/table/column/column-changes.ts'
import {
  columnTypes,
  maxOptionLength,
  maxOptions,
  type TypedColumn,
} from '../../../domain/table/column/column-type.ts'
import { maxColumnNameLength, maxColumns } from '../../../domain/table/header.ts'
import { emptyResponse, idInPath, noContent, orNotFound, smallBody } from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { everyRole, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { columnFields } from './data-table-presenter.ts'
import { cellForm, recordIdForm } from './record-presenter.ts'

// The form of a column's name limits only the untrimmed length. The domain checks the trimmed name, as for
// the header of an import.
const name = Joi.string()
  .max(maxColumnNameLength * 2)
  .description(
    `The name of the column: 1 to ${maxColumnNameLength} characters, unique in the table. Blanks around the name are removed.`,
  )
const isMetadata = Joi.boolean().description(
  'Whether spinners may use the column, in templates and conditions; false by default for a new column.',
)

const type = Joi.valid(...columnTypes).description(
  'The type of the cells; `text` by default. Cells that people enter must fit the type. Values that arrive by the public API are stored in any case, and marked in `mismatches` if they do not fit.',
)
const choiceOptions = Joi.array()
  .items(Joi.string().max(maxOptionLength))
  .max(maxOptions)
  .description(
    `The allowed values of a column of type \`choice\`, in the order in which people see them. At least 1 and at most ${maxOptions}, each up to ${maxOptionLength} characters.`,
  )

/** The form of a column that is added to a table. */
export const newColumnForm = Joi.object({
  name: name.required(),
  isMetadata: isMetadata.default(false),
  type,
  options: choiceOptions,
})

const ofTable = Joi.object({ dataTableId: idInPath('The id of the data table, a UUID.') })
const ofColumn = Joi.object({
  dataTableId: idInPath('The id of the data table, a UUID.'),
  name: Joi.string().required().description('The name of the column, percent-encoded.'),
})

const exampleColumn = { name: 'company', isMetadata: true, position: 3 }

const response = {
  description: 'The column with its position in the table.',
  schema: Joi.object({
    name: columnFields.name,
    isMetadata: columnFields.isMetadata,
    position: Joi.number()
      .integer()
      .required()
      .description('The position of the column in the table, from 0.'),
    type,
    options: choiceOptions,
  })
    .description('A column of a data table with its position.')
    .meta({ named: 'PlacedColumn' }),
  example: exampleColumn,
}

const exampleFit = { filled: 1200, mismatches: 3, samples: [{ recordId: '5120', value: 'n/a' }] }

const common = { tag: 'Data tables', auth: { kind: 'session' }, conditional: true } as const

export function columnRoutes(services: Services): Route[] {
  return [
    addColumnRoute(services),
    changeColumnRoute(services),
    checkTypeRoute(services),
    removeColumnRoute(services),
  ]
}

function addColumnRoute(services: Services): Route {
  const { columns } = services
  return route<{ dataTableId: string }, NewColumn>({
    ...common,
    method: 'POST',
    path: '/data-tables/{dataTableId}/columns',
    operationId: 'columns.create',
    scope: 'tables:write',
    summary: 'Add a column',
    description:
      'Adds a column after the other columns; a table has at most 1,000. Existing records have null in the new column. Sources must send the column from now on, or their records are refused with SCHEMA_MISMATCH, unless `missingColumns` of the table is `fill`. Refused with CONFLICT if the table already has a column with this name, and while a file is being imported.',
    params: ofTable,
    body: {
      schema: newColumnForm,
      limit: smallBody,
      examples: { company: { summary: 'A column', value: { name: 'company', isMetadata: true } } },
    },
    responses: { 201: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params: { dataTableId }, body, revision, requester }) => {
      const stored = await columns.add(requester(), { dataTableId, ...body, revision })
      return shown(services, 201, caller.organizationId, dataTableId, stored)
    },
  })
}

function changeColumnRoute(services: Services): Route {
  const { changeColumn } = services
  return route<{ dataTableId: string; name: string }, ColumnChanges>({
    ...common,
    method: 'PATCH',
    path: '/data-tables/{dataTableId}/columns/{name}',
    operationId: 'columns.update',
    scope: 'tables:write',
    summary: 'Change a column',
    description:
      'Changes the name, position, type or visibility of a column. Omitted fields stay as they are, and so do the values of the records. A rename also updates `match`, the drafts of spinners and the versions that run. Sources must send the new name at once. Refused with CONFLICT while a file is being imported, or if a template uses the column in a way that cannot be renamed safely; `errors` lists the templates. Values of a match column are compared as e-mail addresses, phone numbers or text, depending on its name. A new name that changes this is refused with CONFLICT too.',
    params: ofColumn,
    body: {
      schema: Joi.object({
        name,
        isMetadata,
        position: Joi.number()
          .integer()
          .min(0)
          .max(maxColumns - 1)
          .description('The new position of the column in the table, from 0.'),
        type,
        options: choiceOptions,
      }),
      limit: smallBody,
      examples: {
        rename: { summary: 'Rename a column', value: { name: 'company' } },
        type: {
          summary: 'Make a column a choice',
          value: { type: 'choice', options: ['new', 'won', 'lost'] },
        },
        move: { summary: 'Make a column the first column', value: { position: 0 } },
      },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params, body: changes, revision, by }) => {
      const { organizationId } = caller
      const { dataTableId, name: column } = params
      const command = { organizationId, dataTableId, column, changes, revision, by: by() }
      return shown(services, 200, organizationId, dataTableId, await changeColumn.execute(command))
    },
  })
}

function checkTypeRoute({ columns }: Services): Route {
  return route<{ dataTableId: string; name: string }, TypedColumn>({
    tag: common.tag,
    auth: everyRole,
    method: 'POST',
    path: '/data-tables/{dataTableId}/columns/{name}/preview-type',
    operationId: 'columns.previewType',
    idempotent: false,
    scope: 'records:read',
    summary: 'Count the values that do not fit a type',
    description:
      'Checks whether the values of a column fit a type, before you change the type of the column. Reads the whole table and changes nothing. `CONFLICT` if the columns or settings of the table are changed meanwhile. If the type is changed, values that do not fit stay as they are and are listed in `mismatches` of their records.',
    params: ofColumn,
    takesLong: true,
    body: {
      schema: Joi.object({ type: type.required(), options: choiceOptions }),
      limit: smallBody,
      examples: { number: { summary: 'A number', value: { type: 'number' } } },
    },
    responses: {
      200: {
        description: 'The numbers of values of the column that fit and do not fit the type.',
        schema: Joi.object({
          filled: Joi.number()
            .integer()
            .required()
            .description('The number of records with a value in the column; empty cells fit every type.'),
          mismatches: Joi.number()
            .integer()
            .required()
            .description('The number of values of the column that do not fit the type.'),
          samples: Joi.array()
            .items(
              Joi.object({
                recordId: recordIdForm,
                value: cellForm
                  .required()
                  .description('The value of the cell that does not fit the type, as it is stored.'),
              }),
            )
            .required()
            .description(
              'The first five values of the column that do not fit the type, each with its record.',
            ),
        })
          .description('The numbers of values of a column that fit and do not fit a type.')
          .meta({ named: 'TypeCheck' }),
        example: exampleFit,
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller, params, body, yieldToOthers }) => {
      const { dataTableId, name: column } = params
      const place = { dataTableId, column, ...body }
      return { status: 200, body: await columns.checkType(caller.organizationId, place, yieldToOthers) }
    },
  })
}

function removeColumnRoute({ columns }: Services): Route {
  return route<{ dataTableId: string; name: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/data-tables/{dataTableId}/columns/{name}',
    operationId: 'columns.delete',
    scope: 'tables:write',
    summary: 'Remove a column with its values',
    description:
      'Deletes a column with its values. The values cannot be restored, not even by a new column with the same name. Records that still have the column are refused with SCHEMA_MISMATCH. Refused with CONFLICT while a published spinner or a running job uses the column, while `match` names it, or while a file is being imported. A draft that uses the column must be changed before it can be published.',
    params: ofColumn,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ params, revision, requester }) => {
      const { dataTableId, name: column } = params
      await columns.remove(requester(), { dataTableId, column, revision })
      return noContent
    },
  })
}

async function shown(
  { dataTableStore }: Services,
  status: number,
  organizationId: string,
  dataTableId: string,
  column: string,
): Promise<Answer> {
  const table = orNotFound(await dataTableStore.find(organizationId, dataTableId), 'Data table not found')
  const position = table.columns.findIndex((one) => one.name === column)
  const placed = orNotFound(table.columns[position] ?? null, 'Column not found')
  return { status, body: { ...placed, position }, headers: entityTag(table) }
}
