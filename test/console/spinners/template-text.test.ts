import { describe, expect, it } from '@jest/globals'
import { referenceTo, tagFor } from '../../../console/src/pages/spinners/steps/template-text.ts'
import { LiquidTemplates } from '../../../src/adapters/templates/liquid-templates.ts'

const templates = new LiquidTemplates()

describe('a variable that is inserted by a click', () => {
  it.each([
    'name',
    'First name',
    'e-mail',
    'e.mail',
    '1st',
    'empty',
    'nil',
    'it\'s "so"',
    'a]}} b',
    'Straße',
    'a\\b',
  ])('names the column %s as the API understands it', (column) => {
    for (const options of [
      {},
      { fallback: 'there' },
      { filter: 'json' },
      { fallback: 'there', filter: 'json' },
    ])
      expect(templates.columnsOf(tagFor(column, options))).toEqual([column])
    expect(templates.render(tagFor(column), { [column]: 'Ada' }, 'text')).toBe('Ada')
    expect(templates.render(tagFor(column, { filter: 'json' }), { [column]: 'Ada' }, 'text')).toBe('"Ada"')
    expect(templates.render(tagFor(column, { fallback: 'there' }), {}, 'text')).toBe('there')
  })

  it('is as plain as the name allows', () => {
    expect(referenceTo('account_id')).toBe('account_id')
    expect(tagFor('name')).toBe('{{ name }}')
  })
})
