import { expect, it } from '@jest/globals'
import { visibleAtFirst } from '../../../console/src/pages/data-tables/import/visible-columns.ts'

it('An import makes all columns visible to spinners except ids and secrets', () => {
  const names = ['Name', 'E-Mail', 'account_id', 'Account-ID', 'contactId', 'id', 'API token', 'IBAN']
  expect(visibleAtFirst([...names, 'paid', 'Madrid'])).toEqual(['Name', 'E-Mail', 'paid', 'Madrid'])
})

it('An import of ids alone makes them visible, because a spinner needs a column', () => {
  expect(visibleAtFirst(['id', 'user_id'])).toEqual(['id', 'user_id'])
})
