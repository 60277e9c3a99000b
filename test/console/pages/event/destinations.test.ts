import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { type EventReceiver, startEventReceiver } from '../../../support/servers/event-receiver.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

let console: Console
let receiver: EventReceiver
let page: Page

beforeAll(async () => {
  receiver = await startEventReceiver()
  console = await Console.start((home) => home.launch({ ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }))
  page = await console.visitDemo()
})
afterAll(async () => {
  await console.close()
  await receiver.close()
})

it('a destination is created, tested, paused, resumed and deleted', async () => {
  await openPage(page, '/destinations')
  await page.getByRole('heading', { name: 'No destinations yet' }).waitFor()
  await page.getByRole('button', { name: 'Create destination' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill('http://127.0.0.1')
  await dialog.getByRole('button', { name: 'Create destination' }).click()
  await dialog.getByText('Choose at least one event type').waitFor()
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByPlaceholder('Choose event types').click()
  await page.getByRole('option', { name: 'Message replied to' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'First project' }).click()
  await dialog.getByRole('combobox', { name: 'Spinner' }).click()
  await page.getByRole('option', { name: 'Welcome new leads' }).click()
  await dialog.getByRole('button', { name: 'Create destination' }).click()
  await page.getByRole('heading', { name: 'The destination is ready' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'I have copied the secret' }).click()

  await page.getByRole('link', { name: '127.0.0.1' }).click()
  await page.getByRole('heading', { level: 1, name: '127.0.0.1' }).waitFor()
  await page.getByText('Only events of the project First project').waitFor()
  await page.getByText('Only events of the spinner Welcome new leads').waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  // Choosing the chosen spinner again removes the choice.
  await dialog.getByRole('combobox', { name: 'Spinner' }).click()
  await page.getByRole('option', { name: 'Welcome new leads' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Only events of the spinner Welcome new leads').waitFor({ state: 'detached' })
  await page.getByText('Only events of the project First project').waitFor()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('Result: Delivered (200).').waitFor()
  expect(receiver.received.map(({ body }) => body)).toEqual([expect.stringContaining('"ping"')])
  receiver.answer = () => ({ status: 500, text: 'out of order' })
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('out of order').waitFor()
  await page.getByText('Test event, sent again').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('URL').fill(`${receiver.url}new`)
  await dialog.getByText('Retries of failed requests end.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Sent to an earlier URL.').first().waitFor()
  expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  for (const isFirst of [true, false]) {
    await page.getByRole('button', { name: 'Further actions' }).click()
    await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
    await dialog.getByRole('heading', { name: 'Sign requests with a new secret?' }).waitFor()
    expect(await dialog.getByRole('radio', { name: 'The old secret ends in one day' }).isDisabled()).toBe(
      !isFirst,
    )
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Rotate secret' }).click()
    expect(await dialog.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/)
    await dialog.getByRole('button', { name: 'I have copied the secret' }).click()
  }
  await page.getByRole('button', { name: 'Further actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'No destinations yet' }).waitFor()
  await expectAccessible(page)
})
