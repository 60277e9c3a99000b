import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import type { ViewLayout } from '../../../../src/domain/table/search/view-layout.ts'
import { until } from '../../../support/until.ts'
import { ask } from '../../ask.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

let console: Console
let page: Page
let leads: string

const people = [
  { name: 'Ada', phone: '1', account_id: '9', email: 'ada@example.com' },
  { name: 'Bob', phone: '2', account_id: '10', email: 'bob@example.com' },
  { name: 'Cleo', phone: '3', account_id: '100', email: 'cleo@example.com' },
]

beforeAll(async () => {
  console = await Console.open()
  page = await console.visitDemo('/data-tables')
  leads = `/data-tables/${console.demo.dataTableId}`
  await ingest(...people)
})
afterAll(async () => {
  await console.close()
})

const ingest = (...records: object[]) =>
  fetch(`${console.url}/api/v1/public/data-tables/ingest/${console.demo.ingestToken}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ records }),
  })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const row = (text: string) => page.getByRole('row').filter({ hasText: text })
/** Finds a cell by its text. Leaves out a cell whose editor is open, whose name is the typed text. */
const cell = (text: string) =>
  page.getByRole('gridcell', { name: text, exact: true }).filter({ hasNot: page.getByRole('textbox') })
const names = async () =>
  (await page.getByRole('row').allInnerTexts())
    .slice(1)
    .map((text) => /Ada|Bob|Cleo|Dora|Grace/.exec(text)?.[0])

describe('the grid of records', () => {
  it('edits a cell by keyboard, and cancels on Escape', async () => {
    await openPage(page, leads)
    await cell('Ada').click()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'name' }).fill('Grace')
    await page.keyboard.press('Enter')
    await cell('Grace').waitFor()
    await cell('Grace').click()
    await page.keyboard.type('Nobody')
    await page.keyboard.press('Escape')
    await cell('Grace').waitFor()
    expect(await cell('Nobody').count()).toBe(0)
    await page.reload()
    await cell('Grace').waitFor()
  })

  it('moves by arrow keys, and copies and pastes a range', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    // The grid lists the test's records newest first: Cleo, Bob, Grace.
    await cell('Cleo').click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ControlOrMeta+c')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('3\n2')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ControlOrMeta+v')
    await page.getByText('2 rows were changed').waitFor()
    const phones = await page.locator('[role=gridcell][aria-colindex="3"]').allInnerTexts()
    expect(phones).toEqual(['3', '3', '2'])
  })

  it('undoes the last change, except for cells that have another value since', async () => {
    const accounts = () => page.locator('[role=gridcell][aria-colindex="4"]').allInnerTexts()
    const before = await accounts()
    await row('Cleo').getByRole('gridcell').nth(2).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Delete')
    // Waits for the first of two equal notices in the test, because the notice of the earlier paste may still
    // be shown.
    await page.getByText('2 rows were changed. Press Ctrl+Z to undo').first().waitFor()
    for (const gone of ['100', '10']) await cell(gone).waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByText('2 rows were restored').waitFor()
    await cell('10').waitFor()
    expect(await accounts()).toEqual(before)
    await page.keyboard.press('Escape')
  })

  it('fills a dragged range, undoes it in one step and makes it again', async () => {
    const accounts = () => page.locator('[role=gridcell][aria-colindex="4"]').allInnerTexts()
    const before = await accounts()
    const ofRow = (no: number) => page.locator('[role=gridcell][aria-colindex="4"]').nth(no)
    await ofRow(0).hover()
    await page.mouse.down()
    await ofRow(1).hover()
    await ofRow(2).hover()
    await page.mouse.up()
    await page.keyboard.press('ControlOrMeta+d')
    await page.getByText('2 rows were changed. Press Ctrl+Z to undo').waitFor()
    await until(async () => (await accounts()).join() === ['100', '100', '100'].join())
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByText('Undone: 2 rows were restored').waitFor()
    // The notification closes by itself only after 15 s.
    const offer = page.getByText('2 rows were changed. Press Ctrl+Z to undo')
    await offer.waitFor({ state: 'detached', timeout: 8_000 })
    await until(async () => (await accounts()).join() === before.join())
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await page.getByText('Done again: 2 rows were changed').waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await until(async () => (await accounts()).join() === before.join())
    await ofRow(1).click()
    await page.getByRole('complementary', { name: 'Record' }).waitFor()
    await page.locator('[data-fill]').hover()
    await page.mouse.down()
    await ofRow(2).hover()
    await page.mouse.up()
    await until(async () => (await accounts()).join() === [before[0], before[1], before[1]].join())
    await page.keyboard.press('ControlOrMeta+z')
    await until(async () => (await accounts()).join() === before.join())
    await page.keyboard.press('Escape')
  })

  it('undoes and redoes the deletion of a record, in one history with changed cells', async () => {
    await cell('Bob').click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'name' }).fill('Dora')
    await page.keyboard.press('Enter')
    // Waits until the editor of the cell is closed, because a row has no text while it is open.
    await until(async () => (await names()).includes('Dora'))
    const before = await names()
    await row('Dora').getByRole('checkbox').check()
    await page
      .getByRole('toolbar', { name: 'Selected records' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 record' }).click()
    await page.getByText('The record was deleted.').waitFor()
    await cell('Dora').waitFor({ state: 'detached' })
    await button('Undo').click()
    await page.getByText('Undone: 1 record restored').waitFor()
    await until(async () => (await names()).join() === before.join())
    await page.getByRole('grid').focus()
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await page.getByText('Done again: 1 record deleted').waitFor()
    await cell('Dora').waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+z')
    await cell('Dora').waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await cell('Bob').waitFor()
    await page.keyboard.press('Escape')
  })

  it('undoes and redoes the addition of a record', async () => {
    await button('Add record').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('name').fill('Dora')
    await dialog.getByRole('button', { name: 'Add record' }).click()
    await cell('Dora').waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByText('Undone: 1 record deleted').waitFor()
    await cell('Dora').waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await cell('Dora').waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await cell('Dora').waitFor({ state: 'detached' })
  })

  it('opens a row by a click beside it, and others by the arrow keys', async () => {
    const panel = page.getByRole('complementary', { name: 'Record' })
    await row('Cleo').getByRole('gridcell').last().click()
    await panel.getByText('cleo@example.com').waitFor()
    await panel.getByRole('button', { name: 'Show history' }).click()
    await panel.getByRole('region', { name: 'History' }).getByText('account_id').first().waitFor()
    await expectAccessible(page)
    await row('Cleo').getByRole('gridcell').last().click()
    await page.keyboard.press('ArrowDown')
    await panel.getByText('bob@example.com').waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowUp')
    expect(await panel.count()).toBe(0)
  })

  it('keeps typed text with its record while others arrive above it', async () => {
    await row('Cleo').getByRole('gridcell').nth(2).dblclick()
    await page.getByRole('textbox', { name: 'account_id' }).fill('1000')
    await ingest({ name: 'Eve', phone: '5', account_id: '5', email: 'eve@example.com' })
    await row('Eve').waitFor()
    expect(await page.getByRole('textbox', { name: 'account_id' }).inputValue()).toBe('1000')
    await page.keyboard.press('Enter')
    await row('Cleo').getByText('1000').waitFor()
    await row('Eve').getByText('5', { exact: true }).first().waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await row('Cleo').getByText('100', { exact: true }).waitFor()
    await row('Eve').getByRole('checkbox').check()
    await button('Delete').click()
    await button('Delete 1 record').click()
    await row('Eve').waitFor({ state: 'detached' })
  })

  it('keeps typed text with its column while another user moves and removes columns', async () => {
    const headers = async () =>
      (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.split('\n')[0])
    const account = page.getByRole('textbox', { name: 'account_id' })
    await row('Cleo').getByRole('gridcell').nth(2).dblclick()
    await account.fill('1007')
    await ask(page, 'PATCH', `${leads}/columns/email`, { position: 0 })
    await until(async () => (await headers())[1] === 'email')
    expect(await account.inputValue()).toBe('1007')
    await page.keyboard.press('Enter')
    await row('Cleo').getByText('1007', { exact: true }).waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await row('Cleo').getByText('100', { exact: true }).waitFor()
    await ask(page, 'PATCH', `${leads}/columns/email`, { position: 3 })
    await until(async () => (await headers())[1] === 'name')

    await ask(page, 'POST', `${leads}/columns`, { name: 'note' })
    await until(async () => (await headers()).includes('note'))
    await row('Cleo').getByRole('gridcell').nth(4).dblclick()
    await page.getByRole('textbox', { name: 'note' }).fill('Call her')
    await page.request.delete(`/api/v1${leads}/columns/note`, { headers: { 'X-Spindle-Console': '1' } })
    const lost = page.getByRole('alert').filter({ hasText: 'A value of the column “note” was not saved' })
    await lost.getByText('Call her').waitFor()
    expect(await page.getByRole('textbox', { name: 'note' }).count()).toBe(0)
    await page.getByRole('grid').and(page.locator(':focus')).waitFor()
    await lost.getByRole('button', { name: 'Close' }).click()
  })

  it('undoes an edit to the value that another user had set before it', async () => {
    const account = row('Cleo').getByRole('gridcell').nth(2)
    const type = async (text: string) => {
      await account.dblclick()
      await page.getByRole('textbox', { name: 'account_id' }).fill(text)
      await page.keyboard.press('Enter')
      await account.getByText(text, { exact: true }).waitFor()
    }
    const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', `${leads}/records?q=cleo`)
    await ask(page, 'PATCH', `${leads}/records/${items[0]?.id}`, { data: { account_id: '300' } })
    await account.getByText('100', { exact: true }).waitFor()
    await type('1008')
    await page.keyboard.press('ControlOrMeta+z')
    await account.getByText('300', { exact: true }).waitFor()
    await type('100')
  })

  it('keeps the editor open with the reason if the record was not changed', async () => {
    const account = row('Cleo').getByRole('gridcell').nth(2)
    await account.dblclick()
    await page.getByRole('textbox', { name: 'account_id' }).fill('1009')
    for (const [outcome, reason] of [
      ['missing', 'The record is no longer in the table'],
      ['matched', 'Another record of the table already has the same values in the match columns'],
    ]) {
      const json = { changed: 0, records: [{ id: '1', outcome }] }
      await page.route('**/records/change', (route) => route.fulfill({ json }), { times: 1 })
      await page.keyboard.press('Enter')
      await account.getByText(`${reason}`).waitFor()
    }
    await page.keyboard.press('Escape')
    await account.getByText('100', { exact: true }).waitFor()
  })

  describe('while a cell is saved', () => {
    const accountOf = (name: string) => row(name).getByRole('gridcell').nth(2)
    const editorOf = (column: string) => page.getByRole('textbox', { name: column })
    /** Types an account of Cleo and presses Enter, and holds the request that saves it until `meanwhile` has ended. */
    async function savingAccount(account: string, meanwhile: () => Promise<void>): Promise<void> {
      const ended = Promise.withResolvers<void>()
      await page.route('**/records/*', async (route) => {
        await ended.promise
        await route.continue()
      })
      try {
        await accountOf('Cleo').dblclick()
        await editorOf('account_id').fill(account)
        await page.keyboard.press('Enter')
        await meanwhile()
      } finally {
        ended.resolve()
        await accountOf('Cleo').getByText(account).waitFor()
        await page.unroute('**/records/*')
      }
    }
    const undo = async () => {
      await page.keyboard.press('ControlOrMeta+z')
      await accountOf('Cleo').getByText('100', { exact: true }).waitFor()
    }

    it('accepts no text, because the text would be lost', async () => {
      await savingAccount('1002', async () => expect(await editorOf('account_id').isEditable()).toBe(false))
      await undo()
    })

    it('leaves the editor of another cell open', async () => {
      await savingAccount('1003', async () => {
        await row('Bob').getByRole('gridcell').nth(1).dblclick()
        await editorOf('phone').fill('77')
      })
      expect(await editorOf('phone').inputValue()).toBe('77')
      await page.keyboard.press('Escape')
      await undo()
    })

    it('leaves a cell active that was clicked meanwhile', async () => {
      await savingAccount('1004', () => row('Grace').getByRole('gridcell').first().click())
      await editorOf('account_id').waitFor({ state: 'detached' })
      expect(await row('Grace').locator('[data-active]').innerText()).toBe('Grace')
      await page.keyboard.press('Escape')
      await page.getByRole('complementary').waitFor({ state: 'detached' })
      await undo()
    })

    it('tells why the value was refused after the editor was closed', async () => {
      await page.route('**/records/*', (route) => route.abort())
      await accountOf('Cleo').dblclick()
      await editorOf('account_id').fill('1005')
      await row('Bob').getByRole('gridcell').nth(1).dblclick()
      await page.getByText('A value of the column “account_id” was not saved').waitFor()
      expect(await editorOf('phone').isEditable()).toBe(true)
      await page.keyboard.press('Escape')
      await page.unroute('**/records/*')
    })
  })

  it('continues by keyboard after a click during typing', async () => {
    await row('Cleo').getByRole('gridcell').nth(2).dblclick()
    await page.getByRole('textbox', { name: 'account_id' }).fill('1001')
    await row('Bob').getByRole('gridcell').nth(2).click()
    await row('Cleo').getByText('1001').waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await row('Cleo').getByText('100', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('sorts by a column, searches and filters, and stores this in the address', async () => {
    await button('account_id').click()
    await page.getByText('sorted by account_id').waitFor()
    await row('Cleo').waitFor()
    expect(await names()).toEqual(['Grace', 'Bob', 'Cleo'])
    await page.getByRole('searchbox', { name: 'Search the records' }).fill('bob')
    await row('Cleo').waitFor({ state: 'detached' })
    expect(await names()).toEqual(['Bob'])
    await button('Show all records').click()
    await row('Cleo').waitFor()
    await button('Filter').click()
    await page.getByRole('combobox', { name: 'Column' }).click()
    await page.getByRole('option', { name: 'account_id' }).click()
    await page.getByRole('combobox', { name: 'Condition' }).click()
    await page.getByRole('option', { name: 'is more than' }).click()
    await page.getByRole('textbox', { name: 'Value' }).fill('9')
    await button('Add filter').click()
    await row('Grace').waitFor({ state: 'detached' })
    await page.reload()
    await row('Cleo').waitFor()
    expect(await names()).toEqual(['Cleo', 'Bob'])
  })

  it('saves a view, and opens it again', async () => {
    await button('Views').click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Large ones')
    await button('Save view').click()
    await button('Large ones').waitFor()
    await button('Show all records').click()
    await row('Grace').waitFor()
    await button('Views').click()
    await page.getByRole('menuitem', { name: 'Large ones' }).click()
    await row('Grace').waitFor({ state: 'detached' })
    await button('Show all records').click()
  })

  it('hides, moves, sizes and freezes columns, and stores this in a view', async () => {
    const headers = async () =>
      (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.split('\n')[0])
    const header = (name: string) => page.getByRole('columnheader', { name })
    const widthOf = async (name: string) => (await header(name).boundingBox())?.width ?? 0
    await openPage(page, leads)
    await row('Cleo').waitFor()
    expect(await headers()).toEqual(['Arrived', 'name', 'phone', 'account_id', 'email'])
    await button('Columns').click()
    await page.getByRole('checkbox', { name: 'phone' }).uncheck()
    await page.getByRole('button', { name: 'Freeze columns up to name' }).click()
    await page.getByRole('button', { name: 'Move email up' }).focus()
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await button('Columns (1 hidden)').waitFor()
    expect(await headers()).toEqual(['Arrived', 'name', 'email', 'account_id'])
    await header('account_id')
      .getByRole('button')
      .dragTo(header('name'), { targetPosition: { x: 5, y: 5 } })
    expect(await headers()).toEqual(['Arrived', 'account_id', 'name', 'email'])
    expect(await page.getByText('sorted by').count()).toBe(0)
    const before = await widthOf('email')
    await header('email').getByRole('button').focus()
    await page.keyboard.press('Shift+ArrowLeft')
    expect(await widthOf('email')).toBeCloseTo(before - 20, 0)
    await page.keyboard.press('ControlOrMeta+ArrowLeft')
    expect(await headers()).toEqual(['Arrived', 'account_id', 'email', 'name'])
    const edge = await page.locator('[data-column-edge=email]').boundingBox()
    await page.mouse.move((edge?.x ?? 0) + 4, (edge?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move((edge?.x ?? 0) - 40, (edge?.y ?? 0) + 10, { steps: 3 })
    await page.mouse.up()
    expect(await widthOf('email')).toBeCloseTo(before - 64, 0)
    // The service stores the layout for the user, also without a view. A reload before the last change is stored
    // would lose that change.
    const last = Math.round(await widthOf('email'))
    await until(async () => {
      const { layout } = await ask<{ layout: ViewLayout | null }>(page, 'GET', `${leads}/views`)
      return layout?.columns.find(({ name }) => name === 'email')?.width === last
    })
    await page.reload()
    await row('Cleo').waitFor()
    expect(await headers()).toEqual(['Arrived', 'account_id', 'email', 'name'])
    await button('Views').click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Short')
    await button('Save view').click()
    await button('Short').waitFor()
    await page.reload()
    await row('Cleo').waitFor()
    expect(await headers()).toEqual(['Arrived', 'account_id', 'email', 'name'])
    expect(await widthOf('email')).toBeCloseTo(before - 64, 0)
    await page.locator('[data-column-edge=email]').dblclick()
    await button('Short (changed)').click()
    // A change while the view is saved is kept, and is still unsaved.
    const changed = Promise.withResolvers<void>()
    await page.route('**/views/*', async (route) => {
      await changed.promise
      await route.continue()
    })
    await page.getByRole('menuitem', { name: 'Save changes of “Short”' }).click()
    await header('email').getByRole('button').focus()
    const own = await widthOf('email')
    await page.keyboard.press('Shift+ArrowLeft')
    const answered = page.waitForResponse('**/views/*')
    changed.resolve()
    await answered
    await page.unroute('**/views/*')
    await until(async () => (await button('Short (changed)').getAttribute('data-loading')) === null)
    expect(await widthOf('email')).toBeCloseTo(own - 20, 0)
    await button('Short (changed)').click()
    await page.getByRole('menuitem', { name: 'Save changes of “Short”' }).click()
    await button('Short').waitFor()
    await button('Show all records').click()
    await button('Columns').waitFor()
    expect(await headers()).toEqual(['Arrived', 'name', 'phone', 'account_id', 'email'])
  })

  it('shows why a cell is refused, and keeps the typed text for a correction', async () => {
    await openPage(page, `${leads}?tab=settings`)
    await button('Type of phone').click()
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Number', exact: true }).click()
    await page.getByText('All 3 values fit the type.').waitFor()
    await button('Set column type').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await openPage(page, leads)
    await row('Bob').getByRole('gridcell', { name: '3', exact: true }).dblclick()
    await page.getByRole('textbox', { name: 'phone' }).fill('many')
    await page.keyboard.press('Enter')
    await page.getByText('"phone" takes numbers, such as 42 or 3.5').waitFor()
    await page.getByRole('textbox', { name: 'phone' }).fill('77')
    await page.keyboard.press('Enter')
    await cell('77').waitFor()
  })

  it('adds a record, selects several and deletes them', async () => {
    await button('Add record').click()
    const dialog = page.getByRole('dialog', { name: 'Add a record' })
    await dialog.getByRole('textbox', { name: 'name' }).fill('Dora')
    await dialog.getByRole('button', { name: 'Add record' }).click()
    await row('Dora').waitFor()
    await cell('Dora').click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Space')
    await page.getByText('2 records selected').waitFor()
    await expectAccessible(page)
    await button('Delete').click()
    await button('Delete 2 records').click()
    await row('Dora').waitFor({ state: 'detached' })
    expect(await names()).toEqual(['Bob', 'Grace'])
  })

  it('starts the main actions by single keys, and lists them', async () => {
    await openPage(page, leads)
    await row('Bob').waitFor()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    await keys.getByText('Add a record').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Add a record' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Leads' }).click()
    await page.keyboard.press('/')
    await page.keyboard.type('bob?n')
    expect(await page.getByRole('searchbox', { name: 'Search the records' }).inputValue()).toBe('bob?n')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('searchbox', { name: 'Search the records' }).fill('')
    await row('Grace').waitFor()
  })

  it('selects all records that match, even those that are not loaded, and deletes them', async () => {
    const many = Array.from({ length: 230 }, (_, no) => ({
      name: `Many ${no}`,
      phone: '1',
      account_id: 'many',
      email: `many${no}@example.com`,
    }))
    await ingest(...many)
    await openPage(page, `${leads}?q=many`)
    await page.getByText('200 or more found').waitFor()
    await cell('Many 229').click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.getByText('200 records selected').waitFor()
    await button('Select all records that match').click()
    await page.getByText('230 records selected').waitFor()
    // Other words clear the selection; otherwise its actions would change records that the list does not show.
    const words = page.getByRole('searchbox', { name: 'Search the records' })
    await words.fill('many 22')
    await page.getByText('11 found').waitFor()
    await words.fill('many')
    await page.getByText('200 or more found').waitFor()
    await cell('Many 229').click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.getByText('200 records selected').waitFor()
    await button('Select all records that match').click()
    await page.getByText('230 records selected').waitFor()
    await button('Edit a column').click()
    const dialog = page.getByRole('dialog', { name: 'Edit a column of 230 records' })
    await dialog.getByRole('combobox', { name: 'Column' }).click()
    await page.getByRole('option', { name: 'phone' }).click()
    await dialog.getByRole('textbox', { name: 'New value' }).fill('2')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change 230 records' }).click()
    await page.getByText('230 rows were changed. Press Ctrl+Z to undo').waitFor()
    const { items } = await ask<{ items: { data: { phone: unknown } }[] }>(
      page,
      'GET',
      `${leads}/records?q=many&limit=1&sort=name`,
    )
    expect(String(items[0]?.data.phone)).toBe('2')
    await page.getByRole('grid').focus()
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByText('Undone: 230 rows were restored').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button('Export')
        .click()
        .then(() => page.getByRole('menuitem', { name: 'Raw CSV' }).click()),
    ])
    expect((await readFile(await download.path(), 'utf8')).trim().split('\n')).toHaveLength(231)
    await button('Delete').click()
    await button('Delete 230 records').click()
    await page.getByText('No record found').waitFor()
    await button('Show all records').click()
    await row('Bob').waitFor()
    expect(await names()).toEqual(['Bob', 'Grace'])
  })

  it('keeps a saved cell if records that were read before are shown after it', async () => {
    const many = (count: number, from = 0) =>
      Array.from({ length: count }, (_, no) => ({
        name: `Row ${from + no}`,
        phone: '1',
        account_id: 'many',
        email: `row${from + no}@example.com`,
      }))
    await ingest(...many(450))
    await openPage(page, leads)
    const held: (() => void)[] = []
    const hold = (url: RegExp) =>
      page.route(
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
      await cell(from).click()
      await page.keyboard.press('F2')
      await page.getByRole('textbox', { name: 'name' }).fill(to)
      await page.keyboard.press('Enter')
      await cell(to).waitFor()
    }
    await cell('Row 449').waitFor()
    // The second page of the list is being loaded while a cell is saved.
    const more = /records\?.*cursor=/
    await hold(more)
    await page.getByRole('grid').press('ControlOrMeta+End')
    await until(async () => held.length === 1)
    await page.getByRole('grid').press('ControlOrMeta+Home')
    await edit('Row 449', 'Saved meanwhile')
    release()
    await until(async () => {
      await page.getByRole('grid').press('ControlOrMeta+End')
      return (await row('Grace').count()) > 0
    })
    await page.getByRole('grid').press('ControlOrMeta+Home')
    await cell('Saved meanwhile').waitFor()
    expect(await cell('Row 449').count()).toBe(0)
    // The newest page is loaded for a new record while a cell is saved.
    const newest = /records\?order=newest&limit=200$/
    await hold(newest)
    await ingest(...many(1, 450))
    await until(async () => held.length === 1)
    await edit('Saved meanwhile', 'Saved again')
    release()
    await cell('Row 450').waitFor()
    await cell('Saved again').waitFor()
    expect(await cell('Saved meanwhile').count()).toBe(0)
  })

  describe('after the session has ended', () => {
    /** Ends the session of the test's page, and signs in again when the console asks for this. */
    async function endSession(): Promise<void> {
      await page.context().clearCookies()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await console.signInAgain(page)
    }

    it('keeps typed text of a record below the first page of the list', async () => {
      await openPage(page, leads)
      await cell('Row 450').waitFor()
      await until(async () => {
        await page.getByRole('grid').press('ControlOrMeta+End')
        return (await row('Grace').count()) > 0
      })
      await row('Grace').getByRole('gridcell').first().dblclick()
      const editor = page.getByRole('textbox', { name: 'name' })
      await editor.fill('Typed far below')
      await endSession()
      await editor.waitFor()
      expect(await editor.inputValue()).toBe('Typed far below')
      await page.keyboard.press('Escape')
      await cell('Grace').waitFor()
    })

    it('selects all records again after a selection that was interrupted', async () => {
      await openPage(page, `${leads}?q=many`)
      await page.getByText('200 or more found').waitFor()
      await page.getByRole('gridcell').nth(1).click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.route('**/records/matching?*', () => {}, { times: 1 })
      await button('Select all records that match').click()
      await endSession()
      await button('Select all records that match').click()
      await page.getByText('451 records selected').waitFor()
      await button('Clear selection').click()
      await openPage(page, leads)
      await cell('Saved again').waitFor()
    })
  })

  describe('a search that has not read all records', () => {
    const searchable = () => button('Make all records searchable')
    const partly = async () => {
      await page.route('**/records?*', async (route) => {
        const response = await route.fetch()
        const reach = { complete: false, looked: 10, offers: ['name'] }
        await route.fulfill({ response, json: { ...((await response.json()) as object), reach } })
      })
      await openPage(page, `${leads}?q=bob`)
      await page.getByText('An index of “name” makes all records searchable').waitFor()
    }
    afterEach(async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await openPage(page, leads)
      await cell('Saved again').waitFor()
    })

    it('adds indexes to the existing ones, and changes nothing while these are unknown', async () => {
      const items: object[] = []
      const replaced: unknown[] = []
      await page.route('**/indexes', async (route) => {
        if (route.request().method() === 'PUT') replaced.push(route.request().postDataJSON())
        if (items.length === 0) await route.abort()
        else await route.fulfill({ json: { items } })
      })
      await partly()
      expect(await searchable().isDisabled()).toBe(true)
      items.push({ column: 'email', ready: true, done: 1, of: 1 })
      await searchable().click()
      await until(async () => replaced.length > 0)
      expect(replaced).toEqual([{ columns: ['email', 'name'], words: false }])
    })

    it('offers no index to viewers', async () => {
      await page.route('**/auth/session', async (route) => {
        const response = await route.fetch()
        const person = (await response.json()) as { user: object }
        await route.fulfill({ response, json: { ...person, user: { ...person.user, role: 'viewer' } } })
      })
      await partly()
      expect(await searchable().count()).toBe(0)
    })
  })

  it('keeps its place and typed text while the service is away, and loads no page of the list again', async () => {
    await cell('Saved again').click()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'name' }).fill('Typed while away')
    await page.route('**/api/**', (route) => route.abort())
    await page.keyboard.press('Enter')
    const away = page.getByText('Spindle does not answer.')
    await away.waitFor()
    expect(await page.getByRole('textbox', { name: 'name' }).inputValue()).toBe('Typed while away')
    const loaded: string[] = []
    const note = (request: { url(): string }) => loaded.push(request.url())
    page.on('request', note)
    await page.unroute('**/api/**')
    await away.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await cell('Typed while away').waitFor()
    await ingest({ name: 'After it', phone: '1', account_id: 'many', email: 'after@example.com' })
    await row('After it').waitFor()
    page.off('request', note)
    expect(loaded.filter((url) => /records\?.*cursor=/.test(url))).toEqual([])
    await page.keyboard.press('Escape')
    await openPage(page, `${leads}?q=many`)
    await page.getByText('200 or more found').waitFor()
    await page.getByRole('gridcell').nth(1).click()
    await page.keyboard.press('ControlOrMeta+a')
    await button('Select all records that match').click()
    await page.getByText('452 records selected').waitFor()
    await button('Delete').click()
    await button('Delete 452 records').click()
    await page.getByText('No record found').waitFor()
    await button('Show all records').click()
    await row('Bob').waitFor()
  })

  it('shows what a spinner would do with the selected records, and starts it for them', async () => {
    await row('Bob').getByRole('checkbox').check()
    await button('Run a spinner for these records').click()
    const dialog = page.getByRole('dialog', { name: 'Run a spinner for 1 record' })
    await dialog.getByText('The job would take 1 record.').waitFor()
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    await page.waitForURL(/\/jobs\//)
  })

  it('asks for the data that a spinner requires, and binds the run to the forecast', async () => {
    const { dataTableId } = console.demo
    const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/spinners')
    const spinnerId = items[0]?.id ?? ''
    const triggerData = [{ name: 'offer', type: 'text', required: true }]
    await ask(page, 'PATCH', `/spinners/${spinnerId}`, { triggerData })
    await ask(page, 'POST', `/spinners/${spinnerId}/publish`)
    await openPage(page, `/data-tables/${dataTableId}`)
    await row('Grace').getByRole('checkbox').check()
    await button('Run a spinner for these records').click()
    const dialog = page.getByRole('dialog', { name: 'Run a spinner for 1 record' })
    const run = dialog.getByRole('button', { name: 'Run', exact: true })
    await dialog.getByText('Fill in the trigger data').waitFor()
    expect(await run.isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'offer' }).fill('spring')
    await dialog.getByText('The job would take 1 record.').waitFor()
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/jobs')),
      run.click(),
    ])
    expect(request.postDataJSON()).toEqual({
      data: { offer: 'spring' },
      recordIds: [expect.any(String)],
      rehearsal: expect.any(String),
    })
    await page.waitForURL(/\/jobs\//)
  })

  it('is accessible narrow and wide, in light and dark', async () => {
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await openPage(page, `${leads}?q=example`)
      await row('Bob').waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
        const shots = process.env['SHOTS']
        if (shots !== undefined) await page.screenshot({ path: `${shots}/grid-${width}-${colorScheme}.png` })
      }
    }
    expect(console.faults).toEqual([])
  })
})
