import type { Page } from 'playwright-core'
import { intercept } from './intercept.ts'

/**
 * Holds the requests of a page for `url`, only those with the HTTP method `method` if it is given, until the returned
 * function is called.
 */
export async function hold(page: Page, url: string, method?: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await intercept(page, url, async (route) => {
    if (method === undefined || route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}
