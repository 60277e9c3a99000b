import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { until } from '../../../support/until.ts'
import { addSpinner, addTable, ask, start } from '../../ask.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { intercept } from '../../intercept.ts'
import { openPage } from '../../open-page.ts'

const ada = 'ada@example.com'
const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 740 }
const hello = { type: 'email', to: '{{ email }}', subject: 'Hello, {{ name }}', text: 'Hello {{ name }}' }

let console: Console
let page: Page
let reminder: string

const ended = (jobId: string) =>
  until(async () => (await ask<{ status: string }>(page, 'GET', `/jobs/${jobId}`)).status === 'completed')

beforeAll(async () => {
  console = await Console.open()
  page = await console.enterDemo()
  const { apiKey, dataTableId, ingestToken, spinnerId } = console.demo
  const match = { columns: ['email'], onMatch: 'update' }
  await ask(page, 'PATCH', `/data-tables/${dataTableId}`, { match })
  const record = { name: 'Ada Lovelace', phone: null, account_id: 'A-1001', email: 'Ada@Example.com' }
  await page.request.post('/api/v1/public/ingest', {
    data: { dataTableId, records: [record] },
    headers: { authorization: `Bearer ${apiKey}`, 'x-request-id': 'crm-7f3a' },
  })
  const changed = { records: [{ ...record, phone: '+44 20 7946 0958' }] }
  await ask(page, 'POST', `/public/data-tables/ingest/${ingestToken}`, changed)
  await ended(await start(page, spinnerId))
  const steps = [hello]
  reminder = await addSpinner(page, { name: 'Reminder', dataTableId, audience: 'all', steps })
  await ended(await start(page, reminder))
  await ended(await start(page, reminder))
  await ask(page, 'POST', '/suppressions', { email: ada })
  const news = await addSpinner(page, { name: 'News', dataTableId, audience: 'all', steps })
  await ended(await start(page, news))
  await console.endVisits()
})
beforeEach(async () => {
  page = await console.enterDemo()
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

it('the page of a person shows everything that happened, and explains what would happen', async () => {
  await openPage(page, '/')
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('textbox', { name: 'Search people' }).fill(' LOVE ')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()
  const entries = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  // The page loads the names of spinners that it does not know yet by a further request.
  await entries.filter({ hasText: 'At step 1 of News' }).waitFor()
  await entries.filter({ hasText: 'deleted spinner' }).waitFor({ state: 'detached' })
  const texts = await entries.allTextContents()
  const expected = [
    /^At step 1 of News, the record of this person was skipped.*on the suppression list/,
    /^The record was taken by a job of News/,
    /^The person’s address was put on the suppression list/,
    /^At step 1 of Reminder, the record of this person was skipped.*has already written to the address · See the other job of this person/,
    /^The record was taken by a job of Reminder/,
    /^An e-mail was captured instead of sent: step 1 of Reminder/,
    /^The record was taken by a job of Reminder/,
    /^An e-mail was captured instead of sent: step 1 of Welcome new leads/,
    /^The record was taken by a job of Welcome new leads/,
    /^Updated in Leads: phone/,
    /^Arrived in Leads by the API key .*request crm-7f3a/,
  ]
  expect(texts).toHaveLength(expected.length)
  for (const [index, pattern] of expected.entries()) expect(texts[index]).toMatch(pattern)

  await page.getByRole('combobox', { name: 'Spinner' }).click()
  await page.getByRole('option', { name: 'Reminder' }).click()
  await page.getByText('No. The address is on the suppression list.').waitFor()
  await page.getByText('Added manually').waitFor()
})

it('the list of people is saved as a view, opened, changed and deleted', async () => {
  await openPage(page, '/people?q=love')
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
  const menu = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const choose = (name: string) => page.getByRole('menuitem', { name }).click()
  await menu('Views')
  await choose('Save this view')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Lovelaces')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: 'Lovelaces', exact: true }).waitFor()
  // Another order and column change the opened view.
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('checkbox', { name: 'Company' }).uncheck()
  await page.keyboard.press('Escape')
  await menu('Lovelaces (changed)')
  await choose('Save changes of “Lovelaces”')
  await page.getByRole('button', { name: 'Lovelaces', exact: true }).waitFor()
  await openPage(page, '/people')
  await menu('Views')
  await choose('Lovelaces')
  await page.getByRole('button', { name: 'Lovelaces', exact: true }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Search people' }).inputValue()).toBe('love')
  await page.getByRole('columnheader', { name: 'Company' }).waitFor({ state: 'detached' })
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(wide)
  await menu('Lovelaces')
  await choose('Delete the view “Lovelaces”')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor()
  expect((await ask<{ items: unknown[] }>(page, 'GET', '/people-views')).items).toEqual([])
})

it('the page of a person shows the exact message that was sent in the timeline', async () => {
  await openPage(page, `/people?email=${ada}`)
  const sent = page
    .getByRole('listitem')
    .filter({ hasText: 'An e-mail was captured instead of sent: step 1 of Reminder' })
  const message = sent.getByRole('button', { name: 'The message “Hello, Ada Lovelace”' })
  await message.click()
  expect(await message.getAttribute('aria-expanded')).toBe('true')
  await sent.getByText('Hello Ada Lovelace').waitFor()
  await expectAccessible(page)
  await message.click()
  await sent.getByText('Hello Ada Lovelace').waitFor({ state: 'detached' })
})

it('the page of a person is reached from a record, a recipient, a message and another column', async () => {
  const { dataTableId } = console.demo
  const timeline = () => page.getByRole('list', { name: 'Timeline' }).waitFor()
  await openPage(page, '/messages')
  await page.getByRole('link', { name: 'See the person’s history' }).click()
  await timeline()
  await page.getByRole('link', { name: 'a job' }).first().click()
  await page
    .getByRole('link', { name: /See the person’s history/ })
    .first()
    .click()
  await timeline()
  await openPage(page, `/data-tables/${dataTableId}`)
  await page.getByTitle('Open the record').first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Ada@Example.com' }).click()
  await timeline()
  await openPage(page, '/people?column=phone&value=%2B44%2020%2079460958')
  await timeline()
})

it('the page of a person begins with who it is, the newest record and what comes next', async () => {
  const { dataTableId } = console.demo
  const email = 'wilhelmina.vandersteen@international-logistics-company.example'
  const record = { name: 'Wilhelmina van der Steen', phone: null, account_id: 'A-3001', email }
  await page.request.post('/api/v1/public/ingest', {
    data: { dataTableId, records: [record] },
    headers: { authorization: `Bearer ${console.demo.apiKey}` },
  })
  const steps = [hello, { type: 'wait', seconds: 86_400 }, hello]
  const twice = await addSpinner(page, { name: 'Twice', dataTableId, audience: 'all', steps })
  const { items } = await ask<{ items: readonly { id: string }[] }>(
    page,
    'GET',
    `/data-tables/${dataTableId}/records?q=A-3001`,
  )
  const [{ id: recordId } = { id: '' }] = items
  await ask(page, 'POST', `/spinners/${twice}/jobs`, { recordIds: [recordId] })
  for (const size of [wide, narrow]) {
    await page.setViewportSize(size)
    await openPage(page, `/people?email=${email}`)
    await page.getByRole('heading', { name: 'Wilhelmina van der Steen', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Newest record' }).getByText('A-3001').waitFor()
    const next = page.getByRole('list', { name: 'What comes next' })
    await next.getByText('Next: step 3 of Twice').waitFor()
    await page.getByRole('region', { name: 'Status' }).getByText('Waiting', { exact: true }).waitFor()
    expect(await page.evaluate(`(${brokenWords})()`)).toEqual([])
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBoth(page)
  }
})

/** Returns the words of the header of the page that are on more than one line. */
const brokenWords = `() => {
  const broken = []
  const texts = document.createTreeWalker(document.querySelector('header:has(h1)'), NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
    }
  return broken
}`

it('a spinner is run, the address is suppressed and the person is erased by one button each', async () => {
  const { apiKey, dataTableId } = console.demo
  const email = 'one.click@example.com'
  await page.request.post('/api/v1/public/ingest', {
    data: { dataTableId, records: [{ name: 'One Click', phone: null, account_id: 'A-4001', email }] },
    headers: { authorization: `Bearer ${apiKey}` },
  })
  await openPage(page, `/people?email=${email}`)
  await page.getByRole('button', { name: 'Run a spinner' }).click()
  await page.getByRole('dialog', { name: 'Run a spinner for 1 record' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Suppress' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suppress' }).click()
  await page.getByText('Added manually').waitFor()
  await page.getByRole('button', { name: 'Suppress' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Erase…' }).click()
  const erasing = page.getByRole('dialog', { name: `Erase ${email}?` })
  await erasing.getByRole('textbox').fill(email)
  await erasing.getByRole('button', { name: 'Erase' }).click()
  await page.getByText(`${email} was erased`).waitFor()
})

it('the reply of a person is below the message that it answers', async () => {
  const record = { jobId: console.demo.dataTableId, spinnerId: reminder, recordId: '7', step: 0 }
  const mail = {
    id: record.jobId,
    to: ada,
    subject: 'Hello, Ada',
    status: 'replied',
    serverResponse: 'Call me',
  }
  const replied = { code: 'REPLIED', message: 'The person has replied', evidence: null }
  const items = [
    { at: '2026-11-22T10:00:00.000Z', kind: 'stopped', ...record, reason: replied, message: replied.message },
    { at: '2026-11-21T10:00:00.000Z', kind: 'updated', requestId: 'r', source: null, columns: ['phone'] },
    { at: '2026-11-20T10:00:00.000Z', kind: 'sent', ...record, channel: 'email', to: ada, mail },
    { at: '2026-11-20T09:00:00.000Z', kind: 'taken', ...record },
  ]
  await intercept(page, /\/api\/v1\/people\/[\w-]{43}/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), items, nextCursor: null } })
  })
  await openPage(page, `/people?email=${ada}`)
  const entries = page.getByRole('list', { name: 'Timeline' }).locator('> [role=listitem]')
  await entries.nth(1).getByText('Reply: Call me').waitFor()
  const texts = await entries.allTextContents()
  expect(texts).toHaveLength(2)
  expect(texts[0]).toMatch(/^Updated in/)
  expect(texts[1]).toMatch(/^An e-mail was sent.*Reply: Call me.*The person has replied.*was taken by a job/)
})

it('the page of a person who asks for no more e-mails by a reply suppresses the address with one click', async () => {
  const { apiKey, dataTableId } = console.demo
  const email = 'no.more@example.com'
  await page.request.post('/api/v1/public/ingest', {
    data: { dataTableId, records: [{ name: 'No More', phone: null, account_id: 'A-2001', email }] },
    headers: { authorization: `Bearer ${apiKey}` },
  })
  const evidence = { at: '2026-11-21T10:00:00.000Z', request: 'unsubscribe' }
  const reason = { code: 'REPLIED', message: 'The person has replied', evidence }
  // The request stops a recipient at first, and nobody for the second page.
  let stopped = true
  await intercept(page, /\/api\/v1\/people\/[\w-]{43}/, async (route) => {
    const answer = await route.fetch()
    const person = await answer.json()
    const items = person.items.map((item: object, no: number) => (no === 0 ? { ...item, reason } : item))
    const request = { at: evidence.at, spinnerId: dataTableId, jobId: dataTableId }
    const shown = stopped ? { items } : { removalRequest: request }
    await route.fulfill({ response: answer, json: { ...person, ...shown } })
  })
  const alert = page.getByRole('alert').filter({ hasText: 'This person asks for no more e-mails' })
  for (const size of [narrow, wide]) {
    await page.setViewportSize(size)
    await openPage(page, `/people?email=${email}`)
    await alert.waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBoth(page)
    stopped = false
  }
  await alert.getByRole('button', { name: 'Suppress the address' }).click()
  await page.getByText('Added manually').waitFor()
  await alert.waitFor({ state: 'detached' })
  const { items } = await ask<{ items: readonly { email: string }[] }>(page, 'GET', '/suppressions')
  expect(items.map((suppression) => suppression.email)).toContain(email)
})

/** Expects that a click on a heading of the list of people sorts it, and that the heading says how. */
async function expectSortedByHeadings(rows: Locator): Promise<void> {
  const heading = (name: string) => page.getByRole('columnheader', { name })
  const sortOf = (name: string) => heading(name).getAttribute('aria-sort')
  expect(await sortOf('Person')).toBe('ascending')
  await heading('Person').getByRole('button').click()
  await rows.nth(1).filter({ hasText: 'Lister 59' }).waitFor()
  await page.waitForURL(/sort=-name/)
  expect([await sortOf('Person'), await sortOf('Source')]).toEqual(['descending', 'none'])
  await heading('Source').getByRole('button').press('Enter')
  await page.waitForURL(/sort=source/)
  expect([await sortOf('Person'), await sortOf('Source')]).toEqual(['none', 'ascending'])
  await heading('Company').getByRole('button').click()
  await page.waitForURL(/sort=company/)
  expect(await sortOf('Company')).toBe('ascending')
  // The last message and the status are read for a page alone, and order no list.
  expect(await sortOf('Last message')).toBeNull()
  await heading('Person').getByRole('button').click()
  await rows.nth(1).filter({ hasText: 'Lister 00' }).waitFor()
}

it('the list of people is searched, filtered, sorted and paged, and its state is in the URL', async () => {
  const people = Array.from({ length: 60 }, (_, no) => ({
    name: `Lister ${String(no).padStart(2, '0')}`,
    email: `lister${no}@company.example`,
  }))
  await addTable(page, 'Many listed', people)
  await openPage(page, '/people')
  const rows = page.getByRole('table', { name: 'People' }).getByRole('row')
  await page.getByRole('textbox', { name: 'Search people' }).fill('company.ex lister')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=company/)
  await until(async () => (await rows.filter({ hasText: 'Lister' }).count()) === 50)
  await page.getByRole('button', { name: 'Load more' }).click()
  await until(async () => (await rows.filter({ hasText: 'Lister' }).count()) === 60)
  await page.getByRole('combobox', { name: 'Order' }).click()
  await page.getByRole('option', { name: 'Name', exact: true }).click()
  await rows.nth(1).filter({ hasText: 'Lister 00' }).waitFor()
  await expectSortedByHeadings(rows)
  await page.goto('/people')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Suppressed' }).click()
  await page.waitForURL(/status=suppressed/)
  await rows.filter({ hasText: ada }).waitFor()
  await rows.filter({ hasText: 'lister' }).first().waitFor({ state: 'detached' })
  await page.reload()
  await rows.filter({ hasText: ada }).getByText('Suppressed').waitFor()
  const headings = () => page.getByRole('columnheader').allTextContents()
  expect(await headings()).toEqual(['Person', 'Status', 'Company', 'Data tables', 'Source', 'Last message'])
  await page.getByRole('button', { name: 'Columns (1 hidden)' }).click()
  await page.getByRole('checkbox', { name: 'Added' }).check()
  await page.getByRole('checkbox', { name: 'Company' }).uncheck()
  await page.waitForURL(/columns=status/)
  await page.reload()
  await rows.filter({ hasText: ada }).waitFor()
  expect(await headings()).toEqual(['Person', 'Status', 'Data tables', 'Source', 'Last message', 'Added'])
  await page.goto('/people?q=nobody.at.all')
  await page.getByRole('heading', { name: 'No matching people' }).waitFor()
})

it.each([
  ['wide', wide],
  ['narrow', narrow],
] as const)('the list of people is accessible, %s, in light and dark', async (_, size) => {
  await page.setViewportSize(size)
  await openPage(page, '/people?q=a')
  await page.getByRole('table', { name: 'People' }).getByText(ada).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBoth(page)
})

it.each([
  ['wide', wide],
  ['narrow', narrow],
] as const)('the page of a person is accessible, %s, in light and dark', async (_, size) => {
  await page.setViewportSize(size)
  await openPage(page, `/people?email=${ada}&spinner=${reminder}`)
  await page.getByText('No. The address is').waitFor()
  await page.getByRole('list', { name: 'Timeline' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBoth(page)
})

it('the list shows sources, is filtered by them, and shows people as cards on a phone', async () => {
  page = (await console.visitOwn('/', { viewport: wide })).page
  const people = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing'].map((name, no) => ({
    name,
    email: `person${no}@engines.example`,
  }))
  await addTable(page, 'Trials', people)
  await openPage(page, '/people')
  const row = page.getByRole('row').filter({ hasText: 'Ada Lovelace' })
  await row.getByText('Webhook URL').waitFor()
  await page.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'Import', exact: true }).click()
  await page.getByText('No matching people').waitFor()
  await openPage(page, '/people?source=webhookUrl')
  await row.waitFor()
  const shots = process.env['SCREENSHOTS']
  for (const [width, size] of [
    [1440, { width: 1440, height: 900 }],
    [390, { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/people-${width}.png` })
  }
  // The list itself does not scroll sideways either.
  const widths = `(() => { const list = document.querySelector('.card-list')
    return [...list.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'auto').length })()`
  expect(await page.evaluate<number>(widths)).toBe(0)
  await expectAccessibleInBoth(page)
})
