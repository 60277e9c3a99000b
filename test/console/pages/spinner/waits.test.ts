import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { draftSpinner, ingest } from '../../ask.ts'
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
  await console.endVisits()
})
beforeEach(async () => {
  page = await console.enterDemo()
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

const open = () => page.getByRole('region', { name: 'Step 1: Wait until', exact: true })
const node = () =>
  page.getByRole('list', { name: 'Steps of the spinner' }).getByRole('button', { name: /^1\. Wait until/ })

async function openWait(name: string, wait: object): Promise<void> {
  const { dataTableId } = console.demo
  const id = await draftSpinner(page, { name, dataTableId, steps: [{ type: 'waitUntil', ...wait }, email] })
  await openPage(page, `/spinners/${id}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await node().click()
}

describe('a step that waits', () => {
  it('waits for a condition that offers the values of the column, and says it on the canvas', async () => {
    await openWait('Waits', { column: 'name' })
    await open().getByRole('radio', { name: 'Wait until the record meets a condition' }).click()
    await open().getByRole('combobox', { name: 'Comparison' }).selectOption('equals')
    await open().getByLabel('Value', { exact: true }).click()
    await page.getByRole('option', { name: /^Grace/ }).click()
    await open().getByRole('textbox', { name: 'Time-out' }).fill('14')
    await open().getByRole('combobox', { name: 'When the wait’s time-out is reached' }).selectOption('skip')
    const words = 'Until name equals “Grace”; after a time-out of 14 days, the record is skipped'
    await node().getByText(words).waitFor()
    await expectAccessibleInBoth(page)
    await expectNoSidewaysScroll(page)
  })

  it('asks for the longest time to wait for a condition', async () => {
    await openWait('Unlimited', { column: 'name' })
    await open().getByRole('radio', { name: 'Wait until the record meets a condition' }).click()
    await open().getByRole('textbox', { name: 'Time-out' }).fill('')
    await open().getByText('Enter the longest time to wait').waitFor()
  })

  it('says what happens to a date that is past', async () => {
    await openWait('Past', { column: 'name' })
    await open()
      .getByRole('combobox', { name: 'If the date is past when the record comes to this step' })
      .selectOption('end as skipped')
    await node().getByText('Until name; if it is past, the record is skipped').waitFor()
    await expectAccessibleInBoth(page)
    expect(await open().getByRole('combobox', { name: 'Column', exact: true }).inputValue()).toBe('name')
  })
})
