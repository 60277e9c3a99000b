import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'

/** The milliseconds between two checks, and the milliseconds that a page has for drawing a frame. */
const usual = { betweenMs: 5_000, frameMs: 8_000 }

/**
 * Restarts Chromium's graphics process if a tested page still answers but draws no frames, until the page is closed. A
 * page draws again after the restart and keeps its state. Without the restart, all clicks on such a page fail after 30
 * seconds, because Playwright waits for two frames before it clicks. Chromium stops drawing in very few test runs.
 */
export async function watchFrames(page: Page, { betweenMs, frameMs } = usual): Promise<void> {
  while (!page.isClosed()) {
    await setTimeout(betweenMs, undefined, { ref: false })
    try {
      if (await isStuck(page, frameMs)) await restartGraphics(page)
    } catch {
      // Ignores a page that was closed, or that loads another document, during the check.
    }
  }
}

async function isStuck(page: Page, frameMs: number): Promise<boolean> {
  const frame = page.evaluate<boolean>('new Promise((drawn) => requestAnimationFrame(() => drawn(true)))')
  if (await within(frame, frameMs)) return false
  return within(page.evaluate<boolean>('true'), frameMs)
}

/** Returns the value of a promise; false if it takes longer than `ms` milliseconds. */
function within(promise: Promise<boolean>, ms: number): Promise<boolean> {
  return Promise.race([promise, setTimeout(ms, false, { ref: false })])
}

async function restartGraphics(page: Page): Promise<void> {
  const browser = page.context().browser()
  if (browser === null) return
  process.stderr.write(`${page.url()} draws no frames; restarts Chromium's graphics process\n`)
  await signalGraphics(browser, 'SIGKILL')
}

/** Sends a signal to the graphics process of a test's Chromium. */
export async function signalGraphics(browser: Browser, signal: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  for (const { id, type } of processInfo) if (type === 'GPU') process.kill(id, signal)
}
