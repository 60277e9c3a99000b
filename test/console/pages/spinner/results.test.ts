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
    const figures = page.waitForEvent('download')
    await results()
      .getByRole('button', { name: 'Save the figures of the chart “Messages sent by day” as CSV' })
      .click()
    expect(await readFile(await (await figures).path(), 'utf8')).toMatch(
      /^\d{4}-\d\d-\d\d,"","","","",0,0,0,24,/m,
    )
  })

  it('lead from each figure to the messages that it counts', async () => {
    await openPage(page, `/spinners/${spinnerId}`)
    const totals = results().getByRole('list', { name: 'Totals' }).getByRole('listitem')
    await totals.filter({ hasText: 'Captured, not sent' }).getByRole('link', { name: '24' }).click()
    await page.waitForURL(/\/messages\?.*status=captured/)
    await page.getByText('Messages').first().waitFor()
    await page.goBack()
    await rows('Results by step')
      .filter({ hasText: 'Welcome' })
      .getByRole('link', { name: '12', exact: true })
      .click()
    await page.waitForURL(/step=s0/)
    expect(new URL(page.url()).searchParams.get('spinnerId')).toBe(spinnerId)
    await page.goBack()
    const chart = results().getByRole('region', { name: 'Messages sent by day' })
    await chart.getByRole('slider').focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/messages\?.*since=/)
    expect(new URL(page.url()).searchParams.get('status')).toBe('captured')
  })

  it('compare chosen days with as many days before, in total and for each group', async () => {
    await openPage(page, `/spinners/${spinnerId}`)
    await results().locator('label').getByText('Chosen days', { exact: true }).click()
    const today = new Date().toISOString().slice(0, 10)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await results().getByLabel('First day').fill(tomorrow)
    await results().getByLabel('Last day').fill(tomorrow)
    await results().getByLabel('Last day').press('Tab')
    await page.waitForURL(new RegExp(`period=${tomorrow}..${tomorrow}`))
    const totals = results().getByRole('list', { name: 'Totals' }).getByRole('listitem')
    await totals.filter({ hasText: 'People reached' }).getByText('Period before: 0').waitFor()
    await results().getByText('No messages were sent in this period.').waitFor()
    await openPage(page, `/spinners/${spinnerId}?period=${today}..${today}`)
    const welcome = rows('Results by step').filter({ hasText: 'Welcome' })
    await welcome.getByText('12', { exact: true }).waitFor()
    await welcome.getByText('before: 0').first().waitFor()
    await results().getByRole('columnheader', { name: 'Delivered' }).waitFor()
    await results().locator('label').getByText('Day', { exact: true }).click()
    await rows('Results by day').nth(1).waitFor()
    await expectAccessibleInBoth(page)
  })

  it('show failures by reason', async () => {
    const { dataTableId } = console.demo
    const id = await addSpinner(page, {
      name: 'Missing',
      dataTableId,
      audience: 'all',
      steps: [{ ...email('Hello'), to: '{{ name }}' }],
    })
    await start(page, id)
    await openPage(page, `/spinners/${id}`)
    await rows('Failures by reason').nth(1).getByRole('cell').first().waitFor()
    await openPage(page, `/spinners/${spinnerId}`)
    await results().getByText('Nobody has failed.').waitFor()
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
