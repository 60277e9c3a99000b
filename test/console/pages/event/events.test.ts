import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { ask, start } from '../../ask.ts'
import { Console, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 740 }

let console: Console
let page: Page

beforeAll(async () => {
  console = await Console.open()
  page = await console.visitDemo()
})
afterAll(async () => {
  await console.close()
})

const events = () => page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem')

it('the log of events begins when events are asked for, and is searched by type, object and person', async () => {
  await page.goto('/events')
  await page.getByRole('heading', { name: 'No matching events' }).waitFor()
  await page.getByRole('button', { name: 'Write all events for seven days' }).click()
  await page.getByText('Events are written from now on').waitFor()

  const { apiKey, dataTableId, spinnerId } = console.demo
  const record = { name: 'Ada Lovelace', phone: null, account_id: 'A-1001', email: 'ada@example.com' }
  await page.request.post('/api/v1/public/ingest', {
    data: { dataTableId, records: [record] },
    headers: { authorization: `Bearer ${apiKey}` },
  })
  const other = { ...record, email: 'grace@example.com' }
  await page.request.post('/api/v1/public/ingest', {
    data: { dataTableId, records: [other] },
    headers: { authorization: `Bearer ${apiKey}` },
  })
  await ask(page, 'POST', '/suppressions', { email: 'ada@example.com' })
  await start(page, spinnerId)

  await page.goto('/events?type=record.added')
  await events().nth(1).waitFor()
  expect(await events().count()).toBe(2)
  await expectAccessibleInBoth(page)

  await page.goto('/people?email=ada@example.com')
  await page.getByRole('link', { name: 'Events about this person' }).click()
  await page.getByText('the records with this address').waitFor()
  const texts = async () => (await events().allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '))
  await events().first().waitFor()
  expect(await texts()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/Record added.*Leads/),
      expect.stringMatching(/Address suppressed.*reason added/),
    ]),
  )
  expect((await texts()).join(' ')).not.toContain('ada@example.com')

  const [{ object }] = (
    await ask<{ items: [{ object: { id: string } }] }>(page, 'GET', '/events?types=record.added')
  ).items
  await page.goto('/events')
  await page.getByRole('textbox', { name: 'Object' }).fill(object.id)
  await page.getByRole('button', { name: 'Find events about the object' }).click()
  await page.waitForURL(/object=/)
  await events().first().waitFor()
  for (const text of await texts()) expect(text).toContain(object.id)
  for (const size of [wide, narrow]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
  }
})
