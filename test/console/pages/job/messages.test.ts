import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { until } from '../../../support/until.ts'
import { addSpinner, ask, ingest, start } from '../../ask.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

let console: Console
/**
 * The browser page that all tests of this file use, signed in to the demo; another sign-in would end its
 * session.
 */
let page: Page

beforeAll(async () => {
  console = await Console.open()
  page = await console.visitDemo()
})
afterAll(async () => {
  await console.close()
})

describe('the log of messages', () => {
  it('explains its purpose while it is empty', async () => {
    await openPage(page, '/messages')
    await page.getByRole('heading', { name: 'No messages' }).waitFor()
  })

  it('shows each message with its state and content', async () => {
    const { ingestToken, spinnerId } = console.demo
    const people = ['Ada', 'Grace'].map((name) => ({ name, email: `${name}@example.com` }))
    await ingest(page, ingestToken, people)
    await start(page, spinnerId)
    // The page does not follow its list, so it is opened when both messages are there.
    await until(async () => (await ask<{ items: unknown[] }>(page, 'GET', '/messages')).items.length === 2)
    await openPage(page, '/messages')
    await page.getByRole('button', { name: /Grace@example\.com/ }).click()
    await page.getByRole('definition').filter({ hasText: 'Welcome, Grace' }).waitFor()
    await page.getByText('Captured').first().waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  it('finds messages by address', async () => {
    await page.getByRole('textbox', { name: 'Address' }).fill('ada@example.com')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('button', { name: /Grace@example\.com/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Ada@example\.com/ }).waitFor()
  })

  it('keeps bodies if an owner chose to', async () => {
    await openPage(page, '/organization')
    await page.getByRole('switch', { name: 'Keep message bodies' }).click()
    await page.getByText('Bodies are kept from now on').waitFor()
    const answer = await page.request.get('/api/v1/organization')
    expect(await answer.json()).toMatchObject({ keepsBodies: true })
    await expectAccessible(page)
  })

  it('is linked from the page of a person', async () => {
    await openPage(page, '/people?email=ada@example.com')
    await page.getByRole('button', { name: 'The message “Welcome, Ada”' }).click()
    await page.getByRole('link', { name: 'See the message in the log' }).click()
    await page.getByRole('definition').filter({ hasText: 'Welcome, Ada' }).waitFor()
  })
})

describe('an e-mail step', () => {
  it('accepts an uploaded file, and sends a test to the user', async () => {
    const { dataTableId } = console.demo
    const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hi {{ name }}', text: 'Hello' }]
    const id = await addSpinner(page, { name: 'With a file', dataTableId, audience: 'all', steps })
    await openPage(page, `/spinners/${id}`)
    await page.getByRole('button', { name: 'Send me a test e-mail' }).click()
    await page.getByText('The test e-mail is only shown here, not sent').waitFor()
    const toggle = page.getByLabel('Step 1: E-mail').locator('[data-toggle]')
    if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
    const file = { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('An offer') }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByRole('button', { name: 'Remove the attachment offer.txt' }).waitFor()
    await page
      .getByRole('group', { name: 'Whether the spinner is saved' })
      .getByText('Saved', { exact: true })
      .waitFor()
    const answer = await page.request.get(`/api/v1/spinners/${id}`)
    expect((await answer.json()).steps[0].attachments).toHaveLength(1)
    await expectAccessible(page)
  })
})
