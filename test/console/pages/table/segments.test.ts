import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { until } from '../../../support/until.ts'
import { addRecords, addTable, ask } from '../../ask.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

interface Id {
  readonly id: string
}

describe('segments of a data table', () => {
  let console: Console
  let page: Page
  let tableId: string

  beforeAll(async () => {
    console = await Console.open()
  })
  beforeEach(async () => {
    page = await console.enterDemo()
    const people = [
      { name: 'Ada', plan: 'pro', email: 'ada@example.com' },
      { name: 'Ben', plan: 'trial', email: 'ben@example.org' },
    ]
    tableId = await addTable(page, 'Customers', people, ['name', 'plan', 'email'])
  })
  afterEach(() => console.endVisits())
  afterAll(() => console.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const cell = (text: string) => page.getByText(text, { exact: true })
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  const open = () => openPage(page, `/data-tables/${tableId}?tab=segments`)
  const create = (name: string, where: object) =>
    ask<Id>(page, 'POST', `/data-tables/${tableId}/segments`, { name, where })
  const inPro = 'the record belongs to the segment “Pro”'
  const isPro = { column: 'plan', operator: 'equals', value: 'pro' }

  it('are created with a condition, show their records, and filter them', async () => {
    await open()
    await page.getByText('No segments yet').waitFor()
    await button('New segment').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter a name').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('Pro')
    await dialog.getByLabel('Column').selectOption('plan')
    await dialog.getByLabel('Comparison').selectOption('equals')
    await dialog.getByLabel('Value').fill('pro')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row('plan equals “pro”').getByText('1 record', { exact: true }).waitFor()
    await expectAccessible(page)

    await button('Pro').click()
    await page.getByText(inPro).waitFor()
    await cell('Ada').waitFor()
    expect(await cell('Ben').count()).toBe(0)
    await button(`Remove: ${inPro}`).click()
    await cell('Ben').waitFor()
    await button('Filter').click()
    await dialog.getByLabel('Column').selectOption({ label: 'belongs to segment' })
    await dialog.getByLabel('The segment').selectOption('Pro')
    await dialog.getByRole('button', { name: 'Add filter' }).click()
    await page.getByText(inPro).waitFor()
    await cell('Ben').waitFor({ state: 'detached' })
  })

  it('are saved from filters of the grid, which ask all that segments ask', async () => {
    await create('Pro', isPro)
    await addRecords(page, tableId, { name: 'Cid', plan: 'trial', email: 'cid@elsewhere.example' })
    await openPage(page, `/data-tables/${tableId}`)
    await cell('Cid').waitFor()
    const dialog = page.getByRole('dialog')
    const filter = async (column: string, comparison: string, ...values: string[]) => {
      await button('Filter').click()
      await dialog.getByLabel('Column').selectOption({ label: column })
      await dialog.getByLabel('Comparison').selectOption({ label: comparison })
      for (const value of values) {
        await dialog.getByLabel('Values').fill(value)
        await dialog.getByLabel('Values').press('Enter')
      }
      await dialog.getByRole('button', { name: 'Add filter' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await filter('email', 'is an address at', 'example.com', 'example.org')
    await cell('Cid').waitFor({ state: 'detached' })
    await filter('plan', 'is one of', 'trial', 'pro')
    await filter('has replied', 'no')
    await filter('was written to', 'no')
    await filter('is suppressed', 'no')
    await filter('belongs to segment', 'no')
    await page.getByText('the record does not belong to the segment “Pro”').waitFor()
    await cell('Ada').waitFor({ state: 'detached' })
    await cell('Ben').waitFor()
    await expectAccessible(page)
    await button('Save as segment').click()
    await expectAccessible(page)
    await dialog.getByLabel('Name', { exact: true }).fill('To win')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('the record belongs to the segment “To win”').waitFor()
    await cell('Ben').waitFor()
    expect(await cell('Ada').count()).toBe(0)
    const { items } = await ask<{ items: { name: string; where: { and: unknown[] } }[] }>(
      page,
      'GET',
      `/data-tables/${tableId}/segments`,
    )
    expect(items.find(({ name }) => name === 'To win')?.where.and).toHaveLength(6)
  })

  it('stand in conditions of other segments and of steps, and say where they are used', async () => {
    await create('Pro', isPro)
    await open()
    await button('New segment').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Rest')
    await dialog.getByLabel('Column').selectOption({ label: 'belongs to segment' })
    await dialog.getByLabel('Comparison').selectOption('no')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row('the record does not belong to the segment “Pro”')
      .getByText('1 record', { exact: true })
      .waitFor()
    await row('plan equals').getByText('segment Rest').waitFor()
    await button('Actions for Pro').click()
    await page.getByRole('menuitem', { name: 'Delete segment (in use)' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await row('plan equals').getByText('not used').count()).toBe(0)
  })

  it('are changed and deleted, and refuse to depend on themselves', async () => {
    const pro = await create('Pro', isPro)
    await create('Rest', { not: { segmentId: pro.id } })
    await open()
    await button('Actions for Pro').click()
    await page.getByRole('menuitem', { name: 'Edit segment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Column').selectOption({ label: 'belongs to segment' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('"Pro" → "Rest" → "Pro"').first().waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await button('Actions for Rest').click()
    await page.getByRole('menuitem', { name: 'Delete segment' }).click()
    await button('Delete segment').click()
    await button('Rest').waitFor({ state: 'detached' })
    await row('plan equals “pro”').getByText('not used').waitFor()
  })

  it('are the audience of a run and of a spinner', async () => {
    const pro = await create('Pro', isPro)
    const { projectId } = await ask<{ projectId: string }>(page, 'GET', `/data-tables/${tableId}`)
    const steps = [{ type: 'webhook', url: 'https://example.com/hook', body: '{}' }]
    const body = { name: 'Greet', dataTableId: tableId, steps }
    const { id } = await ask<Id>(page, 'POST', `/projects/${projectId}/spinners`, body)
    await ask(page, 'POST', `/spinners/${id}/publish`, {})
    await open()
    await button('Actions for Pro').click()
    await page.getByRole('menuitem', { name: 'Run a spinner' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Each job takes the records that belong to a segment').waitFor()
    await dialog.getByText('The job would take 1 record.').waitFor()
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    await page.waitForURL(/jobs\//)
    await openPage(page, `/spinners/${id}`)
    await button('Edit').click()
    await page.getByRole('button', { name: /^Records/ }).click()
    await page.getByRole('radio', { name: 'Records of a segment' }).check()
    await page.getByLabel('The segment', { exact: true }).waitFor()
    await until(async () => {
      const { audience } = await ask<{ audience: unknown }>(page, 'GET', `/spinners/${id}`)
      return JSON.stringify(audience) === JSON.stringify({ segmentId: pro.id })
    })
  })

  it('get a spinner of their own by two clicks', async () => {
    const pro = await create('Pro', isPro)
    await open()
    await button('Actions for Pro').click()
    await page.getByRole('menuitem', { name: 'Create a spinner' }).click()
    await page.waitForURL(/spinners\//)
    await page.getByRole('heading', { level: 1, name: 'Pro' }).waitFor()
    const id = /spinners\/([^?/]+)/.exec(page.url())?.[1] ?? ''
    const { audience, dataTableId } = await ask<{ audience: unknown; dataTableId: string }>(
      page,
      'GET',
      `/spinners/${id}`,
    )
    expect({ audience, dataTableId }).toEqual({ audience: { segmentId: pro.id }, dataTableId: tableId })
  })

  it('are excluded from a spinner and from one run, and end the messages to a person', async () => {
    const pro = await create('Pro', isPro)
    await create('Rest', { not: { segmentId: pro.id } })
    const { projectId } = await ask<{ projectId: string }>(page, 'GET', `/data-tables/${tableId}`)
    const steps = [{ type: 'webhook', url: 'https://example.com/hook', body: '{}' }]
    const body = { name: 'Greet', dataTableId: tableId, audience: 'all', steps }
    const { id } = await ask<Id>(page, 'POST', `/projects/${projectId}/spinners`, body)
    await openPage(page, `/spinners/${id}`)
    await page.getByRole('button', { name: /^Records/ }).click()
    await page.getByRole('combobox', { name: 'Without the records of' }).click()
    await page.getByRole('option', { name: 'Pro' }).click()
    await page.getByRole('button', { name: /^Records.*All records, without 1 segment/ }).waitFor()
    await expectAccessible(page)
    await until(async () => {
      const { exclude } = await ask<{ exclude: unknown }>(page, 'GET', `/spinners/${id}`)
      return JSON.stringify(exclude) === JSON.stringify({ segmentIds: [pro.id] })
    })
    await page.getByRole('button', { name: /^Events that stop messages/ }).click()
    await page.getByRole('combobox', { name: 'Entering one of these segments' }).click()
    await page.getByRole('option', { name: 'Rest' }).click()
    await page
      .getByRole('button', { name: /^Events that stop.*an unsubscribe, entering 1 segment/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await until(async () => {
      const { exits } = await ask<{ exits: unknown[] }>(page, 'GET', `/spinners/${id}`)
      return exits.length === 4
    })
    await ask(page, 'PATCH', `/spinners/${id}`, { exits: [] })
    await ask(page, 'POST', `/spinners/${id}/publish`, {})
    await openPage(page, `/spinners/${id}`)
    await page.getByRole('button', { name: 'Run', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The job would take 1 record.').waitFor()
    await dialog.getByText('Left out: 1 in excluded segment.').waitFor()
    await dialog.getByRole('combobox', { name: 'Without the records of' }).click()
    await page.getByRole('option', { name: 'Rest' }).click()
    await dialog.getByText('Left out: 2 in excluded segment.').waitFor()
    await expectAccessible(page)
  })

  it('fit a phone', async () => {
    await create('Pro', isPro)
    await page.setViewportSize({ width: 390, height: 844 })
    await open()
    await page.getByText('plan equals “pro”').waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
