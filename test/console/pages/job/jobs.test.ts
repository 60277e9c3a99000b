import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page, Request } from 'playwright-core'
import { until } from '../../../support/until.ts'
import { addSpinner, addTable, ask, ingest, start } from '../../ask.ts'
import {
  Console,
  expectAccessible,
  expectAccessibleInBoth,
  expectLoaded,
  expectNoSidewaysScroll,
} from '../../console.ts'
import { hold } from '../../hold.ts'
import { intercept } from '../../intercept.ts'
import { openPage } from '../../open-page.ts'

const welcome = { type: 'email', to: '{{ email }}', subject: 'Welcome, {{ name }}', text: 'Hello {{ name }}' }
const aDay = { type: 'wait', seconds: 86_400 }
const narrow = { width: 360, height: 740 }
const wide = { width: 1280, height: 800 }

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
beforeEach(() => page.setViewportSize(wide))
afterAll(async () => {
  await console.close()
})

const ada = { name: 'Ada', email: 'ada@example.com' }
const nobody = { name: 'Nobody', email: null }

/** Adds 402 records to the demo's data table, one of them without an address, and returns the id of their job. */
async function startDemo(of: Console, on: Page): Promise<string> {
  const many = Array.from({ length: 400 }, (_, no) => ({
    name: `Person ${no}`,
    email: `person${no}@example.com`,
  }))
  await ingest(on, of.demo.ingestToken, [nobody, ada, ...many])
  return start(on, of.demo.spinnerId)
}

/** Starts a job of a new spinner over a new data table, both with the given name. */
async function startOwn(name: string, people: Parameters<typeof addTable>[2], steps: readonly object[]) {
  const dataTableId = await addTable(page, name, people)
  const spinnerId = await addSpinner(page, { name, dataTableId, audience: 'new', steps })
  return { dataTableId, spinnerId, jobId: await start(page, spinnerId) }
}

async function untilCompleted(jobId: string): Promise<void> {
  await until(
    async () => (await ask<{ status: string }>(page, 'GET', `/jobs/${jobId}`)).status === 'completed',
  )
}

const demo = () => console.demo
const isOfEvents = (request: Request) => request.url().endsWith('/progress/stream')

/**
 * Makes the tested page believe that it is visible or hidden, because a browser without a screen has no
 * background tabs.
 */
function showPage(of: Page, shown: boolean): Promise<unknown> {
  return of.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${!shown} })
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${shown ? 'visible' : 'hidden'}' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
}

const status = (word: string) => page.locator('main header').getByText(word, { exact: true })
const card = (word: string) => page.getByRole('group', { name: 'Counts' }).getByRole('button', { name: word })

it('the list explains how to start a job, and follows the first job to its end without a reload', async () => {
  const own = await Console.open()
  try {
    const first = await own.visitDemo('/jobs')
    await first.getByRole('heading', { name: 'No jobs yet' }).waitFor()
    await first
      .getByRole('region')
      .filter({ hasText: `/public/trigger/${own.demo.spinnerId}` })
      .waitFor()
    await first.getByRole('link', { name: 'Open “Welcome new leads”' }).waitFor()
    await startDemo(own, first)
    await first.getByRole('listitem').filter({ hasText: 'Completed, 1 failed' }).waitFor()
    await first.getByRole('img', { name: '402 recipients: 401 done, 1 failed' }).waitFor()
    // Clicks the row of the job beside its link: the whole row opens the job.
    await first
      .getByRole('listitem')
      .filter({ hasText: 'Job started by' })
      .click({ position: { x: 10, y: 10 } })
    await first.getByRole('heading', { level: 1, name: 'Welcome new leads' }).waitFor()
    expect(own.faults).toEqual([])
  } finally {
    await own.close()
  }
})

describe('a job', () => {
  let jobId: string

  beforeAll(async () => {
    jobId = await startDemo(console, page)
    await untilCompleted(jobId)
  })

  it('announces that it is loading, on the page and in its parts', async () => {
    const loading = page.getByRole('group', { name: 'Loading' })
    for (const late of [`**/api/v1/jobs/${jobId}`, `**/api/v1/jobs/${jobId}/progress`]) {
      const release = await hold(page, late)
      await openPage(page, `/jobs/${jobId}`)
      await loading.first().waitFor()
      await expectAccessible(page)
      release()
      await loading.first().waitFor({ state: 'detached' })
      await page.unroute(late)
    }
  })

  it('shows counts, speed and progress, and the reason of each failure', async () => {
    await openPage(page, `/jobs/${jobId}`)
    await status('Completed, 1 failed').waitFor()
    await page.getByText('401 of 402 captured at step 1, 1 failed').waitFor()
    await page.getByText('100 % of the recipients have ended').waitFor()
    await page.getByRole('list', { name: 'Steps' }).waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(1_400)
    expect(await card('Done').textContent()).toContain('401')
    await card('Failed').click()
    await page.getByRole('cell', { name: 'To: The column "email" is empty in the record' }).waitFor()
    await page.getByRole('cell', { name: 'Nobody Record' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    expect(page.url()).toContain('status=failed')
    await page.reload()
    await page.getByRole('cell', { name: '1 of 1, e-mail' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
  })

  it('counts its reasons, and lists the recipients of each', async () => {
    await openPage(page, `/jobs/${jobId}?tab=recipients`)
    await page
      .getByRole('group', { name: 'Reasons' })
      .getByRole('button', { name: /^Missing cell/ })
      .click()
    await page.getByRole('cell', { name: 'Nobody Record' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    expect(page.url()).toContain('reason=MISSING_CELL')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show recipients with any reason' }).click()
    await expectRows(50)
  })

  it('is read in its chart by keyboard', async () => {
    await openPage(page, `/jobs/${jobId}`)
    await page.getByRole('tab', { name: 'Activity' }).click()
    const chart = page.getByRole('slider', { name: /^Progress of the job over .+; recipients: 402$/ })
    await chart.focus()
    expect(await chart.getAttribute('aria-valuetext')).toContain('401 done, 1 failed')
    await page.keyboard.press('Home')
    expect(await chart.getAttribute('aria-valuetext')).toContain('no recipient finished')
  })

  it('lists its recipients page by page, in the chosen state', async () => {
    await openPage(page, `/jobs/${jobId}`)
    await page.getByRole('tab', { name: 'Recipients' }).click()
    await expectLoaded(page)
    await expectRows(50)
    await page.getByRole('combobox', { name: 'State of the recipients' }).click()
    await page.getByRole('option', { name: 'Done (401)' }).click()
    await expectRows(50)
    await page.route('**/recipients?*cursor=*', (route) => route.abort())
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByRole('alert').getByText('Spindle cannot be reached').waitFor()
    await page.unroute('**/recipients?*cursor=*')
    await page.getByRole('button', { name: 'Load more' }).click()
    await expectRows(100)
    await page.getByText('Spindle cannot be reached').waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'State of the recipients' }).click()
    await page.getByRole('option', { name: 'Unconfirmed (0)' }).click()
    await page.getByText('No recipient of this job is unconfirmed.').waitFor()
  })

  /** Expects this many rows below the header of the table on the tested page. */
  async function expectRows(count: number): Promise<void> {
    await page.getByRole('row').nth(count).waitFor()
    expect(await page.getByRole('row').count()).toBe(count + 1)
  }

  it('is retried for failed recipients once, and each job links to the other', async () => {
    const { jobId: failed } = await startOwn('Retried', [nobody, ada], [welcome])
    await untilCompleted(failed)
    await openPage(page, `/jobs/${failed}`)
    await page.getByRole('button', { name: 'Retry 1 failed recipient' }).click()
    await page.getByRole('dialog', { name: 'Retry failed recipients?' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByText('Nothing has changed since they failed').waitFor()
    await page.getByRole('button', { name: 'Retry 1 recipient' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/jobs/') && !url.pathname.endsWith(failed))
    await status('Completed, 1 failed').waitFor()
    await page.getByRole('region', { name: 'The recipient' }).getByText('Failed').first().waitFor()
    await page.getByRole('link', { name: /^This job retries failed recipients of job/ }).click()
    await page.waitForURL((url) => url.pathname === `/jobs/${failed}`)
    await page.getByText(/^Jobs that retry failed recipients of this job/).waitFor()
    await page.getByRole('tab', { name: 'Failures (1)' }).click()
    await page.getByText('This recipient was retried').waitFor()
    await page.getByRole('button', { name: 'Retry 1 failed recipient' }).waitFor({ state: 'detached' })
  })

  it('that waits is cancelled after a question, and the page follows', async () => {
    await openPage(page, '/jobs')
    await page.getByRole('link', { name: 'Welcome new leads' }).first().waitFor()
    await startOwn('Drip', [nobody, ada], [aDay, welcome])
    await page.getByRole('link', { name: 'Drip' }).click()
    await page.getByRole('heading', { level: 1, name: 'Drip' }).waitFor()
    await status('Running').waitFor()
    await page.getByRole('img', { name: '2 recipients: 2 waiting' }).waitFor()
    // Tests that a page in a hidden browser tab closes its event stream, and opens it again when the tab
    // becomes visible.
    const [ended] = await Promise.all([page.waitForEvent('requestfailed', isOfEvents), showPage(page, false)])
    expect(ended.failure()?.errorText).toContain('ABORTED')
    await Promise.all([page.waitForRequest(isOfEvents), showPage(page, true)])
    await page.getByRole('button', { name: 'Cancel job' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel this job?' })
    await question.getByText('No further step of the job starts').waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel job' }).click()
    await status('Cancelled').waitFor()
    await page.getByRole('status').filter({ hasText: 'The job released 2 records' }).waitFor()
    await question.waitFor({ state: 'detached' })
  })

  it('shows who its recipients are, and which record was deleted since', async () => {
    const { dataTableId, jobId: ended } = await startOwn('Deleted', [nobody, ada], [welcome])
    await untilCompleted(ended)
    const records = `/data-tables/${dataTableId}/records`
    const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', `${records}?limit=2`)
    const row = page.getByRole('row').filter({ has: page.getByTitle(`Record ${items[1]?.id}`) })
    await openPage(page, `/jobs/${ended}?status=done`)
    await row.getByText('Ada · ada@example.com').waitFor()
    const removal = { headers: { 'X-Spindle-Console': '1' } }
    expect((await page.request.delete(`/api/v1${records}/${items[1]?.id}`, removal)).status()).toBe(204)
    await page.reload()
    await row.getByText('The record was deleted').waitFor()
  })

  it('lists the senders that are paused for its spinner, and resumes them', async () => {
    const senderId = '01936f54-1a2b-7c3d-8e4f-5a6b7c8d9e0f'
    const pause = {
      senderId,
      senderName: 'Grace Hopper',
      at: new Date().toISOString(),
      reason: 'EARLY_BOUNCES',
      message: 'At least 5 of at most 50 messages in eight days bounced',
      serverResponse: '550 5.1.1 User unknown',
      numbers: { sent: 31, bounced: 5, complained: 0, refused: 0 },
    }
    let pauses = [pause]
    let resumed: unknown
    await intercept(page, `**/api/v1/jobs/${jobId}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), senderPauses: pauses } })
    })
    await intercept(page, `**/api/v1/senders/${senderId}/resume`, async (route) => {
      resumed = route.request().postDataJSON()
      pauses = []
      await route.fulfill({ status: 200, json: {} })
    })
    await openPage(page, `/jobs/${jobId}`)
    const alert = page.getByRole('status').filter({ hasText: 'A sender is paused for this spinner' })
    await alert.getByText('Of 31 messages: 5 bounced.').waitFor()
    await alert.getByText('The sender’s provider says: 550 5.1.1 User unknown').waitFor()
    await expectAccessible(page)
    await alert.getByRole('button', { name: 'Resume Grace Hopper' }).click()
    await alert.waitFor({ state: 'detached' })
    expect(resumed).toEqual({ spinnerId: demo().spinnerId })
    await page.unrouteAll()
  })

  it('that does not exist is reported', async () => {
    await openPage(page, '/jobs/01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d')
    await page.getByRole('heading', { name: 'Job not found' }).waitFor()
  })

  it('is found by its status and its spinner', async () => {
    const cancelled = await startOwn('Sought', [ada], [aDay, welcome])
    await ask(page, 'POST', `/jobs/${cancelled.jobId}/cancel`)
    await openPage(page, '/jobs')
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Cancelled' }).click()
    const rows = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem')
    await rows.filter({ hasText: 'Welcome new leads' }).first().waitFor({ state: 'detached' })
    await rows.filter({ hasText: 'Sought' }).waitFor()
    expect(await rows.filter({ hasNotText: 'Cancelled' }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Spinner' }).click()
    await page.getByRole('option', { name: 'Welcome new leads' }).click()
    await page.getByRole('heading', { name: 'No matching jobs' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'No matching jobs' }).waitFor()
    await openPage(page, '/jobs?status=cancelled&source=schedule')
    await page.getByRole('heading', { name: 'No matching jobs' }).waitFor()
    await openPage(page, '/jobs?status=cancelled&to=2026-01-01')
    await page.getByRole('heading', { name: 'No matching jobs' }).waitFor()
    await openPage(page, '/jobs?status=cancelled&source=app&from=2026-01-01')
    await rows.getByRole('link', { name: 'Sought' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sought' }).waitFor()
  })
})

describe('the pages of jobs', () => {
  let waiting: string
  let failed: string

  beforeAll(async () => {
    waiting = (await startOwn('Waiting', [ada], [aDay, welcome])).jobId
    failed = (await startOwn('Failing', [nobody, ada], [welcome])).jobId
    await untilCompleted(failed)
  })

  it.each([
    ['narrow', narrow],
    ['wide', wide],
  ] as const)('are accessible and fit a %s screen, in light and dark', async (_, size) => {
    const pages = {
      '/jobs': 'Jobs',
      [`/jobs/${waiting}`]: 'Waiting',
      [`/jobs/${failed}?status=failed`]: 'Failing',
    }
    await page.setViewportSize(size)
    for (const [path, name] of Object.entries(pages)) {
      await openPage(page, path)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.locator('[aria-busy]').first().waitFor({ state: 'detached' })
      // A recipient in a wait step is stored at the following step, which the list calls the next one.
      if (name === 'Waiting') await page.getByText('Next: 2 of 2, e-mail').waitFor()
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBoth(page)
    }
  })
})

describe('the failed recipients of a job', () => {
  it('lead to exactly their records with the empty cells marked, and are retried in four clicks', async () => {
    const people = [ada, nobody, { name: 'Nemo', email: null }]
    const { dataTableId, jobId: failed } = await startOwn('To be filled', people, [welcome])
    await untilCompleted(failed)
    await ask(page, 'POST', `/data-tables/${dataTableId}/records`, { data: { name: 'Later' } })
    await openPage(page, '/')
    const decision = page
      .getByRole('listitem')
      .filter({ hasText: '2 recipients failed in a job of To be filled' })
    await decision.getByRole('link', { name: 'See the job' }).click()
    await page.getByRole('link', { name: 'Open these 2 records' }).click()
    const empty = page.getByTitle('A message needs this cell, which is empty')
    await empty.nth(1).waitFor()
    expect(await page.getByRole('rowheader').count()).toBe(2)
    await expectAccessible(page)
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowRight')
    for (const address of ['nobody@example.com', 'nemo@example.com']) {
      await page.keyboard.type(address)
      await page.keyboard.press('Enter')
      await page.getByRole('gridcell', { name: address }).waitFor()
      await page.getByRole('grid').getByRole('textbox').waitFor({ state: 'detached' })
    }
    await empty.first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Retry these 2' }).click()
    await page.getByRole('dialog').getByText('All 2 records were changed since.').waitFor()
    await page.getByRole('button', { name: 'Retry 2 recipients' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/jobs/') && !url.pathname.endsWith(failed))
    await status('Completed').waitFor()
  })

  it('lead to the step, and can be retried there after it is corrected', async () => {
    const { spinnerId, jobId: failed } = await startOwn(
      'To be corrected',
      [ada, { name: '', email: 'nameless@example.com' }],
      [{ ...welcome, text: 'Hello' }],
    )
    await openPage(page, `/jobs/${failed}?tab=failures`)
    await page.getByRole('heading', { name: 'Failed recipients' }).waitFor()
    await page
      .getByRole('list', { name: 'Samples' })
      .getByText('nameless@example.com: Subject: The column "name" is empty in the record')
      .waitFor()
    await expectAccessible(page)
    await page.getByText(/^\d+ recipients?: A template uses a column/).waitFor()
    await page.getByRole('link', { name: /^Fix step 1: A template uses a column/ }).click()
    const panel = page.getByRole('region', { name: /recipients? failed at step 1/ })
    await panel.getByText('Fix the step below and publish the spinner.').waitFor()
    await panel
      .getByRole('button', { name: /^Preview record/ })
      .last()
      .click()
    await page.getByText('Click the column below its field, and set a word for empty cells.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add a step' }).waitFor()
    await page.getByRole('textbox', { name: 'Subject' }).fill('Welcome')
    await panel.getByRole('button', { name: /^Publish and retry/ }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/jobs/') && !url.pathname.endsWith(failed))
    await page.getByText('Version 2').waitFor()
    await page.getByRole('link', { name: /^This job retries failed recipients of job/ }).click()
    await page.getByRole('tab', { name: /^Failures/ }).click()
    await page.getByText(/^(This recipient was|All of these recipients were) retried$/).waitFor()
    await openPage(page, `/spinners/${spinnerId}?fix=${failed}&step=0&reason=MISSING_CELL`)
    await panel.getByText('No failed recipients are left').waitFor()
  })
})

it('sends no request to another host and violates no rule of its content security policy', () => {
  expect(console.faults).toEqual([])
})
