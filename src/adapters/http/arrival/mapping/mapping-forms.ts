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
  key.description('The exact key of an object.'),
  Joi.object({ index: Joi.number().integer().min(0).max(9_999).required() }).description(
    'An item of a list by its index, from 0.',
  ),
  Joi.object({ all: Joi.valid(true).required() }).description('All items of a list.'),
  Joi.object({
    where: Joi.object({
      path: Joi.array().items(key).min(1).max(segments).required(),
      equals: scalar.required(),
    }).required(),
  }).description('The first item of a list in which the keys of `path` lead to this value.'),
).meta({ named: 'PathSegment' })

export const pathForm = Joi.array().items(segment).max(segments)

const somePath = pathForm.min(1)

const templatePart = Joi.alternatives(
  Joi.string().allow('').max(text),
  Joi.object({ path: somePath.required() }),
)

const source = Joi.object({
  path: pathForm,
  of: Joi.valid('record', 'body').description('The start of the path: `record` (the default) or `body`.'),
  constant: scalar,
  template: Joi.alternatives(
    Joi.string()
      .max(text)
      .description('A text in which `{name}` is replaced by the value of that key of the record.'),
    Joi.array()
      .items(templatePart)
      .min(1)
      .max(sources * 2),
  ),
  header: Joi.string().max(200).description('The name of a header of the delivery.'),
  query: Joi.string().max(200).description('The name of a query parameter of the URL.'),
})
  .xor('path', 'constant', 'template', 'header', 'query')
  .with('of', 'path')
  .description('The source of a value: exactly one of `path`, `constant`, `template`, `header` and `query`.')
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
      by: Joi.number().invalid(0).required().description('The divisor, any number except 0.'),
    }),
  ],
  [
    'date',
    Joi.object({
      do: Joi.valid('date').required(),
      format: Joi.valid(...dateFormats).description(
        'The format of the dates. Without it the format is detected for each value; if day and month could be swapped, the record is held.',
      ),
      zone: Joi.string().max(60).description('The time zone of times without an offset; UTC by default.'),
    }),
  ],
  [
    'valueMap',
    Joi.object({
      do: Joi.valid('valueMap').required(),
      values: Joi.object()
        .pattern(Joi.string().allow('').max(text), anyScalar.description('The value that replaces the key.'))
        .max(values)
        .required(),
      otherwise: Joi.valid('keep', 'hold').description(
        'The handling of values that are not listed: `keep` keeps the value, `hold` (the default) holds the record.',
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
    .description('The sources of the value, in order. The first value that exists and is not blank is used.'),
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
  'The deliveries that the mapping applies to. Paths start at the body; paths that start with the root are checked for each record.',
)

/** The form of each part of a mapping. A change may leave out any part. */
export const mappingForms = {
  name: givenName,
  match,
  root: pathForm.description('The path of the records in the body; an empty path means the body itself.'),
  fields: Joi.array().items(field).max(fields),
  action: Joi.valid(...mappingActions).description(
    'The handling of the records. `insert` adds a record, `upsert` adds or updates it, `patch` changes only the columns that the delivery contains, `ignore` drops it. `upsert` and `patch` require match columns.',
  ),
  deliveryId: somePath
    .allow(null)
    .description(
      'The path of the delivery id, by which repeats are recognized. It is looked up in the record, then in the body.',
    ),
  versionTime: somePath
    .allow(null)
    .description(
      'The path of the time of the version, by which newer records are recognized. It is looked up in the record, then in the body.',
    ),
}

export const wholeMapping = {
  ...mappingForms,
  name: mappingForms.name.required(),
  match: match.default({ where: [], requires: [] }),
  root: mappingForms.root.default([]),
  fields: mappingForms.fields.required(),
  action: mappingForms.action.required(),
}
