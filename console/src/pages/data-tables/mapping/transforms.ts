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
  { label: 'Change to lower case', transform: { do: 'lower' } },
  { label: 'Read as phone number', transform: { do: 'phone' } },
  { label: 'Read as number', transform: { do: 'number' } },
  { label: 'Read as number with decimal comma', transform: { do: 'number', decimal: ',' } },
  { label: 'Convert cents to whole units', transform: { do: 'divide', by: 100 } },
  { label: 'Read as yes or no', transform: { do: 'boolean' } },
  { label: 'Read as date', transform: { do: 'date' } },
  { label: 'Read as date, day first', transform: { do: 'date', format: 'dayFirst' } },
  { label: 'Read as date, month first', transform: { do: 'date', format: 'monthFirst' } },
  { label: 'Read as Unix time in seconds', transform: { do: 'date', format: 'epoch' } },
  { label: 'Read as Unix time in milliseconds', transform: { do: 'date', format: 'epochMs' } },
  { label: 'Take the first value of a list', transform: { do: 'first' } },
  { label: 'Join a list of values with commas', transform: { do: 'join', with: ', ' } },
  { label: 'Split text at semicolons', transform: { do: 'split', by: ';' } },
  { label: 'Keep only the digits', transform: { do: 'digits' } },
  { label: 'Unescape HTML', transform: { do: 'unescapeHtml' } },
]

export function wordsOfTransform(transform: Transform): string {
  const key = JSON.stringify(transform)
  const known = transformChoices.find((choice) => JSON.stringify(choice.transform) === key)
  if (known !== undefined) return known.label
  switch (transform.do) {
    case 'phone':
      return `Read as phone number of ${transform.country ?? 'any country'}`
    case 'divide':
      return `Divide by ${transform.by}`
    case 'split':
      return `Split text at “${transform.by}”`
    case 'join':
      return `Join with “${transform.with ?? ', '}”`
    case 'date':
      return ['Read as date', transform.format, transform.zone].filter(Boolean).join(', ')
    case 'valueMap':
      return `Replace ${Object.keys(transform.values).length} values`
    case 'default':
      return `If empty: ${String(transform.value)}`
    default:
      return transform.do
  }
}
