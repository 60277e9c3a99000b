import { beforeEach, describe, expect, it } from '@jest/globals'
import { ask } from '../../../ask.ts'
import { expectAccessible } from '../../../console.ts'
import { openPage } from '../../../open-page.ts'
import { gridForEachTest } from './grid.ts'

const grid = gridForEachTest()

describe('dates in a table', () => {
  // The accounts of Ada, Bob and Cleo become days.
  const days = { Ada: '2026-11-27', Bob: '2026-12-05', Cleo: '2027-01-03' }
  beforeEach(async () => {
    type Records = { readonly items: readonly { readonly id: string; readonly data: { name: string } }[] }
    const { items } = await ask<Records>(grid.page, 'GET', `${grid.path}/records`)
    for (const { id, data } of items)
      await ask(grid.page, 'PATCH', `${grid.path}/records/${id}`, {
        data: { account_id: days[data.name as keyof typeof days] },
      })
    await ask(grid.page, 'PATCH', `${grid.path}/columns/account_id`, { type: 'date' })
    await openPage(grid.page, grid.path)
    await grid.row('Cleo').waitFor()
  })

  it('are typed into cells in the form of the user, and stored as ISO 8601', async () => {
    await grid.cell('2026-12-05').dblclick()
    const editor = grid.page.getByRole('textbox', { name: 'account_id' })
    expect(await editor.inputValue()).toBe('5 Dec 2026')
    await editor.fill('sometime')
    await grid.page.keyboard.press('Enter')
    await grid.page.getByText(/^Write a date such as \d+ \w+ \d{4}\.$/).waitFor()
    await editor.fill('31/12/2026')
    await grid.page.keyboard.press('Enter')
    await grid.cell('2026-12-31').waitFor()
    await grid.cell('2026-12-31').dblclick()
    await editor.fill('1 Feb 2027, 10:00')
    await grid.page.keyboard.press('Enter')
    await grid.cell('2027-02-01T10:00:00.000Z').waitFor()
  })

  it('are typed into new records in the form of the user, and a text that is no date is refused', async () => {
    await grid.button('Add record').click()
    const dialog = grid.page.getByRole('dialog', { name: 'Add a record' })
    await dialog.getByLabel('name').fill('Dora')
    const day = dialog.getByRole('textbox', { name: 'account_id' })
    await day.fill('sometime')
    await day.press('Enter')
    await dialog.getByText(/^Write a date such as/).waitFor()
    await dialog.getByRole('alert').waitFor()
    await day.fill('24.12.2026')
    await dialog.getByRole('button', { name: 'Add record' }).click()
    await grid.row('Dora').getByText('2026-12-24').waitFor()
  })

  it('are compared in filters with a date in the form of the user, or chosen in a calendar', async () => {
    await grid.button('Filter').click()
    const dialog = grid.page.getByRole('dialog').filter({ hasText: 'Add filter' })
    await dialog.getByLabel('Column').selectOption('account_id')
    await dialog.getByLabel('Comparison').selectOption('after')
    await dialog.getByLabel('Kind of time in the condition').selectOption('day')
    const value = dialog.getByRole('textbox', { name: 'Value' })
    await value.fill('1 Dec 2026')
    await grid.button('Choose a day in the calendar').click()
    await grid.page.getByRole('button', { name: 'Thursday, 3 December 2026' }).click()
    expect(await value.inputValue()).toBe('3 Dec 2026')
    await expectAccessible(grid.page)
    await grid.button('Add filter').click()
    await grid.row('Ada').waitFor({ state: 'detached' })
    await grid.page.getByText('account_id is after 3 Dec 2026').waitFor()
    await grid.row('Cleo').waitFor()
    expect(await grid.names()).toEqual(['Cleo', 'Bob'])
  })

  it('are compared in conditions of segments with a date in the form of the user', async () => {
    await openPage(grid.page, `${grid.path}?tab=segments`)
    await grid.button('New segment').click()
    const dialog = grid.page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('On a day')
    await dialog.getByLabel('Column').selectOption('account_id')
    await dialog.getByLabel('Comparison').selectOption('equals')
    await dialog.getByLabel('Value').fill('27/11/2026')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await grid.row('account_id equals “2026-11-27”').getByText('1 record', { exact: true }).waitFor()
  })
})
