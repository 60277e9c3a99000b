import type { Transform } from '../../../api/schema.ts'

interface TransformChoice {
  readonly label: string
  readonly transform: Transform
}

/**
 * Transforms of values that users can add to a mapping. Other transforms of the API are shown and can be
 * removed.
 */
export const transformChoices: readonly TransformChoice[] = [
  { label: 'Trim spaces', transform: { do: 'trim' } },
  { label: 'Lower case', transform: { do: 'lower' } },
  { label: 'Phone number', transform: { do: 'phone' } },
  { label: 'Number', transform: { do: 'number' } },
  { label: 'Number with a decimal comma', transform: { do: 'number', decimal: ',' } },
  { label: 'Cents to whole units', transform: { do: 'divide', by: 100 } },
  { label: 'Yes or no', transform: { do: 'boolean' } },
  { label: 'Date', transform: { do: 'date' } },
  { label: 'Date, day first', transform: { do: 'date', format: 'dayFirst' } },
  { label: 'Date, month first', transform: { do: 'date', format: 'monthFirst' } },
  { label: 'Time in seconds', transform: { do: 'date', format: 'epoch' } },
  { label: 'Time in milliseconds', transform: { do: 'date', format: 'epochMs' } },
  { label: 'First of a list', transform: { do: 'first' } },
  { label: 'Join a list with commas', transform: { do: 'join', with: ', ' } },
  { label: 'Split at semicolons', transform: { do: 'split', by: ';' } },
  { label: 'Only the digits', transform: { do: 'digits' } },
  { label: 'Unescape HTML', transform: { do: 'unescapeHtml' } },
]

export function wordsOfTransform(transform: Transform): string {
  const key = JSON.stringify(transform)
  const known = transformChoices.find((choice) => JSON.stringify(choice.transform) === key)
  if (known !== undefined) return known.label
  switch (transform.do) {
    case 'phone':
      return `Phone number of ${transform.country ?? 'any country'}`
    case 'divide':
      return `Divided by ${transform.by}`
    case 'split':
      return `Split at “${transform.by}”`
    case 'join':
      return `Joined with “${transform.with ?? ', '}”`
    case 'date':
      return ['Date', transform.format, transform.zone].filter(Boolean).join(', ')
    case 'valueMap':
      return `${Object.keys(transform.values).length} values mapped`
    case 'default':
      return `If empty: ${String(transform.value)}`
    default:
      return transform.do
  }
}
