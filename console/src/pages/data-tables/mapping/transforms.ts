import type { Transform } from '../../../api/schema.ts'

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
    label: 'Part of a text',
    choices: [
      { label: 'Take e-mail address in text', transform: { do: 'part', match: 'email' } },
      { label: 'Take phone number in text', transform: { do: 'part', match: 'phone' } },
      { label: 'Take number in text', transform: { do: 'part', match: 'number' } },
      { label: 'Take URL in text', transform: { do: 'part', match: 'url' } },
      { label: 'Take first line of text', transform: { do: 'part', line: 1 } },
    ],
  },
  {
    label: 'Text',
    choices: [
      { label: 'Trim spaces of value', transform: { do: 'trim' } },
      { label: 'Change value to lower case', transform: { do: 'lower' } },
      { label: 'Keep only digits of value', transform: { do: 'digits' } },
      { label: 'Replace HTML codes in value, such as &amp;', transform: { do: 'unescapeHtml' } },
    ],
  },
  {
    label: 'Phone, number, yes or no',
    choices: [
      { label: 'Read value as phone number', transform: { do: 'phone' } },
      { label: 'Read value as number', transform: { do: 'number' } },
      { label: 'Read value as number with decimal comma', transform: { do: 'number', decimal: ',' } },
      { label: 'Convert value from cents to whole units', transform: { do: 'divide', by: 100 } },
      { label: 'Read value as yes or no', transform: { do: 'boolean' } },
    ],
  },
  {
    label: 'Date',
    choices: [
      { label: 'Read value as date', transform: { do: 'date' } },
      { label: 'Read value as date, day first', transform: { do: 'date', format: 'dayFirst' } },
      { label: 'Read value as date, month first', transform: { do: 'date', format: 'monthFirst' } },
      { label: 'Read value as Unix time in seconds', transform: { do: 'date', format: 'epoch' } },
      { label: 'Read value as Unix time in milliseconds', transform: { do: 'date', format: 'epochMs' } },
    ],
  },
  {
    label: 'List',
    choices: [
      { label: 'Take first value of a list', transform: { do: 'first' } },
      { label: 'Join list of values with commas', transform: { do: 'join', with: ', ' } },
      { label: 'Split value at semicolons', transform: { do: 'split', by: ';' } },
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
      return `Read value as phone number of ${transform.country ?? 'any country'}`
    case 'divide':
      return `Divide value by ${transform.by}`
    case 'split':
      return `Split value at “${transform.by}”`
    case 'join':
      return `Join list of values with “${transform.with ?? ', '}”`
    case 'date':
      return ['Read value as date', transform.format, transform.zone].filter(Boolean).join(', ')
    case 'part':
      return wordsOfPart(transform)
    case 'valueMap':
      return `Replace ${Object.keys(transform.values).length} values`
    case 'default':
      return `Replace empty value by ${String(transform.value)}`
    default:
      return transform.do
  }
}

type Part = Extract<Transform, { do: 'part' }>

/** Returns which part of a text a transform takes, such as "Take part of text: after “first =”". */
function wordsOfPart({ line, label, after, before, match }: Part): string {
  const rules = [
    line !== undefined && `line ${line}`,
    label !== undefined && `the line “${label}”`,
    after !== undefined && `after “${after}”`,
    before !== undefined && `before “${before}”`,
    match !== undefined &&
      { email: 'e-mail address', phone: 'phone number', number: 'number', url: 'URL' }[match],
  ]
  return `Take part of text: ${rules.filter((rule) => rule !== false).join(', ')}`
}
