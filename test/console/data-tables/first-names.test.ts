import { expect, it } from '@jest/globals'
import {
  firstNameOf,
  withRename,
} from '../../../console/src/pages/data-tables/settings/columns/first-names.ts'

it('a renamed column keeps its first name through several renames', () => {
  const once = withRename(new Map(), 'phone', 'tel')
  expect(firstNameOf(once, 'tel')).toBe('phone')
  expect(firstNameOf(withRename(once, 'tel', 'mobile'), 'mobile')).toBe('phone')
  expect(firstNameOf(withRename(once, 'tel', 'phone'), 'phone')).toBe('phone')
})

it('a column that is added under the former name of another column is a different one, also once it is renamed', () => {
  const renamed = withRename(new Map(), 'phone', 'tel')
  const added = firstNameOf(renamed, 'phone')
  expect(added).not.toBe('phone')
  const again = withRename(renamed, 'phone', 'fax')
  expect([firstNameOf(again, 'tel'), firstNameOf(again, 'fax')]).toEqual(['phone', added])
})
