import type { Transform } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'

interface TransformChoice {
  readonly label: string
  readonly transform: Transform
}

/**
 * Transforms of values that users can add to a mapping, by group of the menu. Other transforms of the API are shown and
 * can be removed.
 */
export const transformGroups: readonly {
  readonly label: string
  readonly choices: readonly TransformChoice[]
}[] = [
  {
    label: t('Part of a text'),
    choices: [
      { label: t('Take e-mail address in text'), transform: { do: 'part', match: 'email' } },
      { label: t('Take phone number in text'), transform: { do: 'part', match: 'phone' } },
      { label: t('Take number in text'), transform: { do: 'part', match: 'number' } },
      { label: t('Take URL in text'), transform: { do: 'part', match: 'url' } },
      { label: t('Take first line of text'), transform: { do: 'part', line: 1 } },
    ],
  },
  {
    label: t('Text'),
    choices: [
      { label: t('Trim spaces of value'), transform: { do: 'trim' } },
      { label: t('Change value to lower case'), transform: { do: 'lower' } },
      { label: t('Keep only digits of value'), transform: { do: 'digits' } },
      { label: t('Replace HTML codes in value, such as &amp;'), transform: { do: 'unescapeHtml' } },
    ],
  },
  {
    label: t('Phone, number, yes or no'),
    choices: [
      { label: t('Read value as phone number'), transform: { do: 'phone' } },
      { label: t('Read value as number'), transform: { do: 'number' } },
      { label: t('Read value as number with decimal comma'), transform: { do: 'number', decimal: ',' } },
      { label: t('Convert value from cents to whole units'), transform: { do: 'divide', by: 100 } },
      { label: t('Read value as yes or no'), transform: { do: 'boolean' } },
    ],
  },
  {
    label: t('Date'),
    choices: [
      { label: t('Read value as date'), transform: { do: 'date' } },
      { label: t('Read value as date, day first'), transform: { do: 'date', format: 'dayFirst' } },
      { label: t('Read value as date, month first'), transform: { do: 'date', format: 'monthFirst' } },
      { label: t('Read value as Unix time in seconds'), transform: { do: 'date', format: 'epoch' } },
      { label: t('Read value as Unix time in milliseconds'), transform: { do: 'date', format: 'epochMs' } },
    ],
  },
  {
    label: t('List'),
    choices: [
      { label: t('Take first value of a list'), transform: { do: 'first' } },
      { label: t('Join list of values with commas'), transform: { do: 'join', with: ', ' } },
      { label: t('Split value at semicolons'), transform: { do: 'split', by: ';' } },
    ],
  },
]

const transformChoices = transformGroups.flatMap(({ choices }) => choices)

export function wordsOfTransform(transform: Transform): string {
  const key = JSON.stringify(transform)
  const known = transformChoices.find((choice) => JSON.stringify(choice.transform) === key)
  if (known !== undefined) return known.label
  switch (transform.do) {
    case 'phone':
      return t('Read value as phone number of {country}', { country: transform.country ?? t('any country') })
    case 'divide':
      return t('Divide value by {by}', { by: transform.by })
    case 'split':
      return t('Split value at “{by}”', { by: transform.by })
    case 'join':
      return t('Join list of values with “{with}”', { with: transform.with ?? ', ' })
    case 'date':
      return [t('Read value as date'), transform.format, transform.zone].filter(Boolean).join(', ')
    case 'part':
      return wordsOfPart(transform)
    case 'valueMap':
      return t('Replace {count} values', { count: Object.keys(transform.values).length })
    case 'default':
      return t('Replace empty value by {value}', { value: String(transform.value) })
    default:
      return transform.do
  }
}

type Part = Extract<Transform, { do: 'part' }>

/** Returns which part of a text a transform takes, such as "Take part of text: after “first =”". */
function wordsOfPart({ line, label, after, before, match }: Part): string {
  const rules = [
    line !== undefined && t('line {line}', { line }),
    label !== undefined && t('the line “{label}”', { label }),
    after !== undefined && t('after “{after}”', { after }),
    before !== undefined && t('before “{before}”', { before }),
    match !== undefined &&
      { email: t('e-mail address'), phone: t('phone number'), number: 'number', url: 'URL' }[match],
  ]
  return t('Take part of text: {filter}', { filter: rules.filter((rule) => rule !== false).join(', ') })
}
