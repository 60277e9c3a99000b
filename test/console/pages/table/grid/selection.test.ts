import { readFile } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import { until } from '../../../../support/until.ts'
import { addSpinner, ask } from '../../../ask.ts'
import { expectAccessible } from '../../../console.ts'
import { hold } from '../../../hold.ts'
import { intercept } from '../../../intercept.ts'
import { openPage } from '../../../open-page.ts'
import { gridForEachTest, rows } from './grid.ts'

const grid = gridForEachTest()

const welcome = { type: 'email', to: '{{ email }}', subject: 'Welcome', text: 'Hello {{ name }}' }

/** Selects the 200 loaded records of a search that finds more. */
async function selectLoaded(): Promise<void> {
  await grid.page.getByText('200 or more found').waitFor()
  await grid.cell('Row 449').click()
  await grid.page.keyboard.press('ControlOrMeta+a')
  await grid.page.getByText('200 records selected').waitFor()
}

describe('selecting in the grid', () => {
  it('adds a record, selects several and deletes them', async () => {
    await grid.button('Add record').click()
    const dialog = grid.page.getByRole('dialog', { name: 'Add a record' })
    await dialog.getByRole('textbox', { name: 'name' }).fill('Dora')
    await dialog.getByRole('button', { name: 'Add record' }).click()
    await grid.row('Dora').waitFor()
    await grid.cell('Dora').click()
    await grid.page.keyboard.press('Shift+ArrowDown')
    await grid.page.keyboard.press('Space')
    await grid.page.getByText('2 records selected').waitFor()
    await expectAccessible(grid.page)
    await grid.button('Delete').click()
    await grid.button('Delete 2 records').click()
    await grid.row('Dora').waitFor({ state: 'detached' })
    expect(await grid.names()).toEqual(['Bob', 'Ada'])
  })

  it('selects all records that match, even those that are not loaded, and deletes them', async () => {
    await grid.fill(rows(450), 'many')
    await selectLoaded()
    await grid.button('Select all records that match').click()
    await grid.page.getByText('450 records selected').waitFor()
    // Other words clear the selection; otherwise its actions would change records that the list does not show.
    const words = grid.page.getByRole('searchbox', { name: 'Search the records' })
    await words.fill('row 44')
    await grid.page.getByText('11 found').waitFor()
    await words.fill('row')
    await selectLoaded()
    await grid.button('Select all records that match').click()
    await grid.page.getByText('450 records selected').waitFor()
    await grid.button('Edit a column').click()
    const dialog = grid.page.getByRole('dialog', { name: 'Edit a column of 450 records' })
    await dialog.getByRole('combobox', { name: 'Column' }).click()
    await grid.page.getByRole('option', { name: 'phone' }).click()
    await dialog.getByRole('textbox', { name: 'New value' }).fill('2')
    await expectAccessible(grid.page)
    await dialog.getByRole('button', { name: 'Change 450 records' }).click()
    await grid.page.getByText('450 rows were changed. Press Ctrl+Z to undo').waitFor()
    const { items } = await ask<{ items: { data: { phone: unknown } }[] }>(
      grid.page,
      'GET',
      `${grid.path}/records?q=many&limit=1&sort=name`,
    )
    expect(String(items[0]?.data.phone)).toBe('2')
    await grid.page.getByRole('grid').focus()
    await grid.page.keyboard.press('ControlOrMeta+z')
    await grid.page.getByText('Undone: 450 rows were restored').waitFor()
    const [download] = await Promise.all([
      grid.page.waitForEvent('download'),
      grid
        .button('Export')
        .click()
        .then(() => grid.page.getByRole('menuitem', { name: 'Raw CSV' }).click()),
    ])
    expect((await readFile(await download.path(), 'utf8')).trim().split('\n')).toHaveLength(451)
    await grid.button('Delete').click()
    await grid.button('Delete 450 records').click()
    await grid.page.getByText('No record found').waitFor()
    await grid.button('Show all records').click()
    await grid.row('Bob').waitFor()
    expect(await grid.names()).toEqual(['Cleo', 'Bob', 'Ada'])
  })

  it('keeps a choice that the user makes while all records are being selected', async () => {
    await grid.fill(rows(450), 'many')
    await selectLoaded()
    const release = await hold(grid.page, '**/records/matching?*')
    await grid.button('Select all records that match').click()
    await grid.row('Row 449').getByRole('checkbox').uncheck()
    release()
    await grid.page.getByText('199 records selected').waitFor()
    await grid.button('Select all records that match').waitFor()
    expect(await grid.row('Row 449').getByRole('checkbox').isChecked()).toBe(false)
  })

  it('keeps typed words while the search for them begins', async () => {
    const words = grid.page.getByRole('searchbox', { name: 'Search the records' })
    await words.fill('b')
    // Notes each text that the page gives to the field, because the wrong one would show for some milliseconds only.
    await grid.page.evaluate(`(() => {
      window.given = []
      const field = document.querySelector('input[type=search]')
      // React has its own property of the field, which notes the texts that it gives.
      const { get, set } = Object.getOwnPropertyDescriptor(field, 'value')
      Object.defineProperty(field, 'value', {
        configurable: true,
        get,
        set(text) { window.given.push(text); set.call(field, text) },
      })
    })()`)
    await words.press('End')
    await grid.page.keyboard.type('ob')
    await grid.page.getByText('1 found').waitFor()
    expect(await words.inputValue()).toBe('bob')
    expect(await grid.page.evaluate('window.given.filter((text) => !text.startsWith("b"))')).toEqual([])
  })

  describe('a search that has not read all records', () => {
    const searchable = () => grid.button('Make all records searchable')
    const partly = async () => {
      await intercept(grid.page, '**/records?*', async (route) => {
        const response = await route.fetch()
        const coverage = { isComplete: false, searched: 10, offers: ['name'] }
        await route.fulfill({ response, json: { ...((await response.json()) as object), coverage } })
      })
      await openPage(grid.page, `${grid.path}?q=bob`)
      await grid.page.getByText('An index of “name” makes all records searchable').waitFor()
    }
    it('adds indexes to the existing ones, and changes nothing while these are unknown', async () => {
      const items: object[] = []
      const replaced: unknown[] = []
      await intercept(grid.page, '**/indexes', async (route) => {
        if (route.request().method() === 'PUT') replaced.push(route.request().postDataJSON())
        if (items.length === 0) await route.abort()
        else await route.fulfill({ json: { items } })
      })
      await partly()
      expect(await searchable().isDisabled()).toBe(true)
      items.push({ column: 'email', isReady: true, done: 1, of: 1 })
      await searchable().click()
      await until(async () => replaced.length > 0)
      expect(replaced).toEqual([{ columns: ['email', 'name'], includesWords: false }])
    })

    it('offers no index to viewers', async () => {
      await intercept(grid.page, '**/auth/session', async (route) => {
        const response = await route.fetch()
        const person = (await response.json()) as { user: object }
        await route.fulfill({ response, json: { ...person, user: { ...person.user, role: 'viewer' } } })
      })
      await partly()
      expect(await searchable().count()).toBe(0)
    })
  })

  it('shows what a spinner would do with the selected records, and starts it for them', async () => {
    await addSpinner(grid.page, { name: 'Welcome', dataTableId: grid.id, steps: [welcome] })
    await grid.row('Bob').getByRole('checkbox').check()
    await grid.button('Run a spinner for these records').click()
    const dialog = grid.page.getByRole('dialog', { name: 'Run a spinner for 1 record' })
    await dialog.getByText('The job would take 1 record.').waitFor()
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    await grid.page.waitForURL(/\/jobs\//)
  })

  it('asks for the data that a spinner requires, and binds the run to the forecast', async () => {
    const triggerData = [{ name: 'offer', type: 'text', isRequired: true }]
    await addSpinner(grid.page, { name: 'Offer', dataTableId: grid.id, triggerData, steps: [welcome] })
    await grid.row('Ada').getByRole('checkbox').check()
    await grid.button('Run a spinner for these records').click()
    const dialog = grid.page.getByRole('dialog', { name: 'Run a spinner for 1 record' })
    const run = dialog.getByRole('button', { name: 'Run', exact: true })
    await dialog.getByText('Fill in the trigger data').waitFor()
    expect(await run.isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'offer' }).fill('spring')
    await dialog.getByText('The job would take 1 record.').waitFor()
    const [request] = await Promise.all([
      grid.page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/jobs')),
      run.click(),
    ])
    expect(request.postDataJSON()).toEqual({
      data: { offer: 'spring' },
      recordIds: [expect.any(String)],
      rehearsal: expect.any(String),
    })
    await grid.page.waitForURL(/\/jobs\//)
  })
})
