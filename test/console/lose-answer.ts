import type { Page } from 'playwright-core'
import { intercept } from './intercept.ts'

/**
 * Lets the service carry out the next request of a page for `url`, only one with the HTTP method `method` if it is
 * given, but loses its answer, as a restart does.
 */
export async function loseAnswer(page: Page, url: string, method?: string): Promise<void> {
  let isLost = false
  await intercept(page, url, async (route) => {
    if (isLost || (method !== undefined && route.request().method() !== method)) return route.fallback()
    isLost = true
    await route.fetch()
    return route.abort()
  })
}
