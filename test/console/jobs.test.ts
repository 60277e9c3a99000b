import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { createTestDatabase } from '../support/test-database.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from './console.ts'

const welcome = { type: 'email', to: '{{ email }}', subject: 'Welcome, {{ name }}', text: 'Hello {{ name }}' }
const aDay = { type: 'wait', seconds: 86_400 }

const narrow = { width: 360, height: 740 }
const wide = { width: 1280, height: 800 }

let console: Console
/** The one that is signed in to the demo: another would end its session. */
let page: Page

beforeAll(async () => {
  console = await Console.open()
  page = await console.visitDemo()
})
afterAll(async () => {
  await console.close()
})

/** What a page of the console asks of the API, with the session of whoever is signed in. */
async function ask<Answer>(by: Page, method: string, path: string, data: unknown = {}): Promise<Answer> {
  const response = await by.request.fetch(`/api/v1${path}`, {
    method,
    ...(method === 'GET' ? {} : { data }),
    headers: { 'X-Spindle-Console': '1' },
  })
  if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`)
  return (await response.json()) as Answer
}

const ingest = (records: readonly (readonly [name: string, email: string | null])[]) =>
  page.request.post(`/api/v1/public/data-tables/ingest/${console.home.demo.ingestToken}`, {
    data: { records: records.map(([name, email]) => ({ name, email, phone: null, account_id: null })) },
  })

const start = async (spinnerId = console.home.demo.spinnerId): Promise<string> =>
  (await ask<{ jobId: string }>(page, 'POST', `/spinners/${spinnerId}/jobs`)).jobId

/** A published spinner over all of the demo's records. */
async function addSpinner(name: string, steps: readonly object[]): Promise<string> {
  const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/projects')
  const { dataTableId } = console.home.demo
  const spinner = { name, dataTableId, audience: 'all', steps }
  const { id } = await ask<{ id: string }>(page, 'POST', `/projects/${items[0]?.id}/spinners`, spinner)
  await ask(page, 'POST', `/spinners/${id}/publish`)
  return id
}

const status = (word: string) => page.locator('main header').getByText(word, { exact: true })
const card = (word: string) => page.getByRole('group', { name: 'Counts' }).getByRole('button', { name: word })

describe('before anything has happened', () => {
  it('the list says how the first job comes about', async () => {
    await page.goto('/jobs')
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
    await page
      .getByRole('region')
      .filter({ hasText: `/public/trigger/${console.home.demo.spinnerId}` })
      .waitFor()
    await page.getByRole('link', { name: 'Open “Welcome new leads”' }).waitFor()
  })

  it('the outbox says what it is for', async () => {
    await page.goto('/outbox')
    await page.getByRole('heading', { name: 'No captured messages' }).waitFor()
    expect(await page.getByRole('main').textContent()).toContain('SMTP_URL')
  })
})

describe('a job', () => {
  let jobId: string

  it('is seen to go on to its end without a reload, in the list and by itself', async () => {
    const many = Array.from({ length: 400 }, (_, no) => [`Person ${no}`, `person${no}@example.com`] as const)
    await ingest([['Nobody', null], ['Ada', 'ada@example.com'], ...many])
    await page.goto('/jobs')
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
    jobId = await start()
    await page.getByRole('listitem').filter({ hasText: 'Completed' }).waitFor()
    await page.getByRole('img', { name: '402 recipients: 401 done, 1 failed' }).waitFor()
  })

  it('shows counts, pace and progress, and the reason of each failure', async () => {
    await page.goto(`/jobs/${jobId}`)
    await status('Completed').waitFor()
    await page.getByText('100% finished').waitFor()
    expect(await card('Done').textContent()).toContain('401')
    await card('Failed').click()
    await page.getByRole('cell', { name: '"to": The record has nothing in "email"' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    expect(page.url()).toContain('state=failed')
    await page.reload()
    await page.getByRole('cell', { name: '1 of 1, e-mail' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
  })

  it('can be followed through its chart by keys', async () => {
    const chart = page.getByRole('slider', { name: /^Progress over .+ of 402 recipients$/ })
    await chart.focus()
    expect(await chart.getAttribute('aria-valuetext')).toContain('401 done, 1 failed')
    await page.keyboard.press('Home')
    expect(await chart.getAttribute('aria-valuetext')).toContain('nobody finished')
  })

  it('lists its recipients page by page, in the state that is chosen', async () => {
    await page.getByRole('combobox', { name: 'State of the recipients' }).click()
    await page.getByRole('option', { name: 'Done (401)' }).click()
    await expectRows(50)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expectRows(100)
    await page.getByRole('combobox', { name: 'State of the recipients' }).click()
    await page.getByRole('option', { name: 'Unconfirmed (0)' }).click()
    await page.getByText('Nobody is unconfirmed.').waitFor()
  })

  /** Besides the head of the table. */
  async function expectRows(count: number): Promise<void> {
    await page.getByRole('row').nth(count).waitFor()
    expect(await page.getByRole('row').count()).toBe(count + 1)
  }

  it('has a new one for those that failed, once', async () => {
    await page.getByRole('button', { name: 'Retry failed' }).click()
    await page.getByRole('button', { name: 'Start new job' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/jobs/') && !url.pathname.endsWith(jobId))
    await status('Completed').waitFor()
    await page.getByRole('img', { name: '1 recipient: 1 failed' }).waitFor()
    await page.goto(`/jobs/${jobId}`)
    await page.getByRole('button', { name: 'Retry failed' }).click()
    await page.getByRole('button', { name: 'Start new job' }).click()
    await page.getByRole('alert').filter({ hasText: 'were run again already' }).waitFor()
  })

  it('that waits is cancelled after a question, and the page follows', async () => {
    await page.goto(`/jobs/${await start(await addSpinner('Drip', [aDay, welcome]))}`)
    await status('Running').waitFor()
    await page.getByRole('img', { name: '402 recipients: 402 waiting' }).waitFor()
    await page.getByText('One worker is running').waitFor()
    await page.getByRole('button', { name: 'Cancel job' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel this job?' })
    await question.getByText('No further step starts').waitFor()
    await question.getByRole('button', { name: 'Cancel job' }).click()
    await status('Cancelled').waitFor()
    await question.waitFor({ state: 'detached' })
  })

  it('that does not exist is said not to', async () => {
    await page.goto('/jobs/01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d')
    await page.getByRole('alert').filter({ hasText: 'Job not found' }).waitFor()
  })

  it('is found by its status and its spinner', async () => {
    await page.goto('/jobs')
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Cancelled' }).click()
    const rows = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem')
    await rows.filter({ hasText: 'Welcome new leads' }).first().waitFor({ state: 'detached' })
    await rows.first().waitFor()
    expect(await rows.count()).toBe(1)
    await page.getByRole('combobox', { name: 'Spinner' }).click()
    await page.getByRole('option', { name: 'Welcome new leads' }).click()
    await page.getByRole('heading', { name: 'No such jobs' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'No such jobs' }).waitFor()
    await page.goto('/jobs?status=cancelled')
    await rows.getByRole('link', { name: 'Drip' }).click()
    await page.getByRole('heading', { level: 1, name: 'Drip' }).waitFor()
  })
})

describe('the outbox', () => {
  const html = `<style>h1 { color: rgb(1, 2, 3) }</style><h1>Hello {{ name }}</h1>
    <a href="https://elsewhere.example.org/">Read on</a>
    <img alt="seen" src="data:," onerror="document.title = 'ran'">
    <script>document.querySelector('h1').textContent = 'ran'</script>`

  it('shows a message as it would have been sent', async () => {
    await page.goto('/outbox')
    const message = page.getByRole('list', { name: 'Messages' }).getByRole('button').nth(1)
    const [, no] = /person(\d+)@example\.com/.exec((await message.textContent()) ?? '') ?? []
    await message.click()
    await page
      .getByRole('definition')
      .filter({ hasText: `person${no}@example.com` })
      .waitFor()
    await page
      .getByRole('definition')
      .filter({ hasText: `Welcome, Person ${no}` })
      .waitFor()
    await page.getByText(`Hello Person ${no},`).waitFor()
    await page.getByRole('link', { name: 'its job' }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome new leads' }).waitFor()
  })

  it('shows html in a sandbox with its style, where no script runs and no link leads anywhere', async () => {
    const jobId = await start(await addSpinner('Beautiful', [{ ...welcome, html }]))
    await page.goto(`/jobs/${jobId}`)
    await status('Completed').waitFor()
    await page.goto('/outbox')
    const frame = page.frameLocator('iframe')
    const heading = frame.getByRole('heading', { name: /^Hello / })
    await heading.waitFor()
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
    const colour = "getComputedStyle(document.querySelector('h1')).color"
    expect(await page.frames().at(-1)?.evaluate(colour)).toBe('rgb(1, 2, 3)')
    await frame.getByRole('link', { name: 'Read on' }).click()
    await page.getByRole('tab', { name: 'Plain text' }).waitFor()
    await heading.waitFor()
    expect(page.context().pages().length).toBe(1)
    expect(await page.title()).toBe('Outbox – Spindle')
  })
})

describe('the pages of jobs', () => {
  it.each(['light', 'dark'] as const)(
    'are accessible and fit a narrow screen, in %s',
    async (colorScheme) => {
      const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/jobs')
      const pages = {
        '/jobs': 'Jobs',
        [`/jobs/${items[0]?.id}`]: 'Beautiful',
        [`/jobs/${items.at(-1)?.id}?state=failed`]: 'Welcome new leads',
        '/outbox': 'Outbox',
      }
      await page.emulateMedia({ colorScheme })
      for (const size of [narrow, wide]) {
        await page.setViewportSize(size)
        for (const [path, name] of Object.entries(pages)) {
          await page.goto(path)
          await page.getByRole('heading', { level: 1, name }).waitFor()
          await page.locator('[aria-busy]').first().waitFor({ state: 'detached' })
          await expectNoSidewaysScroll(page)
          await expectAccessible(page)
        }
      }
    },
  )

  it('show the outbox one after the other where there is no room', async () => {
    await page.setViewportSize(narrow)
    await page.goto('/outbox')
    await page.getByRole('list', { name: 'Messages' }).getByRole('button').first().click()
    await page.getByRole('heading', { name: 'Message' }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'All messages' }).click()
    await page.getByRole('list', { name: 'Messages' }).waitFor()
  })
})

it('a job that no runtime takes up says so, and what to do', async () => {
  const database = await createTestDatabase()
  const split = await Console.open((home) =>
    home.launchApi({ DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(32) }),
  )
  try {
    const owner = await split.visit('/sign-up')
    await ask(owner, 'POST', '/auth/sign-up', {
      email: 'ada@example.com',
      password: 'a long password',
      name: 'Ada',
      organizationName: 'Analytical Engines',
    })
    const { id: projectId } = await ask<{ id: string }>(owner, 'POST', '/projects', { name: 'First' })
    const table = await ask<{ id: string }>(owner, 'POST', `/projects/${projectId}/data-tables`, {
      name: 'Leads',
    })
    const imported = await owner.request.post(`/api/v1/data-tables/${table.id}/imports`, {
      data: 'email\nada@example.com\n',
      headers: { 'Content-Type': 'text/csv', 'X-Spindle-Console': '1' },
    })
    expect(imported.status()).toBe(201)
    const { id } = await ask<{ id: string }>(owner, 'POST', `/projects/${projectId}/spinners`, {
      name: 'Wait a little',
      dataTableId: table.id,
      steps: [aDay],
    })
    await ask(owner, 'POST', `/spinners/${id}/publish`)
    const { jobId } = await ask<{ jobId: string }>(owner, 'POST', `/spinners/${id}/jobs`)

    for (const path of [`/jobs/${jobId}`, '/jobs']) {
      await owner.goto(path)
      const advice = owner.getByRole('status').filter({ hasText: 'No runtime is running' })
      await advice.getByText('npm run worker').waitFor()
      await advice.getByText('npm start').waitFor()
      await expectAccessible(owner)
    }
    expect(split.faults).toEqual([])
  } finally {
    await split.close()
    await database.drop()
  }
})

it('asks nothing of another host and breaks no rule of its policy', () => {
  expect(console.faults).toEqual([])
})
