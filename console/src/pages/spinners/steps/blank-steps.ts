import type { Step } from '../../../api/schema.ts'
import { emailColumnOf, nameColumnOf } from '../../../components/name-of-record.ts'
import { newKey, type StepDraft } from './step-draft.ts'
import { tagFor } from './template-text.ts'

/** What a new spinner starts with: an e-mail that already says something. */
export function firstStep(columns: readonly string[]): Step {
  const name = nameColumnOf(columns)
  const greeting = name === undefined ? 'Hello' : `Hello ${tagFor(name, { fallback: 'there' })}`
  return {
    type: 'email',
    to: tagFor(emailColumnOf(columns) ?? 'email'),
    subject: greeting,
    text: `${greeting},\n\nthank you for your interest. We will be in touch.\n\nNo more mail, please: {{ unsubscribe_url }}\n`,
  }
}

/** A step that is still to be filled in, with what can be told from the table. */
export function blankStep(type: Step['type'], columns: readonly string[]): StepDraft {
  const key = newKey()
  const email = emailColumnOf(columns)
  switch (type) {
    case 'email':
      return { key, type, to: email === undefined ? '' : tagFor(email), subject: '', text: '', html: '' }
    case 'webhook': {
      const fields = columns.map(
        (column) => `  ${JSON.stringify(column)}: ${tagFor(column, { fallback: '', filter: 'json' })}`,
      )
      const body = fields.length === 0 ? '{}' : `{\n${fields.join(',\n')}\n}`
      return { key, type, url: '', headers: [], body }
    }
    case 'wait':
      return { key, type, amount: 3, unit: 'days' }
    case 'condition':
      return { key, type, column: columns[0] ?? '', operator: 'exists', value: '' }
  }
}
