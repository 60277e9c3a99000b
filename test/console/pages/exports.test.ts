import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { ask } from '../ask.ts'
import { Console, expectAccessibleInBoth, expectNoSidewaysScroll } from '../console.ts'
import { openPage } from '../open-page.ts'

let console: Console
let page: Page

beforeAll(async () => {
  console = await Console.open()
  page = await console.enterDemo()
  for (const name of ['zoe', 'yves'])
    await ask(page, 'POST', '/suppressions', { email: `${name}@example.com` })
  await console.endVisits()
})
beforeEach(async () => {
  page = await console.enterDemo()
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

const exportButton = () => page.getByRole('button', { name: 'Export CSV' })

/** Exports the list of the open page, and returns the text and the name of the file. */
async function exported(): Promise<{ readonly text: string; readonly name: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), exportButton().click()])
  return { text: readFileSync(await download.path(), 'utf8'), name: download.suggestedFilename() }
}

/** Answers requests for CSV in the page with two rows, and then does what `afterwards` says with the stream. */
async function answerSlowly(afterwards: string): Promise<void> {
  await page.evaluate(`(() => {
    const { fetch } = window
    window.fetch = (url, options) => {
      if (options?.headers?.Accept !== 'text/csv') return fetch(url, options)
      const start = (stream) => {
        stream.enqueue(new TextEncoder().encode('id,email\\r\\n1,"a\\nb"\\r\\n2,c\\r\\n'))
        options.signal.addEventListener('abort', () => stream.error(options.signal.reason))
        ${afterwards}
      }
      window.fetch = fetch
      return Promise.resolve(new Response(new ReadableStream({ start })))
    }
  })()`)
}

it('a list is saved as CSV with the filter of its page, in a form that spreadsheet programs read', async () => {
  await openPage(page, '/suppressions')
  await page.getByText('zoe@example.com').waitFor()
  const suppressions = await exported()
  expect(suppressions.name).toBe('suppressions.csv')
  expect(suppressions.text).toMatch(/^\uFEFFid,email,domain,reason,note,createdAt\r\n/)
  expect(suppressions.text.match(/@example.com,"",added,/g)).toHaveLength(2)
  await page.getByText('suppressions.csv has 2 rows.').waitFor()
  await openPage(page, '/audit?action=suppression&from=2020-01-01')
  const audit = await exported()
  expect(audit.text.match(/,suppression\.added,/g)).toHaveLength(2)
  expect(audit.text).not.toContain('list.exported')
  await openPage(page, '/people?q=nobody')
  expect((await exported()).text).toMatch(/^\uFEFFid,email,name,[^\n]*\r\n$/)
  await openPage(page, '/messages')
  expect((await exported()).name).toBe('messages.csv')
})

it('the export of a long list shows the received rows, and can be cancelled', async () => {
  for (const [width, height] of [
    [1280, 800],
    [390, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openPage(page, '/suppressions')
    await exportButton().waitFor()
    await answerSlowly('')
    await exportButton().click()
    await page.getByText('2 rows', { exact: true }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBoth(page)
    await page.getByRole('button', { name: 'Cancel export' }).click()
    await exportButton().waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  }
})

it('an export whose connection breaks saves no file, and says so', async () => {
  await openPage(page, '/suppressions')
  await exportButton().waitFor()
  await answerSlowly("setTimeout(() => stream.error(new TypeError('network error')), 100)")
  let downloads = 0
  page.on('download', () => downloads++)
  await exportButton().click()
  await page.getByText('The list was not exported').waitFor()
  await exportButton().waitFor()
  expect(downloads).toBe(0)
})
