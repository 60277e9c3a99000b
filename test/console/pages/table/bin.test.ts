import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import type { Demo } from '../../../../src/use-cases/account/demo/set-up-demo.ts'
import { ask } from '../../ask.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

let console: Console
let page: Page
let demo: Demo

beforeAll(async () => {
  console = await Console.open()
})
beforeEach(async () => {
  // Each test has an organization with an empty bin.
  ;({ page, demo } = await console.visitOwn())
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const leads = () => `/data-tables/${demo.dataTableId}`

const ingest = (...names: readonly string[]) =>
  fetch(`${console.url}/api/v1/public/data-tables/ingest/${demo.ingestToken}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      records: names.map((name) => ({ name, phone: '1', account_id: '1', email: `${name}@example.com` })),
    }),
  })

describe('the bin', () => {
  it('restores deleted records, with a page that says who deleted them', async () => {
    await ingest('Zoe')
    await openPage(page, leads())
    const row = page.getByRole('row').filter({ hasText: 'Zoe' })
    await row.getByRole('checkbox').check()
    const bar = page.getByRole('toolbar', { name: 'Selected records' })
    await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 record' }).click()
    await row.waitFor({ state: 'detached' })
    await openPage(page, '/bin')
    const entry = page.getByRole('listitem').filter({ hasText: '1 record' })
    await entry.getByText(/deleted by \S+@\S+ just now, restorable until \d+ \w+ \d{4}, /).waitFor()
    await expectAccessible(page)
    await button('Restore 1 record').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByText('1 record restored').waitFor()
    await page.getByText('The bin is empty').waitFor()
    await openPage(page, leads())
    await row.waitFor()
  })

  it('shows the records of an entry, and restores chosen ones', async () => {
    await ingest('Ann', 'Ben', 'Cat')
    const listed = () =>
      ask<{ items: { id: string; data: { name: string } }[] }>(page, 'GET', `${leads()}/records?limit=200`)
    const found = (await listed()).items.filter(({ data }) => ['Ann', 'Ben', 'Cat'].includes(data.name))
    const ids = found.map(({ id }) => id)
    expect(ids).toHaveLength(3)
    await ask(page, 'POST', `${leads()}/records/delete`, { ids })
    await openPage(page, '/bin')
    await button('Show records: 3 records').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${found[0]?.data.name}@example.com`).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('checkbox', { name: `Choose record ${ids[0]}` }).check()
    await dialog.getByRole('button', { name: 'Restore 1 chosen record' }).click()
    await page.getByText('1 record restored').waitFor()
    await button('Show records: 2 records').waitFor()
    expect((await listed()).items.map(({ id }) => id)).toContain(ids[0])
  })

  it('offers to undo the deletion of a data table, and deletes one permanently', async () => {
    const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/projects')
    const { id } = await ask<{ id: string }>(page, 'POST', `/projects/${items[0]?.id}/data-tables`, {
      name: 'Old fair',
    })
    const remove = async () => {
      await openPage(page, `/data-tables/${id}?tab=settings`)
      await button('Delete data table').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('Old fair')
      await dialog.getByRole('button', { name: 'Delete data table' }).click()
      await page.getByText('Old fair is in the bin.').waitFor()
    }
    await remove()
    await button('Undo').click()
    await page.getByText('Old fair is restored').waitFor()
    await page.getByRole('link', { name: 'Old fair' }).waitFor()
    await remove()
    await openPage(page, '/bin')
    await button('Delete permanently: Old fair').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Old fair')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('The bin is empty').waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
    expect(await page.getByRole('heading', { name: 'Bin', exact: true }).count()).toBe(1)
  })
})
