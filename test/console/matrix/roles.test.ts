import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { ask, invitationFor } from '../ask.ts'
import { Console, expectLoaded } from '../console.ts'
import { intercept } from '../intercept.ts'
import { openPage } from '../open-page.ts'
import { prepareWalk, type Walk } from '../walk.ts'

interface Operation {
  readonly 'x-least-role'?: string
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json'?: { readonly example: object } } }>
  >
}
type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>

const roles = ['viewer', 'editor', 'admin', 'owner'] as const
type Role = (typeof roles)[number]

/** The names of buttons that send nothing, or end the session. They are not clicked. */
const skipped = /^(Sign out|Close|Cancel|Copy|Show|Hide)/

let console: Console
let operations: readonly { readonly method: string; readonly path: RegExp; readonly least: string }[]
let walk: Walk
/** A list of senders as the API reference shows it, because a connected sender would need a mail server. */
let senders: object | undefined

beforeAll(async () => {
  console = await Console.open()
  const { paths: documented } = (await (await fetch(`${console.url}/openapi.json`)).json()) as {
    paths: Operations
  }
  operations = Object.entries(documented).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      least: operation['x-least-role'] ?? 'viewer',
    })),
  )
  senders = documented['/api/v1/senders']?.['get']?.responses['200']?.content?.['application/json']?.example
  walk = await prepareWalk(console)
})
afterAll(() => console.close())

/** Signs a new member of the demo's organization in. */
async function visitAs(role: Role, name = `walker-${role}`): Promise<Page> {
  const owner = await console.visitDemo()
  const email = console.addressOf(name)
  const invitation = await invitationFor(owner, email, role)
  const page = await console.visit('/join')
  const person = { email, password: 'correct horse battery staple', name: 'Walker' }
  await ask(page, 'POST', '/auth/sign-up', { ...person, invitation })
  await openPage(page, '/')
  await page.locator('#content').waitFor()
  return page
}

/** Notes the requests of a page that the role may not send. Refuses all changes, so that the walk changes nothing; a preview changes nothing. */
async function refusedRequests(page: Page, role: Role): Promise<string[]> {
  const refused: string[] = []
  await intercept(page, '**/api/v1/**', async (route) => {
    const method = route.request().method()
    const { pathname } = new URL(route.request().url())
    const operation = operations.find((one) => one.method === method && one.path.test(pathname))
    const least = operation?.least ?? 'viewer'
    if (roles.indexOf(least as Role) > roles.indexOf(role)) refused.push(`${method} ${pathname}`)
    if (pathname === '/api/v1/senders' && method === 'GET' && senders) await route.fulfill({ json: senders })
    else if (method === 'GET' || pathname.endsWith('/preview')) await route.continue()
    else await route.abort()
  })
  return refused
}

/** The names of links and buttons that promise a change, so that a viewer may not see them. */
const promises =
  /^(Add|Admit|Connect a mailbox|Create|Discard|Edit|Fix|Go live|Import|Invite|New|Open th|Publish|Retry|Run)\b/

/** Finds the enabled buttons that a part of a page shows. */
const enabledIn = (part: Locator) =>
  part
    .locator('button:enabled, [role=switch]:enabled, [role=menuitem]:not([data-disabled])')
    .filter({ visible: true })

/** An enabled button of a page: its name, and whether it is a tab, which only shows another part of its page. */
interface Button {
  readonly name: string
  readonly isTab: boolean
}

/** An element as the page has it. The tests are compiled without the types of a browser. */
interface Drawn {
  getAttribute(name: string): string | null
  readonly textContent: string | null
}

interface Clickable {
  click(): void
}

/** Describes the enabled buttons of a part of a page, in the order of the page. */
function buttonsIn(part: Locator): Promise<readonly Button[]> {
  return enabledIn(part).evaluateAll((buttons: Drawn[]) =>
    buttons.map((button) => ({
      name: (button.getAttribute('aria-label') ?? button.textContent ?? '').trim(),
      isTab: button.getAttribute('role') === 'tab',
    })),
  )
}

/** Waits until the page has drawn what a click has changed. Requests of the click have begun then. */
const drawn = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

/**
 * Clicks the nth enabled button of a part of a page, unless it has gone. The page itself clicks, because a click of
 * the mouse waits a second for each button that another element covers.
 */
async function click(page: Page, part: Locator, nth: number): Promise<void> {
  await enabledIn(part).evaluateAll((buttons: Clickable[], place: number) => buttons[place]?.click(), nth)
  await drawn(page)
}

/** An expression of the page whose value is what the page shows and what lies over it. */
const shown = `[location.href, document.querySelectorAll('[role=dialog], [role=menu], .mantine-Notification-root').length,
  document.querySelector('#content').outerHTML].join(' ')`

/**
 * Opens a page of the walk with all its collapsed parts, and waits until it is loaded. The page keeps what it shows, to
 * compare it later.
 */
async function open(page: Page, path: string): Promise<void> {
  await openPage(page, path)
  await expectLoaded(page)
  await page
    .locator('#content button[aria-expanded=false]:not([aria-haspopup])')
    .evaluateAll(async (collapsed: Clickable[]) => {
      for (const clickable of collapsed) {
        clickable.click()
        // Lets React draw the opened part, because the next click opens its part beside those that are drawn.
        await new Promise((done) => setTimeout(done))
      }
    })
  await drawn(page)
  await page.evaluate(`void (window.shownAtFirst = ${shown})`)
}

/**
 * Closes the menu or dialog of an action, and opens the page again unless it shows what it showed when it was opened.
 * Opening a page takes more time than comparing it.
 */
async function openAgain(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Escape')
  await drawn(page)
  if (!(await page.evaluate<boolean>(`window.shownAtFirst === ${shown}`))) await open(page, path)
}

/**
 * Clicks an action of a page, the items of its menu, and the last button of its dialog after filling in the fields.
 */
async function tryOut(page: Page, path: string, nth: number): Promise<void> {
  await openAgain(page, path)
  await click(page, page.locator('#content'), nth)
  const [menu, dialog] = [page.getByRole('menu'), page.getByRole('dialog')]
  const items = (await menu.count()) === 1 ? (await buttonsIn(menu)).length : 0
  for (let item = 0; item < items; item++) {
    if (item > 0) {
      await openAgain(page, path)
      await click(page, page.locator('#content'), nth)
    }
    await click(page, menu, item)
  }
  if ((await dialog.count()) !== 1) return
  for (const field of await dialog.locator('input[type=text]:enabled, textarea:enabled').all())
    await field.fill('Ada', { timeout: 500 }).catch(() => {})
  await click(page, dialog, (await buttonsIn(dialog)).length - 1)
}

it('leads a viewer to no page on which a viewer sees nothing, and shows no notice about roles but on Home', async () => {
  const page = await visitAs('viewer', 'reader')
  const links = await page.getByRole('navigation').getByRole('link').allInnerTexts()
  expect(links).toContain('Keys and events')
  expect(links).not.toContain('Audit log')
  const found: string[] = []
  for (const path of [...walk.paths, ...walk.pathsOfViewers].filter((one) => one !== '/')) {
    await open(page, path)
    const inPage = await page.locator('#content').getByRole('navigation').getByRole('link').allInnerTexts()
    found.push(
      ...inPage
        .filter((name) => /^(API keys|Audit log|Destinations|Webhook signing)$/.test(name))
        .map((name) => `${path}: ${name}`),
    )
    const hidden = ['/api-keys', '/destinations', '/webhook-signing', '/audit']
    if (
      !hidden.some((one) => path.startsWith(one)) &&
      (await page.getByText('For admins and owners').count()) > 0
    )
      found.push(`${path}: a notice`)
  }
  expect(found).toEqual([])
}, 120_000)

describe.each<Role>(['viewer', 'editor'])('the console of a person with the role %s', (role) => {
  it('shows no enabled action that the API refuses', async () => {
    const page = await visitAs(role)
    const refused = await refusedRequests(page, role)
    const found: string[] = []
    const tabs = new Set<string>()
    for (const path of role === 'viewer' ? [...walk.paths, ...walk.pathsOfViewers] : walk.paths) {
      await open(page, path)
      const content = page.locator('#content')
      const buttons = await buttonsIn(content)
      const names = buttons.map(({ name }) => name)
      if (role === 'viewer') {
        const offered = [...names, ...(await content.getByRole('link').allInnerTexts())]
        found.push(...offered.filter((name) => promises.test(name)).map((name) => `${path}: ${name}`))
      }
      found.push(...refused.splice(0).map((request) => `${path}: ${request}`))
      for (const [nth, { name, isTab }] of buttons.entries()) {
        if (skipped.test(name) || names.indexOf(name) !== nth) continue
        // Clicks a tab once, although several paths of the walk show it.
        const tab = `${path.split('?')[0]} ${name}`
        if (isTab && tabs.has(tab)) continue
        if (isTab) tabs.add(tab)
        await tryOut(page, path, nth)
        found.push(...refused.splice(0).map((request) => `${path}, ${name}: ${request}`))
      }
    }
    expect(found).toEqual([])
  }, 300_000)
})
