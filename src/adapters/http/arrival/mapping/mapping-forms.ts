import Joi from 'joi'
import { mappingActions, mappingBounds } from '../../../../domain/arrival/mapping/mapping.ts'
import { dateFormats } from '../../../../domain/arrival/transform/date-text.ts'
import { partKinds } from '../../../../domain/arrival/transform/text-part.ts'
import { maxColumnNameLength } from '../../../../domain/table/header.ts'
import { givenName } from '../../forms.ts'
import { countryForm } from '../../table/duplicates-presenter.ts'

const { fields, sources, transforms, segments, conditions, values, text } = mappingBounds

const anyScalar = Joi.alternatives(
  Joi.string().allow('').max(text),
  Joi.number(),
  Joi.boolean(),
  Joi.valid(null),
)
const scalar = anyScalar
  .description(
    `A single value in a mapping: a text of at most ${text} characters, a number, a boolean or null.`,
  )
  .meta({ named: 'MappedScalar', examples: ['hubspot'] })

const key = Joi.string().allow('').max(500)

const segment = Joi.alternatives(
  key.description(
    'A part of a path that is a key: the path continues in the value that an object has under this exact key.',
  ),
  Joi.object({
    index: Joi.number()
      .integer()
      .min(0)
      .max(9_999)
      .required()
      .description('The position of the item in the list, from 0 to 9,999.'),
  }).description('A part of a path: one item of a list, by its position from 0.'),
  Joi.object({
    all: Joi.valid(true)
      .required()
      .description(
        'Always `true`: the path continues in every item of the list. A value that is not a list counts as a list of one item.',
      ),
  }).description('A part of a path: all items of a list.'),
  Joi.object({
    where: Joi.object({
      path: Joi.array()
        .items(key)
        .min(1)
        .max(segments)
        .required()
        .description(
          `The path, 1 to ${segments} keys, from an item of the list to the value that is compared.`,
        ),
      equals: scalar,
      sameAs: Joi.array()
        .items(key)
        .min(1)
        .max(segments)
        .description(
          `The path, 1 to ${segments} keys, to the value that the item must have, such as the id of the primary address. It starts where the path with this condition starts.`,
        ),
    })
      .xor('equals', 'sameAs')
      .required()
      .description(
        'The condition that selects an item of the list: the path continues in the first item whose value at `path` equals `equals`, or the value at `sameAs`. Objects under keys that are all numbers count as a list. `true` and `"true"` count as equal.',
      ),
  }).description(
    'A part of a path: the first item of a list in which the keys of `path` lead to the value `equals`, or to the value at `sameAs`.',
  ),
)
  .description('A part of a path into a body: the key of an object, or items of a list.')
  .meta({ named: 'PathSegment', examples: ['email', { index: 0 }, { all: true }] })

export const pathForm = Joi.array()
  .items(segment)
  .max(segments)
  .description(`The path of the value: the segments that lead to it one after another, at most ${segments}.`)

const somePath = pathForm.min(1)

const templatePart = Joi.alternatives(
  Joi.string().allow('').max(text),
  Joi.object({
    path: somePath
      .required()
      .description('The path from the record to the value that is inserted into the text.'),
  }),
)

const source = Joi.object({
  path: pathForm.description(
    `The path of the value from the record, or from the body if \`of\` is \`body\`; at most ${segments} segments.`,
  ),
  of: Joi.valid('record', 'body').description(
    'The place where `path` starts: at the `record` (the default) or at the whole `body`.',
  ),
  constant: scalar,
  template: Joi.alternatives(
    Joi.string()
      .max(text)
      .description(
        'A text in which each `{name}` is replaced by the value that the record has under the key `name`.',
      ),
    Joi.array()
      .items(templatePart)
      .min(1)
      .max(sources * 2)
      .description(
        `The parts of a text, 1 to ${sources * 2}: fixed texts, and paths to values. They are joined in this order.`,
      ),
  ).description(
    "A text with the values of several keys of the record. Missing values are left out; if all are missing, the column's next source is used.",
  ),
  header: Joi.string()
    .max(200)
    .description('The name of a header of the delivery; the value of the header fills the column.'),
  query: Joi.string()
    .max(200)
    .description(
      'The name of a parameter in the URL of the delivery; the value of the parameter fills the column.',
    ),
})
  .xor('path', 'constant', 'template', 'header', 'query')
  .with('of', 'path')
  .description(
    'A place from which a mapping takes the value of a column: exactly one of `path`, `constant`, `template`, `header` and `query`.',
  )
  .meta({ named: 'FieldSource' })

const withNothing = {
  trim: '`trim` removes white space at both ends of a text.',
  lower: '`lower` converts a text to lower case.',
  first: '`first` takes the first value of a list that is not blank.',
  unescapeHtml: '`unescapeHtml` replaces HTML entities, such as `&amp;`, by their characters.',
  digits: '`digits` removes all characters except the digits 0 to 9.',
  boolean:
    '`boolean` converts `true`, `yes`, `1`, `on` and their opposites to true or false. Any other value holds the record with NOT_A_BOOLEAN.',
} as const

const glue = Joi.string()
  .allow('')
  .max(20)
  .description('The text that is put between two joined values, at most 20 characters; `, ` by default.')

function doing(name: string, says: string): Joi.AnySchema {
  return Joi.valid(name).required().description(says)
}

const transformForms: readonly (readonly [string, Joi.ObjectSchema])[] = [
  ...Object.entries(withNothing).map(
    ([name, says]) => [name, Joi.object({ do: doing(name, says) })] as const,
  ),
  [
    'join',
    Joi.object({
      do: doing('join', '`join` converts a list to one text, without blank values.'),
      with: glue,
    }),
  ],
  [
    'split',
    Joi.object({
      do: doing('split', '`split` converts a text to a list of its parts, without empty parts.'),
      by: Joi.string()
        .max(20)
        .required()
        .description('The text that separates the parts, 1 to 20 characters.'),
    }),
  ],
  [
    'part',
    Joi.object({
      do: doing(
        'part',
        '`part` takes a part of a text, without surrounding blanks. The other fields of the transform say which; they apply in their order, and at least one is required. A text without such a part is no value.',
      ),
      line: Joi.number()
        .integer()
        .min(1)
        .max(10_000)
        .description('The number of the line that is taken, from 1 to 10,000.'),
      label: Joi.string()
        .max(200)
        .description(
          'The text before `=` or `:` at the beginning of a line, in any capitalization, at most 200 characters. The rest of that line is taken: `first` takes `Ada` of `First = Ada`.',
        ),
      after: Joi.string()
        .max(200)
        .description('The text after whose first occurrence the part begins, at most 200 characters.'),
      before: Joi.string()
        .max(200)
        .description(
          'The text before whose first occurrence the part ends, at most 200 characters. If it does not occur, the part ends with the text.',
        ),
      match: Joi.valid(...partKinds).description(
        'The kind of the value that is taken: the first e-mail address, phone number, number or URL in the text.',
      ),
    }).or('line', 'label', 'after', 'before', 'match'),
  ],
  [
    'phone',
    Joi.object({
      do: doing(
        'phone',
        '`phone` converts a phone number to the E.164 format, such as +442079460000. Any other value holds the record with NOT_A_PHONE_NUMBER.',
      ),
      country: countryForm.description(
        'The country of phone numbers without a country prefix, as two capital letters such as `DE`; by default `defaultCountry` of the table.',
      ),
    }),
  ],
  [
    'number',
    Joi.object({
      do: doing(
        'number',
        '`number` converts a text such as `1.234,50 €` to a number. Any other text holds the record with NOT_A_NUMBER.',
      ),
      decimal: Joi.valid('.', ',').description(
        'The character before the fraction, `.` or `,`; detected for each value by default.',
      ),
    }),
  ],
  [
    'divide',
    Joi.object({
      do: doing(
        'divide',
        '`divide` divides a number by `by`, for example cents by 100. Any other value holds the record with NOT_A_NUMBER.',
      ),
      by: Joi.number()
        .invalid(0)
        .required()
        .description('The number by which the value is divided, any number except 0.'),
    }),
  ],
  [
    'date',
    Joi.object({
      do: doing(
        'date',
        '`date` converts a date to ISO 8601: a day such as 2026-12-31, or a time in UTC. Any other value holds the record with NOT_A_DATE.',
      ),
      format: Joi.valid(...dateFormats).description(
        'The format of the dates. Without it the format is detected for each value; if day and month could be swapped, the record is held.',
      ),
      zone: Joi.string()
        .max(60)
        .description('The time zone in which times without an offset are read; UTC by default.'),
    }),
  ],
  [
    'valueMap',
    Joi.object({
      do: doing('valueMap', '`valueMap` replaces values by other values, such as `1` by `won`.'),
      values: Joi.object()
        .pattern(
          Joi.string().allow('').max(text),
          anyScalar.description(
            'The value that is stored in the column instead of the value that is the key of this entry.',
          ),
        )
        .max(values)
        .required()
        .description(
          `The replacements: each key is a value of the source, and its value is stored in the column instead. At most ${values}.`,
        ),
      otherwise: Joi.valid('keep', 'hold').description(
        'The handling of values that `values` does not list: `keep` keeps the value, `hold` (the default) holds the record.',
      ),
    }),
  ],
  [
    'default',
    Joi.object({
      do: doing(
        'default',
        '`default` stores `value` in the column if the delivery has no value for it, or only a blank one.',
      ),
      value: scalar.required(),
    }),
  ],
]

const transform = Joi.alternatives().conditional('.do', {
  switch: transformForms.map(([name, form]) => ({ is: name, then: form })),
  otherwise: Joi.object({ do: Joi.valid(...transformForms.map(([name]) => name)).required() }).unknown(),
})

const transformsForm = Joi.array()
  .items(transform)
  .max(transforms)
  .meta({
    items: Joi.alternatives(...transformForms.map(([, form]) => form))
      .description('A change to a value before it is stored; `do` names the change.')
      .meta({ named: 'Transform', examples: [{ do: 'date', format: 'dayFirst', zone: 'Europe/Berlin' }] }),
  })

const field = Joi.object({
  column: Joi.string()
    .max(maxColumnNameLength)
    .required()
    .description('The name of the column that the field fills. A column can be filled by one field only.'),
  from: Joi.array()
    .items(source)
    .min(1)
    .max(sources)
    .required()
    .description(
      'The places from which the value of the column may come, in order: paths, constants, templates, headers or URL parameters. The first value that exists and is not blank is used.',
    ),
  transform: transformsForm
    .default([])
    .description(
      `The changes to the value before it is stored, applied in this order, at most ${transforms}. Most of them change each item of a list. A record whose value cannot be changed is held.`,
    ),
})
  .description('A rule that fills one column of a record.')
  .meta({ named: 'MappingField' })

const match = Joi.object({
  where: Joi.array()
    .items(
      Joi.object({
        path: somePath.required().description('The path from the body to the value that is compared.'),
        in: Joi.array()
          .items(scalar)
          .min(1)
          .max(values)
          .required()
          .description(
            `The values of which one must be at the path for the condition to hold, 1 to ${values}. \`true\` and \`"true"\` count as equal.`,
          ),
      }),
    )
    .max(conditions)
    .default([])
    .description(
      `The conditions on values, at most ${conditions}. The mapping is used only if each \`path\` leads to one of the values in its \`in\`.`,
    ),
  requires: Joi.array()
    .items(somePath)
    .max(conditions)
    .default([])
    .description(
      `The paths that must lead to a value, at most ${conditions}. The mapping is used only if each of them does.`,
    ),
}).description(
  'The conditions for the bodies that the mapping applies to; by default all bodies. Paths start at the body; paths that start with `root` are checked for each record.',
)

/**
 * The Joi schemas of the fields of a mapping, which turns request bodies into records. A request that changes
 * a mapping may leave out any of them.
 */
export const mappingForms = {
  name: givenName.description('The name of the mapping for people, 1 to 200 characters.'),
  match,
  root: pathForm.description('The path of the records in the body; an empty path means the body itself.'),
  fields: Joi.array()
    .items(field)
    .max(fields)
    .description(
      `The rules that fill the columns, at most ${fields}. At least one is required, unless \`action\` is \`ignore\`.`,
    ),
  action: Joi.valid(...mappingActions).description(
    'The handling of the records. `insert` adds a record, `upsert` adds it or updates the existing record, `patch` changes only the columns that the delivery contains, `ignore` drops it. `upsert` and `patch` require match columns.',
  ),
  deliveryId: somePath
    .allow(null)
    .description(
      'The path of the delivery id, by which repeats are recognized. It is looked up in the record, then in the body. `null` for the places that sources commonly use, such as the header `Webhook-Id` or the key `event_id`.',
    ),
  versionTime: somePath
    .allow(null)
    .description(
      'The path of a time that says how new a record is. It fills the column `newerBy` of the match columns, unless another rule of the mapping fills that column. It is looked up in the record, then in the body. `null` for the keys that sources commonly use, such as `updated_at`.',
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
