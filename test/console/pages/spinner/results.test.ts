import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { addSpinner, ingest, start } from '../../ask.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

const email = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello {{ name }}' })

let console: Console
let page: Page
let spinnerId: string

beforeAll(async () => {
  console = await Console.open()
  page = await console.enterDemo()
  const { dataTableId, ingestToken } = console.demo
  const steps = [
    email('Welcome, {{ name }}'),
    {
      type: 'split',
      branches: [
        { name: 'Short', percent: 50, steps: [email('Short')] },
        { name: 'Long', percent: 50, steps: [email('Long')] },
      ],
    },
  ]
  spinnerId = await addSpinner(page, { name: 'Onboarding', dataTableId, audience: 'new', steps })
  const people = Array.from({ length: 12 }, (_, no) => ({
    name: `Person ${no}`,
    email: `person${no}@example.com`,
  }))
  await ingest(page, ingestToken, people)
  await start(page, spinnerId)
  await console.endVisits()
})
beforeEach(async () => {
  page = await console.enterDemo()
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

const results = () => page.getByRole('region', { name: 'Results', exact: true })
const rows = (label: string) => results().getByRole('table', { name: label }).getByRole('row')

describe('the results of a spinner', () => {
  it('count captured messages apart from sent ones, by step and other groups', async () => {
    await openPage(page, `/spinners/${spinnerId}`)
    const totals = results().getByRole('list', { name: 'Totals' }).getByRole('listitem')
    await totals.filter({ hasText: 'Captured, not sent' }).getByText('24').waitFor()
    await totals.filter({ hasText: /^Sent/ }).getByText('0', { exact: true }).waitFor()
    await rows('Results by step').filter({ hasText: 'Welcome' }).getByRole('cell', { name: '12' }).waitFor()
    await results().locator('label').getByText('Source', { exact: true }).click()
    await rows('Results by source')
      .filter({ hasText: /webhook/i })
      .waitFor()
    await expectAccessibleInBoth(page)
  })

  it('can be saved: the table as CSV, and a chart as an image', async () => {
    await openPage(page, `/spinners/${spinnerId}`)
    await rows('Results by step').filter({ hasText: 'Welcome' }).waitFor()
    const table = page.waitForEvent('download')
    await results().getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await table).path(), 'utf8')
    expect(csv.replace('\uFEFF', '').split('\r\n')[0]).toBe(
      'key,name,version,step,path,reached,sent,delivered,captured,replied,automaticReplies,bounced,unsubscribed,complained,reachedGoal,difference.value,difference.low,difference.high,goalDifference.value,goalDifference.low,goalDifference.high',
    )
    expect(csv).toMatch(/^1:0,"",1,0,1,0,0,0,12,/m)
    const image = page.waitForEvent('download')
    await results().getByRole('button', { name: 'Save the chart “Messages sent by day” as PNG' }).click()
    const png = await readFile(await (await image).path())
    expect(png.subarray(1, 4).toString()).toBe('PNG')
  })

  it('fit a narrow screen', async () => {
    await page.setViewportSize({ width: 375, height: 780 })
    await openPage(page, `/spinners/${spinnerId}`)
    await rows('Results by step').filter({ hasText: 'Welcome' }).waitFor()
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  it('are in the list of spinners', async () => {
    await openPage(page, '/spinners')
    const row = page
      .getByRole('table', { name: 'Spinners' })
      .getByRole('row')
      .filter({ hasText: 'Onboarding' })
    await row.getByText(/\d{4}$/).waitFor()
    await expectAccessible(page)
  })
})
