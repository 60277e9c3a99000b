import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { addSpinner, addTable, ingest, start } from '../../ask.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

const welcome = { type: 'email', to: '{{ email }}', subject: 'Welcome, {{ name }}', text: 'Hello {{ name }}' }
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
  const people = ['Ada', 'Grace', 'Edsger'].map((name) => ({ name, email: `${name}@example.com` }))
  await ingest(page, console.demo.ingestToken, people)
  await start(page, console.demo.spinnerId)
})
beforeEach(() => page.setViewportSize(wide))
afterAll(async () => {
  await console.close()
})

describe('the outbox', () => {
  const html = `<style>h1 { color: rgb(1, 2, 3) }</style><h1>Hello {{ name }}</h1>
    <a href="https://elsewhere.example.org/">Read on</a>
    <img alt="seen" src="data:," onerror="document.title = 'ran'">
    <script>document.querySelector('h1').textContent = 'ran'</script>`

  it('explains its purpose while it is empty', async () => {
    const own = await Console.open()
    try {
      const visitor = await own.visitDemo('/outbox')
      await visitor.getByRole('heading', { name: 'No captured messages' }).waitFor()
      expect(await visitor.getByRole('main').textContent()).toContain('SMTP_URL')
      expect(own.faults).toEqual([])
    } finally {
      await own.close()
    }
  })

  it('shows a message as it would have been sent', async () => {
    await openPage(page, '/outbox')
    await page.getByRole('button', { name: /Grace@example\.com/ }).click()
    await page.getByRole('definition').filter({ hasText: 'Grace@example.com' }).waitFor()
    await page.getByRole('definition').filter({ hasText: 'Welcome, Grace' }).waitFor()
    await page.getByText('Hello Grace,').waitFor()
    await page.getByRole('link', { name: 'its job' }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome new leads' }).waitFor()
  })

  it('shows HTML in a sandbox with its style, where no script runs and no link works', async () => {
    const dataTableId = await addTable(page, 'Readers', [{ name: 'Barbara', email: 'barbara@example.com' }])
    const steps = [{ ...welcome, html }]
    const beautiful = await addSpinner(page, { name: 'Beautiful', dataTableId, audience: 'all', steps })
    await openPage(page, '/outbox')
    await start(page, beautiful)
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

  it.each([
    ['wide', wide],
    ['narrow', narrow],
  ] as const)('is accessible, %s, in light and dark', async (_, size) => {
    await page.setViewportSize(size)
    await openPage(page, '/outbox')
    await page.getByRole('list', { name: 'Messages' }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBoth(page)
  })

  it('shows the list and the message one after the other on a narrow screen', async () => {
    await page.setViewportSize(narrow)
    await openPage(page, '/outbox')
    await page.getByRole('list', { name: 'Messages' }).getByRole('button').first().click()
    await page.getByRole('heading', { name: 'Message' }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'All messages' }).click()
    await page.getByRole('list', { name: 'Messages' }).waitFor()
  })
})

it('sends no request to another host and violates no rule of its content security policy', () => {
  expect(console.faults).toEqual([])
})
