import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { until } from '../../support/until.ts'
import { ingest } from '../ask.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../console.ts'
import { intercept } from '../intercept.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.id || document.activeElement.tagName')

describe('the keys of every page', () => {
  it('open a page after "g", move through a list, and leave what is typed alone', async () => {
    const page = await console.enterDemo()
    await page.goto('/')
    await page.getByRole('main').getByRole('link').first().waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.waitForURL(/\/data-tables$/)
    await page.locator('#content tbody tr').first().waitFor()
    const isInRow = () =>
      page.evaluate<boolean>('document.activeElement.closest("#content tbody tr") !== null')
    expect(await isInRow()).toBe(false)
    await page.keyboard.press('j')
    expect(await isInRow()).toBe(true)
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.waitForURL(/\/messages$/)
    await page.getByLabel('Address').fill('')
    await page.getByLabel('Address').pressSequentially('gs j')
    expect(await page.getByLabel('Address').inputValue()).toBe('gs j')
    expect(page.url()).toMatch(/\/messages/)
    await page.getByLabel('Address').fill('')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Pages: G, then a letter').waitFor()
    await expectAccessible(page)
  })
})

describe('the keyboard focus', () => {
  it('continues on the page that a link opened, and its title is announced', async () => {
    const page = await console.enterDemo()
    await page.goto('/data-tables')
    const link = page.getByRole('main').getByRole('link').first()
    await link.waitFor()
    expect(await focused(page)).toBe('BODY')
    await link.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/data-tables\/[\w-]+$/)
    await until(async () => (await focused(page)) === 'content')
    await until(async () =>
      (await page.locator('[aria-live=polite]').allInnerTexts()).includes(await page.title()),
    )
  })

  it('continues on the page that the menu of a narrow screen opened', async () => {
    const page = await console.visitDemo('/', { viewport: { width: 360, height: 740 } })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Jobs' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await until(async () => (await focused(page)) === 'content')
  })

  it('continues on the job that a dialog has started', async () => {
    const page = await console.visitDemo(`/spinners/${console.demo.spinnerId}`)
    await ingest(page, console.demo.ingestToken, [
      { name: 'Grace', email: 'grace.of.navigation@example.com' },
    ])
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
    await page.waitForURL(/\/jobs\/[\w-]+$/)
    await until(async () => (await focused(page)) === 'content')
  })

  it('is in the first field of the sign-in that replaces a page, and of the next page', async () => {
    const page = await console.visit()
    await console.signInAgain(page)
    await until(async () => (await focused(page)) === 'content')
    await page.getByRole('button', { name: /Demo/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('E-mail').and(page.locator(':focus')).waitFor()
    await page.getByRole('link', { name: 'Create an organization' }).click()
    await page.getByRole('heading', { name: 'Create an organization' }).waitFor()
    await page.getByLabel('Your name').and(page.locator(':focus')).waitFor()
  })

  it('stays in the field that a dialog has chosen', async () => {
    const page = await console.visitDemo()
    await page.getByRole('link', { name: 'Data tables' }).click()
    await page.getByRole('button', { name: 'New data table' }).click()
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
    await name.waitFor()
    await page.waitForTimeout(500)
    expect(await name.evaluate((field) => field.matches(':focus'))).toBe(true)
  })
})

describe('the navigation', () => {
  it('leads in groups to all pages, and pages of one link lead to each other', async () => {
    const page = await console.visitDemo('/', { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const main = page.getByRole('navigation', { name: 'Main' })
    const linksOf = (group: string) =>
      main.getByRole('group', { name: group }).getByRole('link').allInnerTexts()
    expect(await linksOf('Sending')).toEqual(['Senders', 'Messages', 'Suppressions'])
    expect(await linksOf('Organization')).toEqual([
      'Team',
      'Keys and events',
      'Usage and plan',
      'Audit log',
      'Bin',
      'Settings',
    ])
    await main.getByRole('link', { name: 'Keys and events' }).click()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    const near = page.getByRole('navigation', { name: 'Keys and events' })
    await near.getByRole('link', { name: 'Destinations' }).click()
    await page.getByRole('heading', { level: 1, name: 'Destinations' }).waitFor()
    expect(await near.locator('[aria-current=page]').innerText()).toBe('Destinations')
    await page.getByRole('button', { name: 'Open menu' }).click()
    expect(await main.locator('[aria-current=page]').innerText()).toBe('Keys and events')
    await expectAccessible(page)
  })
})

describe('an unknown address', () => {
  it('offers a signed-in user the links to all other pages', async () => {
    const page = await console.enterDemo()
    await page.goto('/no-such-page')
    await page.getByText('Page not found').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
  })
})

describe('a browser that reports that it is offline', () => {
  it('still sends requests to a service on its own machine, at once', async () => {
    const page = await console.visitDemo()
    await page.evaluate(`dispatchEvent(new Event('offline'))`)
    await page.getByRole('link', { name: 'Data tables' }).click()
    await page.getByRole('button', { name: 'New data table' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Offline')
    await page.getByRole('button', { name: 'Create data table' }).click()
    await page.getByRole('heading', { level: 1, name: 'Offline' }).waitFor()
  })
})

describe('a service that does not answer', () => {
  it('is named within a second, and the page continues when it answers, with what was typed', async () => {
    const page = await console.visitDemo('/data-tables')
    await page.getByRole('button', { name: 'New data table' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed before')
    const away = page.getByText('Spindle does not answer.')
    await intercept(page, '**/api/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Create data table' }).click()
    await away.waitFor({ timeout: 1_000 })
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Typed before')
    await page.unroute('**/api/**')
    await away.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create data table' }).click()
    await page.getByRole('heading', { level: 1, name: 'Typed before' }).waitFor()
  })

  it('is waited for by a page that opens meanwhile', async () => {
    const page = await console.visitDemo('/jobs')
    await intercept(page, '**/api/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('Spindle does not answer.').waitFor()
    await page.unroute('**/api/**')
    await page.getByRole('list', { name: 'Audit entries, newest first' }).waitFor()
  })
})

describe('the menu of the user and the rehearsal', () => {
  it.each([1280, 390])('are accessible in light and dark, in a window of %i pixels', async (width) => {
    const page = await console.visitDemo('/', { viewport: { width, height: 844 } })
    if (width === 390) await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: /Demo/ }).click()
    await page.getByRole('menu').waitFor()
    await expectAccessibleInBoth(page)
    await page.keyboard.press('Escape')
    await ingest(page, console.demo.ingestToken, [{ name: 'Ada', email: console.addressOf(`ada.${width}`) }])
    await page.goto(`/spinners/${console.demo.spinnerId}?view=edit`)
    await page.getByRole('button', { name: 'Rehearse' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^The job would take/)
      .waitFor()
    await expectAccessibleInBoth(page)
    await expectNoSidewaysScroll(page)
  })
})
