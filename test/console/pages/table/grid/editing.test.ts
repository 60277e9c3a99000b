import { describe, expect, it } from '@jest/globals'
import { until } from '../../../../support/until.ts'
import { ask } from '../../../ask.ts'
import { expectAccessible } from '../../../console.ts'
import { hold } from '../../../hold.ts'
import { intercept } from '../../../intercept.ts'
import { openPage } from '../../../open-page.ts'
import { gridForEachTest, rows } from './grid.ts'

const grid = gridForEachTest()

describe('editing in the grid', () => {
  it('edits a cell by keyboard, and cancels on Escape', async () => {
    await grid.cell('Ada').click()
    await grid.page.keyboard.press('F2')
    await grid.page.getByRole('textbox', { name: 'name' }).fill('Grace')
    await grid.page.keyboard.press('Enter')
    await grid.cell('Grace').waitFor()
    await grid.cell('Grace').click()
    await grid.page.keyboard.type('Nobody')
    await grid.page.keyboard.press('Escape')
    await grid.cell('Grace').waitFor()
    expect(await grid.cell('Nobody').count()).toBe(0)
    await grid.page.reload()
    await grid.cell('Grace').waitFor()
  })

  it('moves by arrow keys, and copies and pastes a range', async () => {
    await grid.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await grid.cell('Cleo').click()
    await grid.page.keyboard.press('ArrowRight')
    await grid.page.keyboard.press('Shift+ArrowDown')
    await grid.page.keyboard.press('ControlOrMeta+c')
    expect(await grid.page.evaluate('navigator.clipboard.readText()')).toBe('3\n2')
    await grid.page.keyboard.press('ArrowDown')
    await grid.page.keyboard.press('ControlOrMeta+v')
    await grid.page.getByText('2 rows were changed').waitFor()
    const phones = await grid.cells('phone').allInnerTexts()
    expect(phones).toEqual(['3', '3', '2'])
  })

  it('opens a row by a click beside it, and others by the arrow keys', async () => {
    const panel = grid.page.getByRole('complementary', { name: 'Record' })
    const { items } = await ask<{ items: { id: string }[] }>(grid.page, 'GET', `${grid.path}/records?q=cleo`)
    await ask(grid.page, 'PATCH', `${grid.path}/records/${items[0]?.id}`, { data: { account_id: '300' } })
    await grid.row('Cleo').getByRole('gridcell').last().click()
    await panel.getByText('cleo@example.com').waitFor()
    await panel.getByRole('button', { name: 'Show history' }).click()
    await panel.getByRole('region', { name: 'History' }).getByText('account_id').first().waitFor()
    await expectAccessible(grid.page)
    await grid.row('Cleo').getByRole('gridcell').last().click()
    await grid.page.keyboard.press('ArrowDown')
    await panel.getByText('bob@example.com').waitFor()
    await grid.page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await grid.page.keyboard.press('ArrowUp')
    expect(await panel.count()).toBe(0)
  })

  it('keeps typed text with its record while others arrive above it', async () => {
    await grid.cellOf('Cleo', 'account_id').dblclick()
    await grid.page.getByRole('textbox', { name: 'account_id' }).fill('1000')
    await grid.ingest({ name: 'Eve', phone: '5', account_id: '5', email: 'eve@example.com' })
    await grid.row('Eve').waitFor()
    expect(await grid.page.getByRole('textbox', { name: 'account_id' }).inputValue()).toBe('1000')
    await grid.page.keyboard.press('Enter')
    await grid.row('Cleo').getByText('1000').waitFor()
    await grid.row('Eve').getByText('5', { exact: true }).first().waitFor()
    await grid.page.keyboard.press('ControlOrMeta+z')
    await grid.row('Cleo').getByText('100', { exact: true }).waitFor()
  })

  it('keeps typed text with its column while another user moves and removes columns', async () => {
    const account = grid.page.getByRole('textbox', { name: 'account_id' })
    await grid.cellOf('Cleo', 'account_id').dblclick()
    await account.fill('1007')
    await ask(grid.page, 'PATCH', `${grid.path}/columns/email`, { position: 0 })
    await until(async () => (await grid.headers())[1] === 'email')
    expect(await account.inputValue()).toBe('1007')
    await grid.page.keyboard.press('Enter')
    await grid.row('Cleo').getByText('1007', { exact: true }).waitFor()
    await grid.page.keyboard.press('ControlOrMeta+z')
    await grid.row('Cleo').getByText('100', { exact: true }).waitFor()
    await ask(grid.page, 'PATCH', `${grid.path}/columns/email`, { position: 3 })
    await until(async () => (await grid.headers())[1] === 'name')

    await ask(grid.page, 'POST', `${grid.path}/columns`, { name: 'note' })
    await until(async () => (await grid.headers()).includes('note'))
    await grid.row('Cleo').getByRole('gridcell').nth(4).dblclick()
    await grid.page.getByRole('textbox', { name: 'note' }).fill('Call her')
    await grid.page.request.delete(`/api/v1${grid.path}/columns/note`, {
      headers: { 'X-Spindle-Console': '1' },
    })
    const lost = grid.page
      .getByRole('alert')
      .filter({ hasText: 'A value of the column “note” was not saved' })
    await lost.getByText('Call her').waitFor()
    expect(await grid.page.getByRole('textbox', { name: 'note' }).count()).toBe(0)
    await grid.page.getByRole('grid').and(grid.page.locator(':focus')).waitFor()
    await lost.getByRole('button', { name: 'Close' }).click()
  })

  it('does not write the former value back if the user only looked at a cell that changed meanwhile', async () => {
    const cleo = () =>
      ask<{ items: { id: string; data: object }[] }>(grid.page, 'GET', `${grid.path}/records?q=cleo`)
    const { items } = await cleo()
    await grid.cellOf('Cleo', 'account_id').dblclick()
    await ask(grid.page, 'PATCH', `${grid.path}/records/${items[0]?.id}`, { data: { account_id: '300' } })
    // A new record makes the grid load the changed record, too.
    await grid.ingest({ name: 'Eve', phone: '5', account_id: '5', email: 'eve@example.com' })
    await grid.row('Eve').waitFor()
    await grid.page.getByRole('textbox', { name: 'account_id' }).press('Enter')
    await grid.cellOf('Cleo', 'account_id').getByText('300', { exact: true }).waitFor()
    // A saved change could be undone.
    await grid.page.keyboard.press('ControlOrMeta+z')
    expect((await cleo()).items[0]?.data).toMatchObject({ account_id: '300' })
  })

  it('saves typed text when the user goes back in the history of the browser', async () => {
    await openPage(grid.page, '/jobs')
    await grid.page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await openPage(grid.page, grid.path)
    await grid.cellOf('Cleo', 'account_id').dblclick()
    await grid.page.getByRole('textbox', { name: 'account_id' }).fill('1010')
    await grid.page.goBack()
    await grid.page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await until(async () => {
      const path = `${grid.path}/records?q=cleo`
      const { items } = await ask<{ items: { data: object }[] }>(grid.page, 'GET', path)
      return JSON.stringify(items[0]?.data).includes('1010')
    })
  })

  it('keeps the editor open with the reason if the record was not changed', async () => {
    const account = grid.cellOf('Cleo', 'account_id')
    await account.dblclick()
    await grid.page.getByRole('textbox', { name: 'account_id' }).fill('1009')
    for (const [status, reason] of [
      ['missing', 'The record is no longer in the table'],
      ['matched', 'Another record of the table already has the same values in the match columns'],
    ]) {
      const json = { changed: 0, records: [{ id: '1', status }] }
      await intercept(grid.page, '**/records/change', (route) => route.fulfill({ json }), { times: 1 })
      await grid.page.keyboard.press('Enter')
      await account.getByText(`${reason}`).waitFor()
    }
    await grid.page.keyboard.press('Escape')
    await account.getByText('100', { exact: true }).waitFor()
  })

  describe('while a cell is saved', () => {
    const editorOf = (column: string) => grid.page.getByRole('textbox', { name: column })
    /** Types an account of Cleo and presses Enter, and holds the request that saves it until `meanwhile` has ended. */
    async function savingAccount(account: string, meanwhile: () => Promise<void>): Promise<void> {
      const release = await hold(grid.page, '**/records/*')
      try {
        await grid.cellOf('Cleo', 'account_id').dblclick()
        await editorOf('account_id').fill(account)
        await grid.page.keyboard.press('Enter')
        await meanwhile()
      } finally {
        release()
        await grid.cellOf('Cleo', 'account_id').getByText(account).waitFor()
        await grid.page.unroute('**/records/*')
      }
    }
    const undo = async () => {
      await grid.page.keyboard.press('ControlOrMeta+z')
      await grid.cellOf('Cleo', 'account_id').getByText('100', { exact: true }).waitFor()
    }

    it('accepts no text, because the text would be lost', async () => {
      await savingAccount('1002', async () => expect(await editorOf('account_id').isEditable()).toBe(false))
      await undo()
    })

    it('leaves the editor of another cell open', async () => {
      await savingAccount('1003', async () => {
        await grid.cellOf('Bob', 'phone').dblclick()
        await editorOf('phone').fill('77')
      })
      expect(await editorOf('phone').inputValue()).toBe('77')
      await grid.page.keyboard.press('Escape')
      await undo()
    })

    it('leaves a cell active that was clicked meanwhile', async () => {
      await savingAccount('1004', () => grid.cellOf('Ada', 'name').click())
      await editorOf('account_id').waitFor({ state: 'detached' })
      expect(await grid.row('Ada').locator('[data-active]').innerText()).toBe('Ada')
      await grid.page.keyboard.press('Escape')
      await grid.page.getByRole('complementary').waitFor({ state: 'detached' })
      await undo()
    })

    it('tells why the value was refused after the editor was closed', async () => {
      await intercept(grid.page, '**/records/*', (route) => route.abort())
      await grid.cellOf('Cleo', 'account_id').dblclick()
      await editorOf('account_id').fill('1005')
      await grid.cellOf('Bob', 'phone').dblclick()
      await grid.page.getByText('A value of the column “account_id” was not saved').waitFor()
      expect(await editorOf('phone').isEditable()).toBe(true)
    })
  })

  it('continues by keyboard after a click during typing', async () => {
    const release = await hold(grid.page, '**/records/*')
    await grid.cellOf('Cleo', 'account_id').dblclick()
    await grid.page.getByRole('textbox', { name: 'account_id' }).fill('1001')
    await grid.cellOf('Bob', 'account_id').click()
    // The grid has the focus before the value is saved. Otherwise other parts of the page could take it meanwhile.
    await grid.page.locator('[role=grid]:focus').waitFor()
    release()
    await grid.row('Cleo').getByText('1001').waitFor()
    await grid.page.keyboard.press('ControlOrMeta+z')
    await grid.row('Cleo').getByText('100', { exact: true }).waitFor()
    await grid.page.keyboard.press('Escape')
  })

  it('shows why a cell is refused, and keeps the typed text for a correction', async () => {
    await openPage(grid.page, `${grid.path}?tab=settings`)
    await grid.button('Type of phone').click()
    await grid.page.getByRole('combobox', { name: 'Type' }).click()
    await grid.page.getByRole('option', { name: 'Number', exact: true }).click()
    await grid.page.getByText('All 3 values fit the type.').waitFor()
    await grid.button('Set column type').click()
    await grid.page.getByRole('dialog').waitFor({ state: 'detached' })
    await openPage(grid.page, grid.path)
    await grid.row('Bob').getByRole('gridcell', { name: '2', exact: true }).dblclick()
    await grid.page.getByRole('textbox', { name: 'phone' }).fill('many')
    await grid.page.keyboard.press('Enter')
    await grid.page.getByText('"phone" takes numbers, such as 42 or 3.5').waitFor()
    await grid.page.getByRole('textbox', { name: 'phone' }).fill('77')
    await grid.page.keyboard.press('Enter')
    await grid.cell('77').waitFor()
  })

  it('starts the main actions by single keys, and lists them', async () => {
    await grid.page.keyboard.press('?')
    const keys = grid.page.getByRole('dialog', { name: 'Keys' })
    await keys.getByText('Add a record').waitFor()
    await expectAccessible(grid.page)
    await grid.page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await grid.page.keyboard.press('n')
    const dialog = grid.page.getByRole('dialog', { name: 'Add a record' })
    await dialog.waitFor()
    await grid.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await grid.page.getByRole('heading', { name: 'People' }).click()
    await grid.page.keyboard.press('/')
    await grid.page.keyboard.type('bob?n')
    expect(await grid.page.getByRole('searchbox', { name: 'Search the records' }).inputValue()).toBe('bob?n')
    expect(await grid.page.getByRole('dialog').count()).toBe(0)
    await grid.page.getByRole('searchbox', { name: 'Search the records' }).fill('')
    await grid.row('Ada').waitFor()
  })

  it('keeps a saved cell if records that were read before are shown after it', async () => {
    await grid.fill(rows(450))
    const held: (() => void)[] = []
    const holdAnswer = (url: RegExp) =>
      intercept(
        grid.page,
        url,
        async (route) => {
          const response = await route.fetch()
          await new Promise<void>((release) => held.push(release))
          await route.fulfill({ response })
        },
        { times: 1 },
      )
    const release = () => {
      for (const go of held.splice(0)) go()
    }
    const edit = async (from: string, to: string) => {
      await grid.cell(from).click()
      await grid.page.keyboard.press('F2')
      await grid.page.getByRole('textbox', { name: 'name' }).fill(to)
      await grid.page.keyboard.press('Enter')
      await grid.cell(to).waitFor()
    }
    await grid.cell('Row 449').waitFor()
    // The second page of the list is being loaded while a cell is saved.
    const more = /records\?.*cursor=/
    await holdAnswer(more)
    await grid.page.getByRole('grid').press('ControlOrMeta+End')
    await until(async () => held.length === 1)
    await grid.page.getByRole('grid').press('ControlOrMeta+Home')
    await edit('Row 449', 'Saved meanwhile')
    release()
    await grid.loadAll()
    await grid.cell('Saved meanwhile').waitFor()
    expect(await grid.cell('Row 449').count()).toBe(0)
    // The newest page is loaded for a new record while a cell is saved.
    const newest = /records\?order=desc&limit=200$/
    await holdAnswer(newest)
    await grid.ingest(...rows(1, 450))
    await until(async () => held.length === 1)
    await edit('Saved meanwhile', 'Saved again')
    release()
    await grid.cell('Row 450').waitFor()
    await grid.cell('Saved again').waitFor()
    expect(await grid.cell('Saved meanwhile').count()).toBe(0)
  })

  describe('after the session has ended', () => {
    it('keeps typed text of a record below the first page of the list', async () => {
      await grid.fill(rows(250))
      await grid.loadAll()
      await grid.page.getByRole('grid').press('ControlOrMeta+End')
      await grid.cellOf('Ada', 'name').dblclick()
      const editor = grid.page.getByRole('textbox', { name: 'name' })
      await editor.fill('Typed far below')
      await grid.endSession()
      await editor.waitFor()
      expect(await editor.inputValue()).toBe('Typed far below')
      await grid.page.keyboard.press('Escape')
      await grid.cell('Ada').waitFor()
    })

    it('selects all records again after a selection that was interrupted', async () => {
      await grid.fill(rows(210), 'many')
      await grid.page.getByText('200 or more found').waitFor()
      await grid.page.getByRole('gridcell').nth(1).click()
      await grid.page.keyboard.press('ControlOrMeta+a')
      await intercept(grid.page, '**/records/matching?*', () => {}, { times: 1 })
      await grid.button('Select all records that match').click()
      await grid.endSession()
      await grid.button('Select all records that match').click()
      await grid.page.getByText('210 records selected').waitFor()
      await grid.button('Clear selection').click()
      await grid.page.getByText('210 records selected').waitFor({ state: 'detached' })
    })
  })

  it('keeps its place and typed text while the service is away, and loads no page of the list again', async () => {
    await grid.fill(rows(250))
    await grid.loadAll()
    await grid.cell('Row 249').click()
    await grid.page.keyboard.press('F2')
    await grid.page.getByRole('textbox', { name: 'name' }).fill('Typed while away')
    await intercept(grid.page, '**/api/**', (route) => route.abort())
    await grid.page.keyboard.press('Enter')
    const away = grid.page.getByText('Spindle does not answer.')
    await away.waitFor()
    expect(await grid.page.getByRole('textbox', { name: 'name' }).inputValue()).toBe('Typed while away')
    const loaded: string[] = []
    const note = (request: { url(): string }) => loaded.push(request.url())
    grid.page.on('request', note)
    await grid.page.unroute('**/api/**')
    await away.waitFor({ state: 'detached' })
    await grid.page.keyboard.press('Enter')
    await grid.cell('Typed while away').waitFor()
    await grid.ingest({ name: 'After it', phone: '1', account_id: 'many', email: 'after@example.com' })
    await grid.row('After it').waitFor()
    grid.page.off('request', note)
    expect(loaded.filter((url) => /records\?.*cursor=/.test(url))).toEqual([])
  })
})
