import { describe, expect, it } from '@jest/globals'
import {
  choicesFor,
  closedAfter,
  completionIn,
} from '../../../console/src/pages/spinners/steps/values/completion.ts'
import { filterHelp } from '../../../console/src/pages/spinners/steps/values/filter-help.ts'
import { allowedFilters } from '../../../src/adapters/templates/allowed-filters.ts'

const known = { columns: ['name', 'email', 'first name'], given: ['unsubscribe_url'] }

describe('the completion in a template', () => {
  it('begins at two braces, and ends with the tag', () => {
    expect(completionIn('Dear {{ na')).toEqual({ kind: 'value', from: 5, query: 'na' })
    expect(completionIn('Dear {')).toBeNull()
    expect(completionIn('Dear {{ name }}, ')).toBeNull()
    expect(completionIn('Dear {{ name\n')).toBeNull()
  })

  it('offers each column once, first the columns with that start, as a template writes them', () => {
    const open = { kind: 'value', from: 0, query: 'n' } as const
    const texts = choicesFor(open, known).map(({ text }) => text)
    expect(texts).toEqual(['{{ name }}', '{{ ["first name"] }}', '{{ unsubscribe_url }}'])
  })

  it('lists what the field needs', () => {
    const open = { kind: 'value', from: 0, query: 'email' } as const
    expect(choicesFor(open, { ...known, filter: 'json' })[0]?.text).toBe('{{ email | json }}')
  })

  it('offers filters after a pipe, with their help', () => {
    expect(completionIn('{{ name | def')).toEqual({ kind: 'filter', from: 10, query: 'def' })
    const [choice] = choicesFor({ kind: 'filter', from: 10, query: 'def' }, known)
    expect(choice).toMatchObject({
      text: 'default: "there" }}',
      help: 'Inserts another word if the value is empty',
    })
  })

  it('offers no filter that templates may not use', () => {
    const names = filterHelp.map(([name]) => name)
    expect(names.filter((name) => !(allowedFilters as readonly string[]).includes(name))).toEqual([])
  })

  it('replaces the closing braces that exist already', () => {
    expect([closedAfter(' }} and'), closedAfter('}}'), closedAfter(' and')]).toEqual([3, 2, 0])
  })
})
