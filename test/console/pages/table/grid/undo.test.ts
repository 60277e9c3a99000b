import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '../../../../support/until.ts'
import { ask } from '../../../ask.ts'
import { Console } from '../../../console.ts'
import { Grid } from './grid.ts'

let console: Console
let grid: Grid

beforeAll(async () => {
  console = await Console.open()
})
afterAll(async () => {
  await console.close()
})
beforeEach(async () => {
  grid = await Grid.open(console)
})
afterEach(async () => {
  await console.endVisits()
  expect(console.faults).toEqual([])
})

describe('the grid of records', () => {
  it('undoes the last change, except for cells that have another value since', async () => {
    const accounts = () => grid.texts(4)
    const before = await accounts()
    await grid.cellOf('Cleo', 'account_id').click()
    await grid.page.keyboard.press('Shift+ArrowDown')
    await grid.page.keyboard.press('Delete')
    await grid.page.getByText('2 rows were changed. Press Ctrl+Z to undo').waitFor()
    for (const gone of ['100', '10']) await grid.cell(gone).waitFor({ state: 'detached' })
    await grid.page.keyboard.press('ControlOrMeta+z')
    await grid.page.getByText('2 rows were restored').waitFor()
    await grid.cell('10').waitFor()
    expect(await accounts()).toEqual(before)
  })

  it('fills a dragged range, undoes it in one step and makes it again', async () => {
    const accounts = () => grid.texts(4)
    const before = await accounts()
    const ofRow = (no: number) => grid.page.locator('[role=gridcell][aria-colindex="4"]').nth(no)
    await ofRow(0).hover()
    await grid.page.mouse.down()
    await ofRow(1).hover()
    await ofRow(2).hover()
    await grid.page.mouse.up()
    await grid.page.keyboard.press('ControlOrMeta+d')
    await grid.page.getByText('2 rows were changed. Press Ctrl+Z to undo').waitFor()
    await until(async () => (await accounts()).join() === ['100', '100', '100'].join())
    await grid.page.keyboard.press('ControlOrMeta+z')
    await grid.page.getByText('Undone: 2 rows were restored').waitFor()
    // The notification closes by itself only after 15 s.
    const offer = grid.page.getByText('2 rows were changed. Press Ctrl+Z to undo')
    await offer.waitFor({ state: 'detached', timeout: 8_000 })
    await until(async () => (await accounts()).join() === before.join())
    await grid.page.keyboard.press('ControlOrMeta+Shift+z')
    await grid.page.getByText('Done again: 2 rows were changed').waitFor()
    await grid.page.keyboard.press('ControlOrMeta+z')
    await until(async () => (await accounts()).join() === before.join())
    await ofRow(1).click()
    await grid.page.getByRole('complementary', { name: 'Record' }).waitFor()
    await grid.page.locator('[data-fill]').hover()
    await grid.page.mouse.down()
    await ofRow(2).hover()
    await grid.page.mouse.up()
    await until(async () => (await accounts()).join() === [before[0], before[1], before[1]].join())
    await grid.page.keyboard.press('ControlOrMeta+z')
    await until(async () => (await accounts()).join() === before.join())
  })

  it('undoes and redoes the deletion of a record, in one history with changed cells', async () => {
    await grid.cell('Bob').click()
    await grid.page.keyboard.press('Escape')
    await grid.page.keyboard.press('F2')
    await grid.page.getByRole('textbox', { name: 'name' }).fill('Dora')
    await grid.page.keyboard.press('Enter')
    // Waits until the editor of the cell is closed, because a row has no text while it is open.
    await until(async () => (await grid.names()).includes('Dora'))
    const before = await grid.names()
    await grid.row('Dora').getByRole('checkbox').check()
    await grid.page
      .getByRole('toolbar', { name: 'Selected records' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await grid.page.getByRole('dialog').getByRole('button', { name: 'Delete 1 record' }).click()
    await grid.page.getByText('The record was deleted.').waitFor()
    await grid.cell('Dora').waitFor({ state: 'detached' })
    await grid.button('Undo').click()
    await grid.page.getByText('Undone: 1 record restored').waitFor()
    await until(async () => (await grid.names()).join() === before.join())
    await grid.page.getByRole('grid').focus()
    await grid.page.keyboard.press('ControlOrMeta+Shift+z')
    await grid.page.getByText('Done again: 1 record deleted').waitFor()
    await grid.cell('Dora').waitFor({ state: 'detached' })
    await grid.page.keyboard.press('ControlOrMeta+z')
    await grid.cell('Dora').waitFor()
    await grid.page.keyboard.press('ControlOrMeta+z')
    await grid.cell('Bob').waitFor()
  })

  it('undoes and redoes the addition of a record', async () => {
    await grid.button('Add record').click()
    const dialog = grid.page.getByRole('dialog')
    await dialog.getByLabel('name').fill('Dora')
    await dialog.getByRole('button', { name: 'Add record' }).click()
    await grid.cell('Dora').waitFor()
    await grid.page.getByRole('grid').focus()
    await grid.page.keyboard.press('ControlOrMeta+z')
    await grid.page.getByText('Undone: 1 record deleted').waitFor()
    await grid.cell('Dora').waitFor({ state: 'detached' })
    await grid.page.keyboard.press('ControlOrMeta+Shift+z')
    await grid.cell('Dora').waitFor()
    await grid.page.keyboard.press('ControlOrMeta+z')
    await grid.cell('Dora').waitFor({ state: 'detached' })
  })

  it('undoes an edit to the value that another user had set before it', async () => {
    const account = grid.cellOf('Cleo', 'account_id')
    const type = async (text: string) => {
      await account.dblclick()
      await grid.page.getByRole('textbox', { name: 'account_id' }).fill(text)
      await grid.page.keyboard.press('Enter')
      await account.getByText(text, { exact: true }).waitFor()
    }
    const { items } = await ask<{ items: { id: string }[] }>(grid.page, 'GET', `${grid.path}/records?q=cleo`)
    await ask(grid.page, 'PATCH', `${grid.path}/records/${items[0]?.id}`, { data: { account_id: '300' } })
    await account.getByText('100', { exact: true }).waitFor()
    await type('1008')
    await grid.page.keyboard.press('ControlOrMeta+z')
    await account.getByText('300', { exact: true }).waitFor()
  })
})
