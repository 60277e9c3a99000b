import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { draftSpinner } from '../../ask.ts'
import { Console, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

let console: Console
let page: Page
let spinnerId: string

const step = {
  type: 'webhook',
  url: 'https://crm.example.com/hook',
  headers: { Authorization: 'Bearer 7319' },
  body: '{}',
}

beforeAll(async () => {
  console = await Console.open()
  page = await console.enterDemo()
  const { dataTableId } = console.demo
  spinnerId = await draftSpinner(page, { name: 'Call the CRM', dataTableId, audience: 'new', steps: [step] })
})
afterAll(() => console.close())

it('the value of a header is hidden, kept, and entered again for another host', async () => {
  await openPage(page, `/spinners/${spinnerId}`)
  const value = page.getByLabel('Value of request header 1', { exact: true })
  expect(await value.inputValue()).toBe('•••••')
  expect(await page.content()).not.toContain('7319')
  await page.setViewportSize({ width: 375, height: 780 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectAccessibleInBoth(page)

  const url = page.getByLabel('URL', { exact: true })
  await url.fill('https://crm.example.com/other')
  const state = page.getByRole('group', { name: 'Save state of the spinner' })
  await state.getByText('Saved', { exact: true }).waitFor()
  await url.fill('https://attacker.example.com/hook')
  await state.getByText(/Not saved: .*Authorization/).waitFor()
  await page.getByRole('button', { name: 'Replace the value of request header 1' }).click()
  await value.fill('Bearer of the new host')
  await state.getByText('Saved', { exact: true }).waitFor()
  expect(await value.textContent()).toBe('Bearer of the new host')
})
