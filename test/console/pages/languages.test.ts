import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { ask } from '../ask.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../console.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

const berlin = { locale: 'de-DE', timezoneId: 'Europe/Berlin' }

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

describe('the language of the console', () => {
  it('is that of the browser, and another one after a choice below the form for sign-in', async () => {
    const page = await console.visitFrom(berlin, '/')
    await heading(page, 'Anmelden').waitFor()
    expect(await languageOf(page)).toBe('de')
    await page.getByLabel('Passwort', { exact: true }).first().waitFor()
    await expectAccessible(page)
    await page.getByLabel('Sprache').selectOption('Français')
    await heading(page, 'Se connecter').waitFor()
    expect(await languageOf(page)).toBe('fr')
    await page.getByLabel('Langue').selectOption({ value: '' })
    await heading(page, 'Anmelden').waitFor()
    await page.context().close()
  })

  it('is English for a browser with a language that the console does not speak', async () => {
    const page = await console.visitFrom({ ...berlin, locale: 'nl-NL' }, '/')
    await heading(page, 'Sign in').waitFor()
    expect(await languageOf(page)).toBe('en')
    await page.context().close()
  })

  it('is that of the organization for an invited person whose browser asks for no language of the console', async () => {
    const { page: owner } = await console.visitOwn('/team')
    await ask(owner, 'PATCH', '/organization', { language: 'de' })
    const invitation = { email: console.addressOf('invited'), role: 'editor' }
    const { url } = await ask<{ url: string }>(owner, 'POST', '/invitations', invitation)
    const { pathname, search, hash } = new URL(url)
    const link = pathname + search + hash
    const page = await console.visitFrom({ ...berlin, locale: 'nl-NL' }, link)
    await heading(page, 'Demo beitreten').waitFor()
    expect(await languageOf(page)).toBe('de')
    await page.getByRole('button', { name: 'Beitreten' }).waitFor()
    await expectAccessible(page)
    await page.context().close()
    const french = await console.visitFrom({ ...berlin, locale: 'fr-FR' }, link)
    await heading(french, 'Rejoindre Demo').waitFor()
    expect(await languageOf(french)).toBe('fr')
    await french.context().close()
  })

  it('is that of refusals, too', async () => {
    const { page } = await console.visitOwn('/account')
    await page.getByLabel('Language').selectOption('Deutsch')
    await heading(page, 'Ihr Konto').waitFor()
    await page.goto('/jobs/01936f4f-0000-7000-8000-000000000000')
    await page.getByText('Lauf nicht gefunden').first().waitFor()
  })

  it('changes on all pages after a choice in the account, and stays after a reload', async () => {
    const { page } = await console.visitOwn('/account')
    await page.getByLabel('Language').selectOption('Deutsch')
    await heading(page, 'Ihr Konto').waitFor()
    const spinners = page.waitForRequest(/\/assets\/spinners-[^/]*\.js/)
    await page.getByRole('link', { name: 'Spinner', exact: true }).click()
    await page.getByRole('button', { name: 'Neuer Spinner' }).waitFor()
    await spinners
    await page.getByRole('link', { name: 'Datentabellen' }).click()
    await heading(page, 'Datentabellen').waitFor()
    await page.reload()
    await heading(page, 'Datentabellen').waitFor()
    await page.goto('/account')
    await page.getByLabel('Sprache').selectOption('English')
    await heading(page, 'Your account').waitFor()
  })

  it('is English if the translations cannot be loaded', async () => {
    const page = await console.visitFrom(berlin, '/')
    await heading(page, 'Anmelden').waitFor()
    await page.route('**/assets/first-page-*', (route) => route.abort())
    await page.reload()
    await heading(page, 'Sign in').waitFor()
    await page.context().close()
  })
})

describe.each(['de', 'fr', 'es'])('the console in the language %s on a phone', (language) => {
  it('keeps tabs in one line, shows the open one, and does not scroll sideways', async () => {
    const { page, demo } = await console.visitOwn('/', { viewport: { width: 390, height: 844 } })
    await page.context().addCookies([{ name: 'spindle_language', value: language, url: console.url }])
    const bars = [
      [`/data-tables/${demo.dataTableId}?tab=settings`, '#content [role=tab]', '[aria-selected=true]'],
      ['/api-keys', '#content nav a', '[aria-current]'],
      ['/webhook-signing', '#content nav a', '[aria-current]'],
    ] as const
    for (const [path, items, open] of bars) {
      await page.goto(path)
      await page.locator(items).first().waitFor()
      const places = await page
        .locator(items)
        .evaluateAll((all: Box[]) => all.map((one) => one.getBoundingClientRect()))
      expect(places.length).toBeGreaterThan(3)
      expect(new Set(places.map(({ top }) => Math.round(top))).size).toBe(1)
      const { x = -1, width = 0 } = (await page.locator(`${items}${open}`).boundingBox()) ?? {}
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(390)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })
})

interface Box {
  readonly getBoundingClientRect: () => { readonly top: number }
}
