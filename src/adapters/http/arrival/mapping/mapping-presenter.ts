import Joi from 'joi'
import type { Mapping } from '../../../../domain/arrival/mapping/mapping.ts'
import type { StoredMapping } from '../../../../domain/arrival/mapping/stored-mapping.ts'
import type { Proposal } from '../../../../domain/arrival/proposal/proposal.ts'
import { idForm, momentForm } from '../../forms.ts'
import { pathForm, wholeMapping } from './mapping-forms.ts'

const said = Joi.object({
  ...wholeMapping,
  match: wholeMapping.match.required(),
  root: wholeMapping.root.required(),
  deliveryId: wholeMapping.deliveryId.required(),
  versionTime: wholeMapping.versionTime.required(),
}).meta({ named: 'Mapping' })

export const mappingSchema = said
  .keys({
    id: idForm,
    dataTableId: idForm,
    position: Joi.number()
      .integer()
      .required()
      .description('The position of the mapping, from 0. Mappings of a table are tried in this order.'),
    version: Joi.number().integer().required(),
    createdAt: momentForm,
    updatedAt: momentForm,
  })
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
  .description('A few different values, as they were received.')

export const proposalSchema = Joi.object({
  mapping: said.required().description('The proposed mapping. Post it as it is, or change it first.'),
  columns: Joi.array()
    .items(
      Joi.object({
        column: Joi.string().required(),
        path: pathForm
          .allow(null)
          .required()
          .description('The path of the values, from the root; null if no value fits the column.'),
        confidence: Joi.number().min(0).max(1).required(),
        clear: Joi.boolean().required().description('Whether no other path is nearly as suitable.'),
        samples,
        isNew: Joi.boolean().required().description('Whether the table does not have the column yet.'),
      }).meta({ named: 'ProposedColumn' }),
    )
    .required(),
  leftOver: Joi.array()
    .items(
      Joi.object({
        path: pathForm.required(),
        name: Joi.string()
          .allow('')
          .required()
          .description('The name that a column for these values would have.'),
        samples,
      }).meta({ named: 'LeftOver' }),
    )
    .required()
    .description('The values that fill no column.'),
  notice: Joi.object({
    code: Joi.valid('IDS_ONLY', 'NOTHING_FOUND', 'UNREADABLE').required(),
    message: Joi.string().required(),
  })
    .allow(null)
    .required(),
  wouldAdmit: Joi.number()
    .integer()
    .required()
    .description('The number of records in these bodies that the mapping would admit.'),
  wouldHold: Joi.number().integer().required(),
}).meta({ named: 'MappingProposal' })

export const exampleProposal = {
  mapping: exampleMapping,
  columns: [
    {
      column: 'email',
      path: ['properties', 'email', 'value'],
      confidence: 0.99,
      clear: true,
      samples: ['jane@example.com'],
      isNew: false,
    },
  ],
  leftOver: [{ path: ['properties', 'jobtitle', 'value'], name: 'jobtitle', samples: ['Writer'] }],
  notice: null,
  wouldAdmit: 212,
  wouldHold: 3,
}

export function presentProposal(proposal: Proposal): object {
  const { mapping, columns, leftOver, notice, wouldAdmit, wouldHold } = proposal
  return { mapping: inOrder(mapping), columns, leftOver, notice, wouldAdmit, wouldHold }
}
