import Joi from 'joi'
import { mappingActions, mappingBounds } from '../../../../domain/arrival/mapping/mapping.ts'
import { dateFormats } from '../../../../domain/arrival/transform/date-text.ts'
import { longestColumnName } from '../../../../domain/table/header.ts'
import { givenName } from '../../forms.ts'
import { countryForm } from '../../table/duplicates-presenter.ts'

const { fields, sources, transforms, segments, conditions, values, text } = mappingBounds

const anyScalar = Joi.alternatives(
  Joi.string().allow('').max(text),
  Joi.number(),
  Joi.boolean(),
  Joi.valid(null),
)
const scalar = anyScalar.meta({ named: 'MappedScalar' })

const key = Joi.string().allow('').max(500)

const segment = Joi.alternatives(
  key.description('A key of an object, as it is written.'),
  Joi.object({ index: Joi.number().integer().min(0).max(9_999).required() }).description(
    'One of a list, from 0 on.',
  ),
  Joi.object({ all: Joi.valid(true).required() }).description('All of a list.'),
  Joi.object({
    where: Joi.object({
      path: Joi.array().items(key).min(1).max(segments).required(),
      equals: scalar.required(),
    }).required(),
  }).description('The first of a list in which these keys lead to this value.'),
).meta({ named: 'PathSegment' })

export const pathForm = Joi.array().items(segment).max(segments)

const somePath = pathForm.min(1)

const templatePart = Joi.alternatives(
  Joi.string().allow('').max(text),
  Joi.object({ path: somePath.required() }),
)

const source = Joi.object({
  path: pathForm,
  of: Joi.valid('record', 'body').description('Where the path begins: at the record, unless told.'),
  constant: scalar,
  template: Joi.alternatives(
    Joi.string().max(text).description('Text in which `{name}` stands for that key of the record.'),
    Joi.array()
      .items(templatePart)
      .min(1)
      .max(sources * 2),
  ),
  header: Joi.string().max(200).description('A header of the delivery.'),
  query: Joi.string().max(200).description('A parameter of the URL.'),
})
  .xor('path', 'constant', 'template', 'header', 'query')
  .with('of', 'path')
  .description('One of `path`, `constant`, `template`, `header` and `query`.')
  .meta({ named: 'FieldSource' })

const withNothing = ['trim', 'lower', 'first', 'unescapeHtml', 'digits', 'boolean'] as const
const glue = Joi.string().allow('').max(20)

const transformForms: readonly (readonly [string, Joi.ObjectSchema])[] = [
  ...withNothing.map((name) => [name, Joi.object({ do: Joi.valid(name).required() })] as const),
  ['join', Joi.object({ do: Joi.valid('join').required(), with: glue })],
  ['split', Joi.object({ do: Joi.valid('split').required(), by: Joi.string().max(20).required() })],
  ['phone', Joi.object({ do: Joi.valid('phone').required(), country: countryForm })],
  ['number', Joi.object({ do: Joi.valid('number').required(), decimal: Joi.valid('.', ',') })],
  [
    'divide',
    Joi.object({
      do: Joi.valid('divide').required(),
      by: Joi.number().invalid(0).required().description('By anything but 0.'),
    }),
  ],
  [
    'date',
    Joi.object({
      do: Joi.valid('date').required(),
      format: Joi.valid(...dateFormats).description(
        'Without one it is told from each value; where day and month could be either the record is held.',
      ),
      zone: Joi.string().max(60).description('Of times that do not say theirs. UTC unless told.'),
    }),
  ],
  [
    'valueMap',
    Joi.object({
      do: Joi.valid('valueMap').required(),
      values: Joi.object()
        .pattern(Joi.string().allow('').max(text), anyScalar.description('What it becomes.'))
        .max(values)
        .required(),
      otherwise: Joi.valid('keep', 'hold').description(
        'What becomes of other values; they are held unless told.',
      ),
    }),
  ],
  ['default', Joi.object({ do: Joi.valid('default').required(), value: scalar.required() })],
]

const transform = Joi.alternatives().conditional('.do', {
  switch: transformForms.map(([name, form]) => ({ is: name, then: form })),
  otherwise: Joi.object({ do: Joi.valid(...transformForms.map(([name]) => name)).required() }).unknown(),
})

const transformsForm = Joi.array()
  .items(transform)
  .max(transforms)
  .meta({ items: Joi.alternatives(...transformForms.map(([, form]) => form)).meta({ named: 'Transform' }) })

const field = Joi.object({
  column: Joi.string().max(longestColumnName).required(),
  from: Joi.array()
    .items(source)
    .min(1)
    .max(sources)
    .required()
    .description('The first that is there and not blank is taken.'),
  transform: transformsForm.default([]),
}).meta({ named: 'MappingField' })

const match = Joi.object({
  where: Joi.array()
    .items(
      Joi.object({
        path: somePath.required(),
        in: Joi.array().items(scalar).min(1).max(values).required(),
      }),
    )
    .max(conditions)
    .default([]),
  requires: Joi.array().items(somePath).max(conditions).default([]),
}).description(
  'Which deliveries it is for. Paths begin at the body; those that begin with the root are asked of each record.',
)

/** The form of each part of a mapping. A change may leave out any part. */
export const mappingForms = {
  name: givenName,
  match,
  root: pathForm.description('Where the records are: the body itself where it is empty.'),
  fields: Joi.array().items(field).max(fields),
  action: Joi.valid(...mappingActions).description(
    'What becomes of the records. `upsert` and `patch` need match columns; a patch says only what its delivery said.',
  ),
  deliveryId: somePath
    .allow(null)
    .description('What tells a repeat; looked for in the record, then in the body.'),
  versionTime: somePath.allow(null).description('How new it is; looked for in the record, then in the body.'),
}

export const wholeMapping = {
  ...mappingForms,
  name: mappingForms.name.required(),
  match: match.default({ where: [], requires: [] }),
  root: mappingForms.root.default([]),
  fields: mappingForms.fields.required(),
  action: mappingForms.action.required(),
}
