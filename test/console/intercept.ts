import type { BrowserContext, Page } from 'playwright-core'
import { until } from '../support/until.ts'

/** The contexts of pages whose requests Chromium intercepts until the context is closed. */
const intercepting = new WeakSet<BrowserContext>()

/**
 * Lets a test answer the requests of a page for `url`, as Playwright's `page.route` does, which alone is not enough:
 * it returns before Chromium has told the process of the page, and a request sent at once still reaches the service.
 * This function returns after a request of the page was intercepted.
 */
export async function intercept(
  page: Page,
  url: Parameters<Page['route']>[0],
  handler: Parameters<Page['route']>[1],
  options: Parameters<Page['route']>[2] = {},
): Promise<void> {
  const context = page.context()
  if (!intercepting.has(context)) {
    intercepting.add(context)
    // Keeps Chromium intercepting after the last route of the page is gone, because it can lose requests that are sent
    // while it stops.
    await context.route('**/intercepted-by-no-test', (route) => route.abort())
  }
  await page.route(url, handler, options)
  // An empty page loads the console afterwards, and Chromium intercepts all requests of a page that is loaded later.
  if (!page.url().startsWith('http')) return
  const probe = /\/healthz\?probe$/
  let isIntercepted = false
  await page.route(probe, async (route) => {
    isIntercepted = true
    await route.fulfill({ status: 204 })
  })
  await until(async () => {
    await page.evaluate(`fetch('/healthz?probe').catch(() => {})`)
    return isIntercepted
  })
  await page.unroute(probe)
}
