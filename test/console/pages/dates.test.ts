import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { until } from '../../support/until.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../console.ts'
import { openPage } from '../open-page.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

const paramOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function expectText(typed: Locator, text: string): Promise<void> {
  await until(async () => (await typed.inputValue()) === text)
}

/** Returns the text that the user has selected in a field. */
const selectionOf = (typed: Locator) =>
  typed.evaluate(({ value, selectionStart, selectionEnd }: HTMLField) =>
    value.slice(selectionStart, selectionEnd),
  )

interface HTMLField {
  readonly value: string
  readonly selectionStart: number
  readonly selectionEnd: number
}

describe('a user in Berlin', () => {
  const account = { email: '', password: 'Spindel und Faden 7', name: 'Greta', organizationName: 'Fadenwerk' }
  let page: Page

  beforeAll(async () => {
    account.email = console.addressOf('greta')
    await console.signUp(account)
  })
  afterEach(() => page.context().close())

  async function open(path: string): Promise<void> {
    page = await console.visitFrom({ locale: 'de-DE', timezoneId: 'Europe/Berlin' }, path)
    await page.getByLabel('E-Mail').fill(account.email)
    await page.getByRole('textbox', { name: 'Passwort' }).fill(account.password)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.locator('#content').waitFor()
  }

  it('types and sees dates in the German form, and is told about dates that do not exist', async () => {
    await open('/audit')
    const from = field(page, 'Erster Tag')
    await from.fill('27. November 2026')
    await from.press('Enter')
    await expectText(from, '27.11.2026')
    await until(() => paramOf(page, 'from') === '2026-11-27')
    await from.fill('30.2.2026')
    await from.press('Tab')
    await page.getByText('Dieses Datum gibt es nicht.').waitFor()
    expect(await from.getAttribute('aria-invalid')).toBe('true')
    await expectAccessibleInBoth(page)
    await from.fill('demnächst')
    await from.press('Enter')
    await page.getByText(/^Schreiben Sie ein Datum wie \d\d\.\d\d\.\d{4}\.$/).waitFor()
    expect(paramOf(page, 'from')).toBe('2026-11-27')
    await page.reload()
    await expectText(from, '27.11.2026')
  })

  it('types and sees hours in the time zone of Berlin', async () => {
    await open('/messages')
    const since = field(page, 'Von')
    await since.fill('27.11.2026, 9.30 Uhr')
    await since.press('Enter')
    await expectText(since, '27.11.2026, 09:30')
    await until(() => paramOf(page, 'since') === '2026-11-27T08:30:00.000Z')
    await since.fill('1.7.2026 9:30')
    await since.press('Tab')
    await until(() => paramOf(page, 'since') === '2026-07-01T07:30:00.000Z')
    await since.fill('1.7.2026')
    await since.press('Enter')
    await page.getByText(/^Schreiben Sie ein Datum und eine Uhrzeit wie [\d.]+, 09:00\.$/).waitFor()
    expect(paramOf(page, 'since')).toBe('2026-07-01T07:30:00.000Z')
  })

  it('chooses a day with the keys, and then types the hour', async () => {
    await open('/messages?since=2026-11-27T08:30:00.000Z')
    const since = field(page, 'Von')
    await since.press('ArrowDown')
    const calendar = page.getByRole('dialog', { name: 'Kalender' })
    await calendar.getByRole('button', { name: 'November 2026', exact: true }).waitFor()
    const day = (name: string) => calendar.getByRole('button', { name, exact: true })
    await day('Freitag, 27. November 2026').waitFor()
    expect(await day('Freitag, 27. November 2026').getAttribute('aria-pressed')).toBe('true')
    expect(await calendar.getByRole('columnheader').allTextContents()).toEqual([
      'Mo',
      'Di',
      'Mi',
      'Do',
      'Fr',
      'Sa',
      'So',
    ])
    await until(() => day('Freitag, 27. November 2026').evaluate((one) => one.matches(':focus')))
    await expectAccessibleInBoth(page)
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    await until(() => since.evaluate((one) => one.matches(':focus')))
    await since.press('ArrowDown')
    await until(() => day('Freitag, 27. November 2026').evaluate((one) => one.matches(':focus')))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await calendar.waitFor({ state: 'detached' })
    await expectText(since, '21.11.2026, 09:30')
    await until(() => paramOf(page, 'since') === '2026-11-21T08:30:00.000Z')
    await until(() => since.evaluate((one) => one.matches(':focus')))
    expect(await selectionOf(since)).toBe('09:30')
    await page.keyboard.type('14:15')
    await page.keyboard.press('Tab')
    await expectText(since, '21.11.2026, 14:15')
    await until(() => paramOf(page, 'since') === '2026-11-21T13:15:00.000Z')
  })
})

describe('a calendar of a field', () => {
  it('is opened by its button, goes to other months and years, and fits a narrow window', async () => {
    const page = await console.visitDemo('/audit?from=2026-11-27', { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await expectText(field(page, 'First day'), '27 Nov 2026')
    const button = page.getByRole('button', { name: 'Choose a day in the calendar' }).first()
    await button.click()
    const calendar = page.getByRole('dialog', { name: 'Calendar' })
    await calendar.getByRole('button', { name: 'Previous month' }).click()
    await calendar.getByRole('button', { name: 'October 2026', exact: true }).click()
    await calendar.getByRole('button', { name: 'Next year' }).click()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await calendar.getByRole('button', { name: 'Feb', exact: true }).click()
    await calendar.getByRole('button', { name: 'Monday, 1 February 2027' }).click()
    await calendar.waitFor({ state: 'detached' })
    await expectText(field(page, 'First day'), '1 Feb 2027')
    await until(() => paramOf(page, 'from') === '2027-02-01')
    await until(() => button.evaluate((one) => one.matches(':focus')))
  })

  it('is not loaded before it is opened', async () => {
    const page = await console.visit('/')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await console.signInAgain(page)
    await page.locator('#content').waitFor()
    await openPage(page, '/audit')
    await field(page, 'First day').waitFor()
    const isCalendar = (url: string) => url.includes('/assets/day-calendar-')
    expect(loaded.filter(isCalendar)).toEqual([])
    await page.getByRole('button', { name: 'Choose a day in the calendar' }).first().click()
    await page.getByRole('dialog', { name: 'Calendar' }).getByRole('button').first().waitFor()
    expect(loaded.filter(isCalendar)).toHaveLength(1)
  })

  it('follows the address of the page, and an emptied field leaves it', async () => {
    const page = await console.visitDemo('/audit?from=2026-11-27')
    const from = field(page, 'First day')
    await expectText(from, '27 Nov 2026')
    await from.fill('')
    await from.press('Enter')
    await until(() => paramOf(page, 'from') === null)
    await from.fill('soon')
    await from.press('Tab')
    await page.getByText(/^Write a date such as \d+ \w+ \d{4}\.$/).waitFor()
    await openPage(page, '/audit?from=2026-12-24')
    await expectText(from, '24 Dec 2026')
  })
})
