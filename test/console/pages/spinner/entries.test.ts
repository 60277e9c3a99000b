import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { ask, draftSpinner, ingest } from '../../ask.ts'
import { Console, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

const email = { type: 'email', to: '{{ email }}', subject: 'Welcome', text: 'Hello' }

let console: Console
let page: Page

beforeAll(async () => {
  console = await Console.open()
  page = await console.enterDemo()
  const people = ['Ada', 'Grace'].map((name) => ({ name, email: `${name.toLowerCase()}@example.com` }))
  await ingest(page, console.demo.ingestToken, people)
  const where = { column: 'name', operator: 'equals', value: 'Ada' }
  await ask(page, 'POST', `/data-tables/${console.demo.dataTableId}/segments`, { name: 'On trial', where })
  await console.endVisits()
})
beforeEach(async () => {
  page = await console.enterDemo()
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

describe('a start on entries into a segment', () => {
  it('is chosen in the settings, and the publication asks about existing members', async () => {
    const { dataTableId } = console.demo
    const id = await draftSpinner(page, { name: 'Trials', dataTableId, steps: [email] })
    await openPage(page, `/spinners/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Trials' }).waitFor()
    await page.getByRole('button', { name: /^Start Start manually/ }).click()
    await page.getByRole('radio', { name: 'Start when records enter a segment' }).click()
    await page.getByRole('combobox', { name: 'The segment that records enter' }).waitFor()
    await page.getByRole('combobox', { name: 'How often one record starts' }).selectOption('eachEntry')
    await page.getByRole('textbox', { name: /^Shortest time between two starts of a record/ }).fill('7')
    await page.getByRole('button', { name: /^Start Start each time records enter a segment/ }).waitFor()
    await expectAccessibleInBoth(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Go live', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish' })
    await dialog
      .getByRole('radio', { name: 'Take only records that enter the segment from now on' })
      .waitFor()
    await dialog.getByText('1 record is in the segment already').waitFor()
    await dialog
      .getByRole('radio', { name: 'Also take the records that are already in the segment (1)' })
      .click()
    await expectAccessibleInBoth(page)
    await dialog.getByRole('button', { name: /^Publish and include 1 record/ }).click()
    await page.getByText('Spindle checks the records of the data table continuously.').waitFor()
    const { starts } = await ask<{ starts: object }>(page, 'GET', `/spinners/${id}`)
    expect(starts).toMatchObject({ on: 'segment', again: 'eachEntry', againAfterDays: 7 })
  })
})

describe('a start on records', () => {
  it('takes the new records of a segment, and the run dialog counts those that it leaves out', async () => {
    const { dataTableId } = console.demo
    const id = await draftSpinner(page, { name: 'New trials', dataTableId, steps: [email] })
    await openPage(page, `/spinners/${id}`)
    await page.getByRole('heading', { level: 1, name: 'New trials' }).waitFor()
    await page.getByRole('button', { name: /^Start Start manually/ }).click()
    await page.getByRole('radio', { name: 'Start when records arrive' }).click()
    await page.getByRole('button', { name: /^Records New records/ }).click()
    await page.getByRole('radio', { name: /^New records of a segment/ }).click()
    await page.getByRole('button', { name: /^Records New records of a segment/ }).waitFor()
    await expectAccessibleInBoth(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Go live', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish' })
    await dialog.getByRole('radio', { name: /^Also/ }).click()
    await dialog.getByRole('button', { name: /^Publish and/ }).click()
    await page.getByText(/^Spindle checks the data table for new records on/).waitFor()
    const { starts, audience } = await ask<Record<string, object>>(page, 'GET', `/spinners/${id}`)
    expect([starts, audience]).toMatchObject([{ on: 'records' }, { segmentId: expect.any(String) }])
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const run = page.getByRole('dialog')
    await run.getByText(/writes to the records that belong to a segment/).waitFor()
    await run.getByText('Not in the segment').waitFor()
  })
})
