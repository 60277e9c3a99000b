import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../browser.ts'
import { signalGraphics, watchFrames } from '../watch-frames.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Stops Chromium's graphics process without ending it, so that pages draw no more frames. */
async function stopDrawing(page: Page): Promise<void> {
  await signalGraphics(browser, 'SIGSTOP')
  const frames = page.evaluate(
    'new Promise((drawn) => { const draw = (n) => n > 0 ? requestAnimationFrame(() => draw(n - 1)) : drawn(true); draw(5) })',
  )
  expect(await Promise.race([frames, page.waitForTimeout(1_000)])).toBeUndefined()
}

it('a page whose frames have stopped is clicked after a restart of the graphics process', async () => {
  const page = await browser.newPage()
  await page.setContent('<button onclick="this.textContent = \'Clicked\'">Click</button>')
  await stopDrawing(page)
  void watchFrames(page, { betweenMs: 100, frameMs: 2_000 })
  await page.getByRole('button', { name: 'Click', exact: true }).click()
  await page.getByRole('button', { name: 'Clicked' }).waitFor()
})
