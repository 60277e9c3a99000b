import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import type { Demo } from '../../../src/use-cases/account/demo/set-up-demo.ts'
import { until } from '../../support/until.ts'
import { addSpinner, addTable, ask, ingest, start } from '../ask.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../console.ts'
import { hold } from '../hold.ts'
import { intercept } from '../intercept.ts'
import { openPage } from '../open-page.ts'

const sizes = [
  { width: 1280, height: 900 },
  { width: 375, height: 740 },
]

let console: Console
let page: Page

beforeAll(async () => {
  console = await Console.open()
  page = await console.enterDemo()
  await addLead(console.demo, page)
  await console.endVisits()
})
beforeEach(async () => {
  page = await console.enterDemo({ viewport: { width: 1280, height: 900 } })
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

/** Adds a lead to the demo of a test, and runs the demo's spinner for it. */
async function addLead(demo: Demo, on: Page): Promise<void> {
  await ingest(on, demo.ingestToken, [{ name: 'Ada Lovelace', email: 'ada@example.com' }])
  await start(on, demo.spinnerId)
}

it('four clicks lead from the sign-in to the demo to its first message', async () => {
  const own = await Console.start()
  try {
    await followFirstSteps(await own.visit('/'))
    expect(own.faults).toEqual([])
  } finally {
    await own.close()
  }
})

async function followFirstSteps(on: Page): Promise<void> {
  let clicks = 0
  const click = async (button: Locator) => {
    await button.click()
    clicks++
  }
  await click(on.getByRole('button', { name: 'Open the demo' }))
  await click(on.getByRole('button', { name: 'Send a test record' }))
  await on.getByRole('heading', { name: 'Add records (done)' }).waitFor()
  await click(on.getByRole('button', { name: /^Run “/ }))
  const release = await hold(on, '**/api/v1/messages/*')
  await click(on.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }))
  // Tests the home page while the job has ended and its message is still loading: the page may not say that
  // there is no message.
  const loading = on.getByRole('region', { name: 'Your first message' })
  await loading.getByText('Loading the first message.').waitFor()
  expect(await loading.getByText('without').count()).toBe(0)
  release()
  const message = on.getByRole('region', { name: 'Your first message, captured' })
  await message.getByText('ada@example.com').waitFor()
  expect(clicks).toBe(4)
  // The figures agree with the message at once, although the page polls them only every ten seconds.
  const soon = { timeout: 3_000 }
  await on.getByRole('region', { name: 'Outgoing' }).getByText('1 captured').first().waitFor(soon)
  await on.getByRole('region', { name: 'Incoming' }).getByText('1 added').waitFor(soon)
}

it('the empty home page imports a file in one click, into a table that is named after it', async () => {
  const account = { email: console.addressOf('first-file'), password: 'correct horse battery staple' }
  await console.signUp({ ...account, name: 'Ada Lovelace', organizationName: 'Machines' })
  const visitor = await console.visit('/')
  await visitor.getByLabel('E-mail').fill(account.email)
  await visitor.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
  await visitor.getByRole('button', { name: 'Import a file' }).waitFor()
  await expectAccessible(visitor)
  const buffer = Buffer.from('Name,E-Mail\nAda,ada@example.com\n')
  await visitor
    .locator('input[type=file]')
    .setInputFiles({ name: 'Spring_leads.csv', mimeType: 'text/csv', buffer })
  await visitor.getByRole('heading', { level: 1, name: 'Spring leads' }).waitFor()
  await visitor.getByRole('button', { name: 'Import 1 row' }).click()
  await visitor.getByRole('heading', { name: '1 record imported' }).waitFor()
})

it('the home page shows figures instead of first steps when these are done', async () => {
  const own = await console.visitOwn()
  await addLead(own.demo, own.page)
  await expectFigures(own.page)
})

async function expectFigures(on: Page): Promise<void> {
  await openPage(on, '/')
  await on.getByRole('heading', { name: 'Incoming' }).waitFor()
  expect(await on.getByRole('heading', { name: 'Start here' }).count()).toBe(0)
  expect(await on.getByRole('button', { name: 'Send a test record' }).count()).toBe(0)
  const cameIn = on.getByRole('region', { name: 'Incoming' })
  await cameIn.getByText('1 added').waitFor()
  await on.getByRole('region', { name: 'Outgoing' }).getByText('1 captured').first().waitFor()
  await on.getByText('There are no problems that need your decision.').waitFor()
  await on.getByRole('heading', { name: 'Spindle sends no e-mails yet: connect a mailbox (to do)' }).waitFor()

  const chart = cameIn.getByRole('slider', { name: 'Incoming, over time' })
  await chart.focus()
  // Expects the test's record in the chart's bar of this hour, or in the bar before if a new hour has begun since.
  const bars: string[] = []
  for (let bar = 0; bar < 3; bar++) {
    bars.push((await chart.getAttribute('aria-valuetext')) ?? '')
    await on.keyboard.press('ArrowLeft')
  }
  expect(bars.filter((text) => text.endsWith('1 added'))).toHaveLength(1)
  expect(bars.filter((text) => text.endsWith('nothing'))).toHaveLength(2)
  expect(await cameIn.getByRole('table').getByRole('row').count()).toBe(25)
  await on.getByText('30 days').click()
  await on.waitForURL(/range=30d/)
}

it('figures and bars of responses lead to the messages that they count', async () => {
  const { page: tested } = await console.visitOwn()
  await ask(tested, 'POST', '/test-mode/enter')
  await ask(tested, 'POST', '/projects', { name: 'Campaigns' })
  const people = ['ada', 'grace', 'alan'].map((name) => ({ name, email: `${name}@example.com` }))
  const dataTableId = await addTable(tested, 'Answering', people)
  const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hi, {{ name }}', text: 'Hello' }]
  const spinner = { name: 'Answered', dataTableId, audience: 'all', steps } as const
  const jobId = await start(tested, await addSpinner(tested, spinner))
  type Messages = { readonly items: readonly { readonly id: string; readonly to: string }[] }
  const sent = () => ask<Messages>(tested, 'GET', `/messages?jobId=${jobId}`)
  await until(async () => (await sent()).items.length === 3)
  for (const { id, to } of (await sent()).items)
    if (!to.startsWith('alan'))
      await ask(tested, 'POST', '/test-clock/inbound', { messageId: id, kind: 'reply', text: `Yes, ${to}` })
  await openPage(tested, '/')
  const responses = tested.getByRole('region', { name: 'Responses' })
  const listed = tested.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  const expectTwo = async () => {
    await tested.waitForURL(/messages.*reaction=reply/)
    await tested.getByLabel('Response from').waitFor()
    await until(async () => (await listed.count()) === 2)
    expect(await tested.getByText('Hi, alan').count()).toBe(0)
  }
  // Answers come before decisions and figures.
  const replies = tested.getByRole('region', { name: 'Replies' })
  await until(async () => (await replies.getByRole('listitem').count()) === 2)
  await replies.getByRole('listitem').filter({ hasText: 'ada@example.com' }).getByText('Answered').waitFor()
  const [first] = await tested.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(first).toBe('Replies')
  await replies.getByRole('link', { name: 'See the person' }).first().click()
  await tested.waitForURL(/\/people\//)
  await tested.goBack()
  await responses.getByRole('link', { name: '2 replies' }).click()
  await expectTwo()
  await expectAccessible(tested)
  await tested.goBack()
  const chart = responses.getByRole('slider', { name: 'Responses, over time' })
  await chart.focus()
  for (let bar = 0; bar < 24; bar++) {
    if ((await chart.getAttribute('aria-valuetext'))?.endsWith('2 replies') === true) break
    await tested.keyboard.press('ArrowLeft')
  }
  await tested.keyboard.press('Enter')
  await expectTwo()
})

it('the home page lists what needs a decision, with links', async () => {
  const { dataTableId, ingestToken } = console.demo
  await ask(page, 'PATCH', `/data-tables/${dataTableId}`, { acceptsAnyFormat: true })
  await page.request.post(`/api/v1/public/data-tables/ingest/${ingestToken}`, { data: { lead: 'Eve' } })
  await ask(page, 'PATCH', `/data-tables/${dataTableId}`, { acceptsAnyFormat: false })
  await ingest(page, ingestToken, [{ name: 'Nobody', email: null }])
  const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }]
  const spinner = await addSpinner(page, { name: 'Reminder', dataTableId, audience: 'all', steps })
  await start(page, spinner)
  await openPage(page, '/')
  const decisions = page.getByRole('region', { name: 'Needs a decision' })
  await decisions.getByText('1 recipient failed in a job of Reminder').waitFor({ timeout: 20_000 })
  await decisions.getByText('1 arrival is held by Leads').waitFor()
  await decisions.getByRole('link', { name: 'See held arrivals' }).click()
  await page.waitForURL(/\/data-tables\/.*status=held/)
  await page.goBack()
  await decisions.getByRole('link', { name: 'See the job' }).click()
  await page.waitForURL(/\/jobs\//)
})

it('the home page leads to the lead that arrived at a time, and from there to the person', async () => {
  const at = new Date(Date.now() + 60_000).toISOString()
  await openPage(page, `/arrivals?until=${at}&status=accepted`)
  await page.getByLabel('Arrivals received before').waitFor()
  await page.getByRole('list', { name: 'Arrivals' }).getByRole('button').last().click()
  await page
    .getByRole('list', { name: 'Records' })
    .getByRole('link', { name: /Ada Lovelace/ })
    .click()
  await page.getByRole('list', { name: 'Timeline' }).waitFor()
})

it.each(sizes)('the home page is accessible, $width pixels wide, in light and dark', async (size) => {
  await page.setViewportSize(size)
  await openPage(page, '/?range=7d')
  await page.getByRole('heading', { name: 'Incoming' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBoth(page)
})

it('the search finds people, things and pages by keyboard from every page', async () => {
  const { dataTableId } = console.demo
  const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }]
  await addSpinner(page, { name: 'Sought', dataTableId, steps })
  await openPage(page, '/jobs')
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
  await page.keyboard.press('Control+K')
  const find = page.getByRole('dialog').getByRole('combobox', { name: 'Search' })
  await find.fill('ada')
  await page.getByRole('option', { name: 'ada@example.com' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/people\//)
  await page.getByRole('list', { name: 'Timeline' }).waitFor()

  // Never opens a result of an earlier search: Enter after other words opens what they name.
  await page.keyboard.press('Control+K')
  await find.fill('ada')
  await page.getByRole('option', { name: 'ada@example.com' }).waitFor()
  await intercept(page, '**/api/v1/search**', () => {})
  await intercept(page, '**/api/v1/people**', () => {})
  await find.fill('audit')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/audit/)
  await page.unroute('**/api/v1/search**')
  await page.unroute('**/api/v1/people**')

  const where = { column: 'name', operator: 'exists' }
  await ask(page, 'POST', `/data-tables/${dataTableId}/segments`, { name: 'With a name', where })
  await page.keyboard.press('Control+K')
  await find.fill('with a name')
  await page.getByRole('option', { name: 'With a name' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/data-tables\/.*where=.*segmentId/)

  await page.keyboard.press('Control+K')
  await find.fill('suppr')
  await page.getByRole('option', { name: 'Suppressions' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/suppressions/)

  await page.keyboard.press('Control+K')
  await find.fill('someone@elsewhere.example')
  await page
    .getByRole('option', { name: 'Find the person someone@elsewhere.example in all records' })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Search' }).click()
  await find.fill('sought')
  await page.getByRole('option', { name: 'Sought', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/spinners\//)
})

it('the keyboard works on the page again if the search could not be loaded', async () => {
  await page.route('**/assets/palette-*', (route) => route.abort())
  await page.goto('/people')
  const field = page.getByRole('textbox', { name: 'Search people' })
  await field.waitFor()
  await page.keyboard.press('Control+K')
  await page.getByRole('alert').getByText('The search could not be opened').waitFor()
  await field.click()
  await page.keyboard.type('grace')
  expect(await field.inputValue()).toBe('grace')
  await page.unroute('**/assets/palette-*')
  await page.goto('/jobs')
})

it('the search finds people by any cell of any table, and starts actions', async () => {
  const named = Array.from({ length: 9 }, (_, no) => ({ name: `Maud ${no}`, email: `m${no}@example.com` }))
  const people = [...named, { name: 'Wanda Unwritten', email: 'wu@example.com' }]
  const dataTableId = await addTable(page, 'Fair', people)
  const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }]
  await addSpinner(page, { name: 'Hunted', dataTableId, steps })
  await openPage(page, '/jobs')
  const find = page.getByRole('dialog').getByRole('combobox', { name: 'Search' })
  const seek = async (words: string) => {
    await page.getByRole('button', { name: 'Search' }).click()
    await find.fill(words)
  }
  await seek('wanda')
  await page.getByRole('option', { name: 'Wanda Unwritten wu@example.com · Fair' }).waitFor()
  await find.fill('maud')
  await page.getByText('More people may match.').waitFor()
  await expectAccessible(page)
  await find.fill('explain wanda for hun')
  await page.getByRole('option', { name: 'Explain Wanda Unwritten for Hunted' }).click()
  await page.waitForURL(/\/people\/.*spinner=/)
  await seek('run hunted')
  await page.getByRole('option', { name: 'Run Hunted' }).click()
  await page.getByRole('dialog', { name: 'Run “Hunted”?' }).waitFor()
  await page.keyboard.press('Escape')
  await seek('pause hunted')
  await page.getByRole('option', { name: 'Pause Hunted' }).click()
  await page.getByText('Hunted and its jobs are paused').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Hunted is resumed').waitFor()
  await seek('invite')
  await page.getByRole('option', { name: 'Invite a person to the team' }).click()
  await page.getByRole('dialog', { name: 'Invite a person' }).getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(/\/team$/)
})

it('figures of states lead to the list of this state and period, each with the period before', async () => {
  const { demo, page: tested } = await console.visitOwn()
  await addLead(demo, tested)
  const path = `/api/v1/public/data-tables/ingest/${demo.ingestToken}`
  expect((await tested.request.post(path, { data: { unknown: 'x' } })).status()).toBe(400)
  await openPage(tested, '/')
  const expectList = async (region: string, link: RegExp, url: RegExp) => {
    const figure = tested.getByRole('region', { name: region }).getByRole('link', { name: link })
    await figure.locator('..').getByText('(before: 0)').waitFor()
    await figure.click()
    await tested.waitForURL(url)
    await tested.goBack()
  }
  await expectList('Outgoing', /1 captured/, /\/messages\?status=captured&since=.+until=/)
  await expectList('Incoming', /1 refused/, /\/arrivals\?status=refused&since=.+until=/)
})

it('a bar of the home page opens the arrivals that it counts, and each figure has the period before', async () => {
  await openPage(page, '/')
  const cameIn = page.getByRole('region', { name: 'Incoming' })
  await cameIn.getByText('before: 0', { exact: true }).waitFor()
  await cameIn.getByRole('slider', { name: 'Incoming, over time' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/arrivals\?since=.+until=/)
})
