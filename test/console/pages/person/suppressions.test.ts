import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { entriesIn } from '../../../../console/src/pages/organization/suppressions/pasted-list.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../../console.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

it.each([
  ['ada@example.com\n\nexample.org\n', ['ada@example.com', 'example.org']],
  [
    'Name;E-Mail\r\n"Ada";"ada@example.com"\r\nGrace;grace@example.com',
    ['ada@example.com', 'grace@example.com'],
  ],
  ['Domain,Note\nexample.org,Competitor', ['example.org']],
  ['a@b.example\na@b.example\nno address', ['a@b.example', 'no address']],
  ['', []],
])('the entries of the list %j are found', (text, entries) => {
  expect(entriesIn(text)).toEqual(entries)
})

it('addresses and domains are suppressed one by one and as a list, with a note, and found again', async () => {
  const page = await console.visitDemo('/suppressions')
  await page.getByLabel('Address or domain').fill('globex.example')
  await page.getByLabel('Note').fill('Competitor')
  await page.getByRole('button', { name: 'Suppress', exact: true }).click()
  await page.getByRole('row').filter({ hasText: '@globex.example' }).getByText('Competitor').waitFor()
  await page.getByRole('button', { name: 'Import a list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suppress a list' })
  await dialog
    .getByLabel('Addresses and domains')
    .fill('E-Mail\nada@list.example\nno address\nlist.example\n')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Suppress 3 entries' }).click()
  await dialog.getByText('2 added, 0 suppressed before.').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'no address' }).waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('textbox', { name: 'Search' }).fill('list.example')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('row').filter({ hasText: 'globex' }).waitFor({ state: 'detached' })
  await page.getByText('ada@list.example').waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'list.example' }).count()).toBe(2)
})

it('the search stands directly below the form for one address', async () => {
  const page = await console.visitDemo('/suppressions')
  const boxOf = async (name: string) => page.getByRole('textbox', { name }).boundingBox()
  const [form, search] = [await boxOf('Address or domain'), await boxOf('Search')]
  expect(form).not.toBeNull()
  expect((search?.y ?? 9_999) - (form?.y ?? 0)).toBeLessThan(120)
})

it('are cards on a phone, of which nothing is cut off', async () => {
  const page = await console.visitDemo('/suppressions', { viewport: { width: 390, height: 800 } })
  await page.getByLabel('Address or domain').fill('phone@example.com')
  await page.getByRole('button', { name: 'Suppress', exact: true }).click()
  await page.getByText('phone@example.com').waitFor()
  await expectNoSidewaysScroll(page)
  const remove = page.getByRole('button', { name: 'Remove phone@example.com' })
  const { x = 999, width = 0 } = (await remove.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(390)
})
