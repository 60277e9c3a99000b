import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { until } from '../../support/until.ts'
import { addSpinner, ask, start } from '../ask.ts'
import { Console } from '../console.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

/** Counts the clicks of a trip through the console. */
class Clicks {
  count = 0
  async on(target: Locator): Promise<void> {
    this.count++
    await target.click()
  }
}

async function newOrganization(name: string): Promise<Page> {
  const page = await console.visit('/sign-up')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Organization').fill('Analytical Engines')
  await page.getByLabel('E-mail').fill(console.addressOf(name))
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByRole('heading', { name: 'Add records (to do)' }).waitFor()
  return page
}

it('ten clicks lead from a website form to its mapping and to an automatic message', async () => {
  const page = await newOrganization('form')
  const clicks = new Clicks()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await clicks.on(page.getByRole('link', { name: 'Create a data table' }))
  await page.getByRole('textbox', { name: 'Name' }).fill('Leads')
  await clicks.on(button('Create data table'))
  await page.getByText('Drop a CSV or an Excel file here').waitFor()
  await clicks.on(page.getByRole('tab', { name: 'Connect' }))
  await clicks.on(button('Accept any format'))
  await page.getByText('Waiting for an arrival').waitFor()
  const { items } = await ask<{ items: { webhookUrl: string }[] }>(page, 'GET', '/data-tables')
  const webhook = new URL(items[0]?.webhookUrl ?? '').pathname
  const submit = (name: string) => {
    const form = new URLSearchParams({ 'your-name': name, 'your-email': 'jane@acme.example' })
    return fetch(`${console.url}${webhook}`, { method: 'POST', body: form })
  }
  await submit('Jane Doe')
  await clicks.on(page.getByRole('link', { name: 'Continue to the mapping' }))
  await clicks.on(button('Apply mapping and admit arrivals'))
  await page.getByText('1 record is in the table').waitFor()
  await clicks.on(button('Create a spinner for new records'))
  await page.getByRole('heading', { level: 1, name: 'Messages to Leads' }).waitFor()
  const preview = page.frameLocator('iframe[title="HTML of the e-mail to jane@acme.example"]')
  await preview.getByText('Hello Jane Doe,').waitFor()
  // Starts five seconds after a record arrives instead of 60, so that the test need not wait.
  await clicks.on(page.getByRole('button', { name: /^Start Start/ }))
  await page.getByRole('combobox', { name: 'Unit of: Longest time until the start' }).selectOption('seconds')
  await page.getByRole('textbox', { name: 'Longest time until the start' }).fill('1')
  await until(() => button('Go live').isDisabled())
  await page.getByRole('textbox', { name: 'Longest time until the start' }).fill('5')
  await clicks.on(button('Go live'))
  await clicks.on(page.getByRole('dialog').getByRole('button', { name: /^Publish/ }))
  await page.getByText('Published v1').waitFor()
  await submit('Grace Hopper')
  await until(async () => (await ask<{ items: unknown[] }>(page, 'GET', '/messages')).items.length > 0)
  expect(clicks.count).toBe(10)
})

it('17 clicks lead from a table to a message every Monday to the people whose trial ends', async () => {
  const page = await newOrganization('trials')
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const rows = Array.from({ length: 24 }, (_, no) => {
    const status = no % 4 === 3 ? 'customer' : 'trial'
    return `Person ${no},p${no}@globex${no}.example,${status},${day(no - 2)}`
  })
  const csv = ['Name,E-Mail,Status,Trial ends', ...rows].join('\r\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Trials.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await button(/^Import 24/).click()
  await page.getByText(/24 records imported/).waitFor()
  const clicks = new Clicks()

  await clicks.on(page.getByRole('tab', { name: 'Segments' }))
  await clicks.on(button('New segment'))
  await dialog.getByLabel('Name', { exact: true }).fill('Trial ends within a week')
  await dialog.getByLabel('Column').selectOption('Trial ends')
  clicks.count++
  await clicks.on(dialog.getByRole('button', { name: 'has not replied' }))
  await clicks.on(dialog.getByRole('button', { name: 'Save' }))
  await page.getByText('Trial ends is in the next 7 days and the person has not replied').waitFor()
  await page.getByText('7 records', { exact: true }).waitFor()
  await clicks.on(button('Actions for Trial ends within a week'))
  await clicks.on(page.getByRole('menuitem', { name: 'Create a spinner' }))
  await page.getByRole('heading', { name: 'Steps', exact: true }).waitFor()
  // The settings move down when the preview appears above them, so that a click before would miss its setting.
  await page
    .frameLocator('iframe[title^="HTML of the e-mail to"]')
    .getByText(/^Hello Person/)
    .waitFor()

  await clicks.on(button(/^Start Start manually/))
  await clicks.on(page.getByRole('radio', { name: 'Start on a schedule' }))
  await button(/^Start Start on Mon at 09:00/).waitFor()
  await clicks.on(button(/^Pace No daily limit/))
  await clicks.on(page.getByRole('switch', { name: 'Write to a limited number of people a day' }))
  await button(/^Pace 40 new people a day/).waitFor()
  await clicks.on(button(/^Events that stop messages/))
  await clicks.on(button('Create a segment'))
  await dialog.getByLabel('Name', { exact: true }).fill('Customers')
  await dialog.getByLabel('Column').selectOption('Status')
  clicks.count++
  await dialog.getByLabel('Value').fill('customer')
  await clicks.on(dialog.getByRole('button', { name: 'Save' }))
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Saved', { exact: true }).waitFor()
  await clicks.on(button('Go live'))
  await dialog
    .getByText(/^\d people, about \d a day, until \d+ \w+; (?:no message|\d messages) today$/)
    .waitFor()
  await clicks.on(dialog.getByRole('button', { name: 'Publish' }))
  await page.getByText('Published v1').waitFor()
  expect(clicks.count).toBe(17)

  const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/spinners')
  const { items: tables } = await ask<{ items: { id: string }[] }>(page, 'GET', '/data-tables')
  const segments = await ask<{ items: { id: string; name: string; where: object }[] }>(
    page,
    'GET',
    `/data-tables/${tables[0]?.id}/segments`,
  )
  const [customers, trials] = ['Customers', 'Trial ends within a week'].map((name) =>
    segments.items.find((segment) => segment.name === name),
  )
  expect(customers?.where).toEqual({ column: 'Status', operator: 'equals', value: 'customer' })
  expect(await ask(page, 'GET', `/spinners/${items[0]?.id}`)).toMatchObject({
    status: 'published',
    audience: { segmentId: trials?.id },
    starts: { on: 'schedule', cron: '0 9 * * 1' },
    pace: { maxNewPerDay: 40 },
    exits: expect.arrayContaining(['reply', { segmentId: customers?.id }]),
  })
})

it('Ctrl+K, a name and Enter show why a person got no message', async () => {
  const page = await console.visitDemo()
  await ask(page, 'POST', '/suppressions', { email: 'ada@example.com' })
  const { apiKey, dataTableId } = console.demo
  const record = { name: 'Ada Lovelace', phone: null, account_id: 'A-1001', email: 'ada@example.com' }
  await page.request.post('/api/v1/public/ingest', {
    data: { dataTableId, records: [record] },
    headers: { authorization: `Bearer ${apiKey}` },
  })
  const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }]
  const news = await addSpinner(page, { name: 'News', dataTableId, audience: 'all', steps })
  const jobId = await start(page, news)
  await until(
    async () => (await ask<{ status: string }>(page, 'GET', `/jobs/${jobId}`)).status === 'completed',
  )
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Ada')
  await page.getByRole('option').filter({ hasText: 'Ada' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('on the suppression list').first().waitFor()
})

it('a mailbox of a known provider asks for at most eight fields', async () => {
  const page = await console.visitDemo('/senders')
  await page.getByRole('button', { name: 'Connect a mailbox' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Fastmail' }).click()
  await form.getByRole('button', { name: 'Test and connect' }).waitFor()
  expect(await form.locator('input:visible').count()).toBeLessThanOrEqual(8)
})
