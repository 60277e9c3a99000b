import type { Page } from 'playwright-core'
import { intercept } from './intercept.ts'

/** Lets the service carry out the next request of a page for `url`, but loses its answer, as a restart does. */
export async function loseAnswer(page: Page, url: string): Promise<void> {
  await intercept(
    page,
    url,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}
