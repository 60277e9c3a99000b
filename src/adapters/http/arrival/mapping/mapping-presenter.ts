import Joi from 'joi'
import type { Mapping } from '../../../../domain/arrival/mapping/mapping.ts'
import type { StoredMapping } from '../../../../domain/arrival/mapping/stored-mapping.ts'
import { refusalCodes, refusal as refusalOf } from '../../../../domain/arrival/proposal/lead/refusal.ts'
import type { MappingProposal } from '../../../../domain/arrival/proposal/proposal.ts'
import { createdAtOf, idOf, momentForm } from '../../forms.ts'
import { pathForm, wholeMapping } from './mapping-forms.ts'

const said = Joi.object({
  ...wholeMapping,
  match: wholeMapping.match.required(),
  root: wholeMapping.root.required(),
  deliveryId: wholeMapping.deliveryId.required(),
  versionTime: wholeMapping.versionTime.required(),
})
  .description('The rules that turn bodies of one format into records of a data table.')
  .meta({ named: 'Mapping' })

export const mappingSchema = said
  .keys({
    id: idOf('the mapping'),
    dataTableId: idOf('the data table whose arrivals the mapping turns into records'),
    position: Joi.number()
      .integer()
      .required()
      .description('The position of the mapping, from 0. Mappings of a table are tried in this order.'),
    version: Joi.number()
      .integer()
      .required()
      .description('The version of the mapping: 1 at first, and 1 more with each change.'),
    createdAt: createdAtOf('the mapping'),
    updatedAt: momentForm.description('The time of the last change of the mapping, in UTC (ISO 8601).'),
  })
  .description(
    'A mapping of a data table, with its version and its position in the order in which mappings are tried.',
  )
  .meta({ named: 'StoredMapping' })

export const exampleMapping = {
  name: 'HubSpot workflow',
  match: { where: [], requires: [['properties', 'email']] },
  root: [],
  fields: [
    { column: 'email', from: [{ path: ['properties', 'email', 'value'] }], transform: [{ do: 'trim' }] },
    { column: 'name', from: [{ template: '{firstname} {lastname}' }], transform: [] },
  ],
  action: 'insert',
  deliveryId: null,
  versionTime: null,
}

export const exampleStoredMapping = {
  id: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
  dataTableId: '01936f4d-2b3c-7d4e-8f50-61728394a5b6',
  position: 0,
  version: 1,
  ...exampleMapping,
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
}

export function presentMapping(mapping: StoredMapping): object {
  const { id, dataTableId, position, version, createdAt, updatedAt } = mapping
  return { id, dataTableId, position, version, ...inOrder(mapping), createdAt, updatedAt }
}

/** Returns a mapping with its fields in a fixed order, because the database stores them in another one. */
function inOrder({ name, match, root, fields, action, deliveryId, versionTime }: Mapping) {
  return {
    name,
    match: {
      where: match.where.map(({ path, in: values }) => ({ path, in: values })),
      requires: match.requires,
    },
    root,
    fields: fields.map(({ column, from, transform }) => ({ column, from, transform })),
    action,
    deliveryId: deliveryId ?? null,
    versionTime: versionTime ?? null,
  }
}

const cell = Joi.alternatives(Joi.string().allow(''), Joi.number(), Joi.boolean(), Joi.valid(null))
const samples = Joi.array()
  .items(cell)
  .required()
  .description('Up to three different values at the path as they were received, each at most 200 characters.')

const refusalSchema = Joi.object({
  code: Joi.valid(...refusalCodes)
    .required()
    .description(
      'The code of the reason: `SELLER_KEY` (a key names the side of the seller, such as an owner or an agent), `THING_KEY` (a key names a place or a thing), `SAME_FOR_ALL` (the value is the same for different people), `ORGANIZATION_VALUE` (the value belongs to the organization), `NOTICE_ADDRESS` (the address only sends notices), `SEVERAL_PEOPLE` (the bodies hold several people, and nothing tells the lead), `OUTSIDE_PERSON` (the value is outside of the part about the lead) or `NO_NAME` (the value is no name).',
    ),
  message: Joi.string().required().description('The reason in words for people. The text may change.'),
})
  .description(
    'The reason why values of the bodies are not proposed for a column about the lead; `null` if there is none.',
  )
  .meta({ named: 'ValueRejection' })
const refusal = refusalSchema.allow(null).required()

export const proposalSchema = Joi.object({
  mapping: said.required(),
  columns: Joi.array()
    .items(
      Joi.object({
        column: Joi.string().required().description('The name of the column that the value would fill.'),
        path: pathForm
          .allow(null)
          .required()
          .description(
            'The path in each record of the body at which the proposed values for the column are; null if no value fits the column.',
          ),
        label: Joi.string()
          .allow('', null)
          .required()
          .description(
            'The question or key under which the source wrote the values, such as `What is your first name?`; null if no value fits the column.',
          ),
        confidence: Joi.number()
          .min(0)
          .max(1)
          .required()
          .description('The confidence of the proposal, from 0 (no value found) to 1 (certain).'),
        isClear: Joi.boolean()
          .required()
          .description(
            'Whether the path proposed for the column fits clearly better than all other paths. If false, a person should check the proposal.',
          ),
        samples,
        filled: Joi.number()
          .integer()
          .required()
          .description('The number of examined records that have a value for the column.'),
        isNew: Joi.boolean()
          .required()
          .description('Whether the column is new, because the table does not have it yet.'),
        type: Joi.alternatives(Joi.valid('text', 'number', 'date', 'email'), Joi.valid(null))
          .required()
          .description(
            'The type of a new column: the type of all its values if there are at least three, otherwise `text`. Postal codes, phone numbers and ids stay text. Set it with `PATCH /data-tables/{dataTableId}/columns/{name}`; null for a column of the table.',
          ),
        refusal,
      })
        .description(
          'A column, and the path in each record whose values the proposed mapping would store in it.',
        )
        .meta({ named: 'ProposedColumn' }),
    )
    .required()
    .description('The columns of the table, and new columns, each with the proposed source of its value.'),
  unmapped: Joi.array()
    .items(
      Joi.object({
        path: pathForm
          .required()
          .description(
            'The path in each record of the body at which the values are that would fill no column of the table.',
          ),
        name: Joi.string()
          .allow('')
          .required()
          .description('The name of a column that could be created for the values.'),
        samples,
        refusal,
      })
        .description(
          'Values of the sample bodies that the proposed mapping would not store, because no column takes them.',
        )
        .meta({ named: 'UnmappedField' }),
    )
    .required()
    .description(
      'The values of the sample bodies that fill no column of the table, at most 200 paths. Create a column to store them.',
    ),
  examined: Joi.number()
    .integer()
    .required()
    .description('The number of records from whose values the columns are proposed, at most 50.'),
  warning: Joi.object({
    code: Joi.valid('IDS_ONLY', 'NOTHING_FOUND', 'UNREADABLE')
      .required()
      .description(
        'The code of the notice: `IDS_ONLY` (the bodies contain ids instead of the data of people), `NOTHING_FOUND` (no value fits a column) or `UNREADABLE` (the bodies cannot be read).',
      ),
    message: Joi.string().required().description('The notice in words for people. The text may change.'),
  })
    .allow(null)
    .required()
    .description('A warning to read before you use the mapping; `null` if there is none.'),
  wouldAdmit: Joi.number()
    .integer()
    .required()
    .description('The number of records in the sample bodies that the proposed mapping would admit.'),
  wouldHold: Joi.number()
    .integer()
    .required()
    .description('The number of records in the sample bodies that the proposed mapping would still hold.'),
  reasons: Joi.array()
    .items(
      Joi.object({
        code: Joi.string()
          .required()
          .description(
            'The reason code, as at an arrival. `IDENTITY_UNMAPPED`: the body has an address, a phone number or a value of a match column that the mapping leaves out.',
          ),
        message: Joi.string().required().description('The reason in words for people. The text may change.'),
        column: Joi.string()
          .allow('', null)
          .required()
          .description('The column to which the reason belongs; null if it is about the whole record.'),
        count: Joi.number().integer().required().description('The number of records with this reason.'),
      })
        .description('A reason why records of the sample bodies would still be held.')
        .meta({ named: 'HoldingReason' }),
    )
    .required()
    .description('The reasons of the records that would still be held, most frequent first; at most 20.'),
})
  .description(
    'A proposed mapping with its effect on the bodies. Create it with `POST /data-tables/{dataTableId}/mappings`, as it is or changed.',
  )
  .meta({ named: 'MappingProposal' })

export const exampleProposal = {
  mapping: exampleMapping,
  columns: [
    {
      column: 'email',
      path: ['properties', 'email', 'value'],
      label: 'email',
      confidence: 0.99,
      isClear: true,
      samples: ['jane@example.com'],
      filled: 49,
      isNew: false,
      type: null,
      refusal: null,
    },
  ],
  unmapped: [
    { path: ['properties', 'jobtitle', 'value'], name: 'jobtitle', samples: ['Writer'], refusal: null },
    {
      path: ['owner', 'email'],
      name: 'email',
      samples: ['sales@example.com'],
      refusal: refusalOf('SELLER_KEY'),
    },
  ],
  examined: 50,
  warning: null,
  wouldAdmit: 212,
  wouldHold: 3,
  reasons: [
    {
      code: 'IDENTITY_UNMAPPED',
      message:
        'The body has an e-mail address at contact.mail for this column, and the mapping leaves it out',
      column: 'email',
      count: 3,
    },
  ],
}

export function presentProposal(proposal: MappingProposal): object {
  const { mapping, columns, unmapped, examined, warning, wouldAdmit, wouldHold, reasons } = proposal
  return { mapping: inOrder(mapping), columns, unmapped, examined, warning, wouldAdmit, wouldHold, reasons }
}
