import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Locator } from 'playwright-core'
import { Console, expectAccessible } from '../console.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterAll(async () => {
  await console.close()
})

it('twelve clicks lead from the sign-up to an own list, a spinner of two steps and its captured messages', async () => {
  const page = await console.visit('/')
  let clicks = 0
  const click = (target: Locator) => {
    clicks++
    return target.click()
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string) => page.getByRole('link', { name })
  await click(link('Create an organization'))
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Organization').fill('Analytical Engines')
  await page.getByLabel('E-mail').fill(console.addressOf('ada'))
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple')
  await click(button('Create organization'))

  await page.getByRole('heading', { name: 'Add records (to do)' }).waitFor()
  await expectAccessible(page)
  await click(link('Create a data table'))
  await page.getByRole('textbox', { name: 'Name' }).fill('Leads')
  await click(button('Create data table'))
  await page.getByText('Drop a CSV or an Excel file here').waitFor()
  // Counts the choice of the file as one click.
  clicks++
  await page.locator('input[type=file]').setInputFiles({
    name: 'leads.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,email\nGrace,grace@example.com\nAlan,alan@example.com\n'),
  })
  await click(button('Import 2 rows'))
  await page.getByText('2 records imported').waitFor()
  await click(button('Create a spinner'))
  await page.getByRole('heading', { level: 1, name: 'Messages to Leads' }).waitFor()
  const preview = page.frameLocator('iframe[title="HTML of the e-mail to grace@example.com"]')
  await preview.getByText('Hello Grace,').waitFor()
  await click(page.getByRole('button', { name: 'Add a step', exact: true }))
  await click(page.getByRole('menuitem', { name: 'E-mail' }))
  await page.getByRole('textbox', { name: 'Subject' }).last().fill('One more thing')
  await page.getByRole('textbox', { name: 'Message' }).last().focus()
  await page.keyboard.type('See you soon.')
  await click(button('Publish and run'))
  await click(page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }))
  await click(page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }))

  await page.waitForURL(/\/jobs\/[\w-]+$/)
  await page.locator('.mantine-Badge-label').getByText('Completed', { exact: true }).waitFor()
  await click(link('Messages of this job'))
  // The second e-mail answers in the thread of the first one, and keeps its subject.
  await page.getByText(/^Re: /).first().waitFor()
  // The count includes a click that confirms the publication before the run.
  expect(clicks).toBe(13)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'Incoming' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Start here' }).count()).toBe(0)

  // Tests that after all start steps are done, the home page polls without requesting the spinners and data
  // tables each time.
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.waitForResponse('**/api/v1/overview?range=24h', { timeout: 20_000 })
  expect(requested).not.toContain('/api/v1/spinners')
  expect(requested).not.toContain('/api/v1/data-tables')
  expect(console.faults).toEqual([])
})
