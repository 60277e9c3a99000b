import type { Page } from 'playwright-core'

/**
 * Opens a page of the console for the user of the browser's session. A console that is loaded and shows its pages
 * is used again, because a load takes three times the processor time. The opened page then has nothing of the
 * previous one: see `openInConsole`.
 */
export async function openPage(page: Page, path: string): Promise<void> {
  if (!(await openInConsole(page, path))) await page.goto(path)
}

/**
 * Makes a loaded console draw everything again at the page `path`, as after a load: without cached answers, open
 * dialogs, notifications and typed texts, and with the session as it is now. Returns false if no console is
 * loaded, or if it shows no page of a signed-in user.
 */
async function openInConsole(page: Page, path: string): Promise<boolean> {
  // The page evaluates a text, because the tests are compiled without the types of a browser.
  return page.evaluate<boolean>(`(${inConsole})(${JSON.stringify(path)})`)
}

/**
 * Uses the query client and the router, which TanStack's libraries make known to the developer tools of browsers.
 * Loading the session again takes all that is drawn off the page until the answer arrives.
 */
const inConsole = `async (path) => {
  const content = document.querySelector('#content')
  if (content === null || !content.checkVisibility()) return false
  const { __TANSTACK_QUERY_CLIENT__: client, __TSR_ROUTER__: router } = window
  for (const close of document.querySelectorAll('.mantine-Notification-closeButton')) close.click()
  client.getMutationCache().clear()
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  void client.resetQueries({ queryKey: ['session'] })
  router.history.push(path, {}, { ignoreBlocker: true })
  while (content.isConnected) await new Promise((drawn) => setTimeout(drawn))
  return true
}`
