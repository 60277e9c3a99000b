import { describe, expect, it } from '@jest/globals'
import { until } from '../../../../support/until.ts'
import { ask } from '../../../ask.ts'
import { hold } from '../../../hold.ts'
import { gridForEachTest } from './grid.ts'

const grid = gridForEachTest()

describe('undoing in the grid', () => {
  it('undoes the last change, except for cells that have another value since', async () => {
    const accounts = () => grid.cells('account_id').allInnerTexts()
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
    const accounts = () => grid.cells('account_id').allInnerTexts()
    const before = await accounts()
    const ofRow = (no: number) => grid.cells('account_id').nth(no)
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

  it('fills the records under the mouse, also if another record arrives during the drag', async () => {
    await grid.cellOf('Bob', 'account_id').click()
    await grid.page.getByRole('complementary', { name: 'Record' }).waitFor()
    await grid.page.locator('[data-fill]').hover()
    await grid.page.mouse.down()
    await grid.cellOf('Ada', 'account_id').hover()
    await grid.ingest({ name: 'Eve', phone: '5', account_id: '5', email: 'eve@example.com' })
    await grid.row('Eve').waitFor()
    // The rows have moved under the mouse.
    await grid.cellOf('Ada', 'account_id').hover()
    await grid.page.mouse.up()
    await grid.cellOf('Ada', 'account_id').getByText('10', { exact: true }).waitFor()
    expect(await grid.cells('account_id').allInnerTexts()).toEqual(['5', '100', '10', '10'])
  })

  it('undoes the latest change, also one that is still being saved', async () => {
    const accounts = () => grid.cells('account_id').allInnerTexts()
    await grid.cellOf('Cleo', 'phone').dblclick()
    await grid.page.getByRole('textbox', { name: 'phone' }).fill('33')
    await grid.page.keyboard.press('Enter')
    await grid.cellOf('Cleo', 'phone').getByText('33', { exact: true }).waitFor()
    const before = await accounts()
    const release = await hold(grid.page, '**/records/change')
    await grid.cellOf('Cleo', 'account_id').click()
    await grid.page.keyboard.press('Shift+ArrowDown')
    await grid.page.keyboard.press('Delete')
    await grid.page.keyboard.press('ControlOrMeta+z')
    release()
    await grid.page.getByText('Undone: 2 rows were restored').waitFor()
    await until(async () => (await accounts()).join() === before.join())
    expect(await grid.cellOf('Cleo', 'phone').innerText()).toBe('33')
  })

  it('continues with earlier changes after one that can no longer be undone', async () => {
    await ask(grid.page, 'POST', `${grid.path}/columns`, { name: 'note' })
    await until(async () => (await grid.headers()).includes('note'))
    const type = async (column: string, text: string, no: number) => {
      await grid.row('Cleo').getByRole('gridcell').nth(no).dblclick()
      await grid.page.getByRole('textbox', { name: column }).fill(text)
      await grid.page.keyboard.press('Enter')
      await grid.row('Cleo').getByText(text, { exact: true }).waitFor()
    }
    await type('account_id', '1011', 2)
    await type('note', 'Call her', 4)
    await grid.page.request.delete(`/api/v1${grid.path}/columns/note`, {
      headers: { 'X-Spindle-Console': '1' },
    })
    await until(async () => !(await grid.headers()).includes('note'))
    await grid.page.keyboard.press('ControlOrMeta+z')
    await grid.page.getByText('Undone: nothing was restored').waitFor()
    await grid.page.keyboard.press('ControlOrMeta+z')
    await grid.cellOf('Cleo', 'account_id').getByText('100', { exact: true }).waitFor()
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

  it('says which records another user had deleted before', async () => {
    const { items } = await ask<{ items: { id: string; data: { name: string } }[] }>(
      grid.page,
      'GET',
      `${grid.path}/records`,
    )
    const deleteElsewhere = (...names: string[]) =>
      ask(grid.page, 'POST', `${grid.path}/records/delete`, {
        ids: items.filter(({ data }) => names.includes(data.name)).map(({ id }) => id),
      })
    const toolbar = grid.page.getByRole('toolbar', { name: 'Selected records' })
    await grid.row('Ada').getByRole('checkbox').check()
    await grid.row('Bob').getByRole('checkbox').check()
    await toolbar.getByRole('button', { name: 'Delete' }).click()
    await deleteElsewhere('Bob')
    await grid.button('Delete 2 records').click()
    await grid.page
      .getByText('1 of 2 records was deleted. The other record had already been deleted.')
      .waitFor()
    await grid.row('Cleo').getByRole('checkbox').check()
    await toolbar.getByRole('button', { name: 'Delete' }).click()
    await deleteElsewhere('Cleo')
    await grid.button('Delete 1 record').click()
    await grid.page.getByText('The record had already been deleted.').waitFor()
    expect(await grid.button('Undo').count()).toBe(0)
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
