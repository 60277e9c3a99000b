import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../browser.ts'
import { expectAccessible } from '../console.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Opens a page of the guide, and collects what the browser logs about it. */
async function openGuide(path: string, options: Parameters<Browser['newPage']>[0] = {}) {
  const page = await browser.newPage({ baseURL: process.env['TEST_SERVICE'] ?? '', ...options })
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  page.on('pageerror', (error) => logged.push(String(error)))
  page.on('requestfailed', (request) => logged.push(`failed: ${request.url()}`))
  await page.goto(`/docs/guide${path}`)
  return { page, logged }
}

const background = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')

it('the search finds a page by its words, with the keyboard', async () => {
  const { page, logged } = await openGuide('')
  await page.keyboard.press('/')
  await page.keyboard.type('match columns')
  const first = page.getByRole('dialog').getByRole('link').first()
  await first.waitFor()
  expect(await first.textContent()).toMatch(/^Match columns/)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/guide/use/match-columns')
  await page.getByRole('heading', { level: 1, name: 'Match columns' }).waitFor()
  expect(logged).toEqual([])
})

it.each([
  { colorScheme: 'light', colour: 'rgb(255, 255, 255)' },
  { colorScheme: 'dark', colour: 'rgb(23, 24, 28)' },
] as const)(
  'is $colorScheme for a person who prefers that, accessible, and logs no violation',
  async ({ colorScheme, colour }) => {
    for (const path of ['', '/use/console', '/api/python', '/sources/typeform']) {
      const { page, logged } = await openGuide(path, { colorScheme })
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await background(page)).toBe(colour)
      await expectAccessible(page)
      expect(logged).toEqual([])
      await page.close()
    }
  },
)

it('keeps the colours that a person chooses', async () => {
  const { page } = await openGuide('', { colorScheme: 'light' })
  const before = await background(page)
  await page.getByLabel('Select theme').first().selectOption('dark')
  const chosen = await background(page)
  await page.reload()
  expect([await background(page), chosen === before]).toEqual([chosen, false])
})

it('shows code in colours, and copies it', async () => {
  const { page, logged } = await openGuide('/api/python')
  const colours = await page.evaluate<number>(
    "new Set([...document.querySelectorAll('.ec-line span')].map((word) => getComputedStyle(word).color)).size",
  )
  expect(colours).toBeGreaterThan(3)
  await page.getByRole('button', { name: 'Copy to clipboard' }).first().click()
  await page.getByText('Copied!').first().waitFor()
  expect(logged).toEqual([])
})

it.each([1280, 360])('fits into a window that is %i pixels wide', async (width) => {
  for (const path of ['', '/use/console', '/operate/configuration', '/api/events']) {
    const { page } = await openGuide(path, { viewport: { width, height: 800 } })
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width)
    await page.close()
  }
})
