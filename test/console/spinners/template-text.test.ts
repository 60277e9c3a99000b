import { afterAll, describe, expect, it } from '@jest/globals'
import {
  referenceTo,
  reservedWords,
  tagFor,
} from '../../../console/src/pages/spinners/steps/fields/template-text.ts'
import { LiquidTemplates } from '../../../src/adapters/templates/liquid-templates.ts'
import { reservedWords as reservedWordsOfTheService } from '../../../src/adapters/templates/plain-template.ts'
import { TemplateThreads } from '../../../src/adapters/templates/template-threads.ts'
import { recipientBudget } from '../../../src/domain/spinner/steps/template-budget.ts'

const threads = new TemplateThreads()
const templates = new LiquidTemplates(threads)
const now = new Date()
const budget = () => recipientBudget('organization')

afterAll(() => threads.close())

describe('a variable that is inserted by a click', () => {
  it.each([
    'name',
    'First name',
    'e-mail',
    'e.mail',
    '1st',
    ...reservedWords,
    'it\'s "so"',
    'a]}} b',
    'Straße',
    'a\\b',
  ])('names the column %s as the API expects', async (column) => {
    for (const options of [
      {},
      { fallback: 'there' },
      { filter: 'json' },
      { fallback: 'there', filter: 'json' },
    ])
      expect(await templates.columnsOf(tagFor(column, options), budget())).toEqual([column])
    expect(await templates.render(tagFor(column), { [column]: 'Ada' }, 'text', budget(), now)).toBe('Ada')
    expect(
      await templates.render(tagFor(column, { filter: 'json' }), { [column]: 'Ada' }, 'text', budget(), now),
    ).toBe('"Ada"')
    expect(
      await templates.render(
        tagFor(column, { fallback: 'there' }),
        { [column]: null },
        'text',
        budget(),
        now,
      ),
    ).toBe('there')
  })

  it('has a default if the record has no such column', async () => {
    expect(
      await templates.render(tagFor('First name', { fallback: 'there' }), {}, 'text', budget(), now),
    ).toBe('there')
  })

  it('is as simple as the name permits', () => {
    expect(referenceTo('account_id')).toBe('account_id')
    expect(tagFor('name')).toBe('{{ name }}')
  })

  it('quotes column names that are words of the template language', () => {
    expect(reservedWords).toEqual(reservedWordsOfTheService)
    expect(reservedWords.map(referenceTo)).toEqual(reservedWords.map((word) => `["${word}"]`))
  })
})
