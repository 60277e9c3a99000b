import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { Console, expectAccessible } from '../console.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterAll(async () => {
  await console.close()
})

it('a new user reaches a captured message from the sign-up by clicks alone', async () => {
  const page = await console.visit('/')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await page.getByRole('link', { name: 'Create an organization' }).click()
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Organization').fill('Analytical Engines')
  await page.getByLabel('E-mail').fill(console.addressOf('ada'))
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple')
  await button('Create organization').click()

  await page.getByRole('heading', { name: 'Add records (to do)' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create a data table' }).click()
  await button('New data table').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Leads')
  await button('Create data table').click()
  await page.getByRole('tab', { name: 'Import' }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'leads.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,email\nGrace,grace@example.com\nAlan,alan@example.com\n'),
  })
  await button('Check the file').click()
  await button('Import 2 rows').click()
  await page.getByText('2 records imported').waitFor()
  await button('Create a spinner').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Welcome')
  await button('Create spinner').click()
  await page.getByText('Hello Grace,').waitFor()
  await button('Publish').click()
  await button('Run').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()

  await page.waitForURL(/\/jobs\/[\w-]+$/)
  await page.locator('.mantine-Badge-label').getByText('Completed', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Messages of this job' }).click()
  await page.getByText('Hello Alan,').or(page.getByText('Hello Grace,')).waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'Incoming' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Start here' }).count()).toBe(0)

  // Tests that after all start steps are done, the home page polls without requesting the spinners and data
  // tables each time.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.waitForResponse('**/api/v1/overview?range=24h', { timeout: 20_000 })
  expect(asked).not.toContain('/api/v1/spinners')
  expect(asked).not.toContain('/api/v1/data-tables')
  expect(console.faults).toEqual([])
}, 120_000)
