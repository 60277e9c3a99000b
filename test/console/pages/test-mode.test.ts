import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { until } from '../../support/until.ts'
import { addSpinner, addTable, ask, draftSpinner, start } from '../ask.ts'
import {
  Console,
  expectAccessible,
  expectAccessibleInBoth,
  expectLoaded,
  expectNoSidewaysScroll,
} from '../console.ts'
import { openPage } from '../open-page.ts'

const day = 86_400
const wide = { width: 1280, height: 800 }
const narrow = { width: 390, height: 844 }
const people = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara']

let console: Console
/** A page of the owner of an organization that only the present test uses, with its own test mode. */
let page: Page

const message = (subject: string) => ({
  type: 'email',
  to: '{{ email }}',
  subject: `${subject}, {{ name }}`,
  text: `Hello {{ name }}. ${subject}`,
})
const wait = (days: number) => ({ type: 'wait', seconds: days * day })
const month = [
  message('Welcome'),
  wait(3),
  message('Did it arrive?'),
  wait(11),
  message('A short question'),
  wait(14),
  message('Goodbye'),
]

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const band = () => page.getByRole('region', { name: 'Test mode' })
const entries = (text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })
const clock = () => ask<{ now: string; status: string }>(page, 'GET', '/test-clock')
const timeOf = async () => Date.parse((await clock()).now)

/**
 * Advances the clock of test mode by an item of its menu on the tested page, and waits until the advance has
 * ended.
 */
async function advance(by: string, seconds: number): Promise<void> {
  const before = await timeOf()
  const accepted = page.waitForResponse(`${console.url}/api/v1/test-clock/advance`)
  await band().getByRole('button', { name: 'Advance' }).and(page.locator(':not([data-loading])')).focus()
  await page.keyboard.press('Enter')
  // Waits until the focus is in the menu. It moves there a moment after the menu is drawn; an Enter pressed before
  // that has no effect.
  await page.getByRole('menu').locator(':focus').waitFor({ state: 'attached' })
  await page.getByRole('menuitem', { name: by }).press('Enter')
  expect((await accepted).ok()).toBe(true)
  await until(async () => (await timeOf()) === before + seconds * 1_000, 60_000)
  const reached = `time[datetime="${new Date(before + seconds * 1_000).toISOString()}"]`
  await band().locator(reached).waitFor()
}

async function shot(name: string): Promise<void> {
  const shots = process.env['SCREENSHOTS']
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

beforeAll(async () => {
  console = await Console.open()
})
beforeEach(async () => {
  page = (await console.visitOwn('/', { viewport: wide })).page
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

/** Enters test mode by the API, with an empty project, and opens a page. */
async function enterTestMode(path = '/'): Promise<void> {
  await ask(page, 'POST', '/test-mode/enter')
  await ask(page, 'POST', '/projects', { name: 'Campaigns' })
  await openPage(page, path)
  await band().waitFor()
}

/** Captures four messages to Ada and to Alan in test mode, by a spinner with the name A month of leads. */
async function writeToTwo(): Promise<void> {
  const two = ['Ada', 'Alan'].map((name) => ({ name, email: `${name.toLowerCase()}@example.com` }))
  const steps = month.filter(({ type }) => type === 'email')
  const dataTableId = await addTable(page, 'Leads', two)
  const spinner = { name: 'A month of leads', dataTableId, audience: 'all', steps } as const
  const jobId = await start(page, await addSpinner(page, spinner))
  const status = async () => (await ask<{ status: string }>(page, 'GET', `/jobs/${jobId}`)).status
  await until(async () => (await status()) === 'completed')
}

describe('test mode', () => {
  it('is explained before it is entered, and marks every screen', async () => {
    await page.getByRole('button', { name: /Demo/ }).click()
    await page.getByRole('menuitem', { name: 'Enter test mode' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('In test mode Spindle sends no message').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Enter test mode' }).click()
    await page.getByRole('heading', { name: 'Nothing has happened in test mode yet' }).waitFor()
    for (const path of ['', 'data-tables', 'spinners', 'jobs', 'people', 'messages', 'organization']) {
      await openPage(page, `/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await band().getByText('Test mode', { exact: true }).waitFor()
    }
  })

  it('runs a campaign of 30 days in seconds, in which a reply stops one person', async () => {
    await enterTestMode()
    const dataTableId = await addTable(page, 'Leads', [], [])
    await openPage(page, `/data-tables/${dataTableId}?tab=import`)
    const rows = people.map((name) => `${name},${name.toLowerCase()}@example.com`)
    await page.locator('input[type=file]').setInputFiles({
      name: 'five.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`name,email\n${rows.join('\n')}\n`),
    })
    await button('Import 5 rows').click()
    await page.getByText('5 records imported').waitFor()
    await page.getByText('Create a spinner').waitFor()
    const name = 'A month of leads'
    const spinnerId = await addSpinner(page, {
      name,
      dataTableId,
      audience: 'all',
      exits: ['reply', 'bounce', 'unsubscribe'],
      steps: month,
    })
    await openPage(page, `/spinners/${spinnerId}`)
    await button('Run').click()
    await page
      .getByRole('dialog')
      .getByText('The job counts as 1 job toward the plan of test mode.')
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
    await page.waitForURL(/\/jobs\/[\w-]+$/)
    await advance('Advance by a day', day)

    await page.getByRole('link', { name: 'Test timeline' }).click()
    await button('Welcome, Grace').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Hello Grace. Welcome').waitFor()
    await expectAccessible(page)
    await shot('message-light-1280')
    await drawer.getByRole('textbox', { name: 'Text' }).fill('Please call me.')
    await drawer.getByRole('button', { name: 'Simulate the reaction' }).click()
    await page.getByText('Reply simulated').waitFor()
    await drawer.getByRole('button', { name: 'Close' }).click()
    // Waits until the drawer has given the focus back, because the clock is advanced by keyboard.
    await drawer.waitFor({ state: 'detached' })
    await entries('Please call me.').filter({ hasText: 'Reply' }).waitFor()

    await advance('Advance by 30 days', 30 * day)
    await button('Goodbye, Ada').waitFor()
    // Expects one more message named "Welcome" in the list than were sent, because the reply names the message
    // that it answers.
    expect(await button(/^Welcome, /).count()).toBe(5 + 1)
    expect(await button(/^Did it arrive\?, /).count()).toBe(4)
    expect(await button(/^A short question, /).count()).toBe(4)
    expect(await button(/^Goodbye, /).count()).toBe(4)
    expect(await button('Goodbye, Grace').count()).toBe(0)
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBeGreaterThan(3)
  })

  it('filters the timeline by one person, and keeps the filter in the address of the page', async () => {
    await enterTestMode()
    await writeToTwo()
    await openPage(page, '/test-timeline')
    await button('Goodbye, Alan').waitFor()
    await page
      .getByRole('textbox', { name: 'Person' })
      .or(page.getByRole('searchbox', { name: 'Person' }))
      .fill('ada@example.com')
    await button('Find').click()
    await button('Goodbye, Alan').waitFor({ state: 'detached' })
    await button('Goodbye, Ada').waitFor()
    expect(await button(/, Ada$/).count()).toBe(4)
    await page.reload()
    await button('Goodbye, Ada').waitFor()
    expect(await button('Goodbye, Alan').count()).toBe(0)
  })

  it('answers webhooks and messages by rules', async () => {
    await enterTestMode('/test-timeline')
    await page.getByRole('main').getByRole('link', { name: 'Rules' }).click()
    const delivery = page.getByRole('region', { name: 'Outcome of messages' })
    await delivery.getByRole('button', { name: 'Add a rule' }).click()
    await delivery.getByRole('textbox', { name: 'Address' }).fill('*@nowhere.example')
    await button('Save rules').click()
    await page.getByText('The rules of test mode are saved').waitFor()
    await page.reload()
    await delivery.getByRole('textbox', { name: 'Address' }).waitFor()
    expect(await delivery.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('*@nowhere.example')
    // An edit does not replace rules that another user has changed meanwhile, unless the user decides so.
    const rules = () => ask<{ messages: { to: string }[] }>(page, 'GET', '/test-clock/rules')
    await delivery.getByRole('textbox', { name: 'Address' }).fill('*@elsewhere.example')
    await ask(page, 'PUT', '/test-clock/rules', { ...(await rules()), messages: [] })
    await button('Save rules').click()
    await page.getByText('This list of rules was changed while you edited it').waitFor()
    expect((await rules()).messages).toEqual([])
    await button('Save my version').click()
    await page.getByText('The rules of test mode are saved').waitFor()
    expect((await rules()).messages).toMatchObject([{ to: '*@elsewhere.example' }])
  })

  it.each([wide, narrow])(
    'is accessible and fits a page of $width pixels, in light and dark',
    async (size) => {
      await enterTestMode()
      await writeToTwo()
      await page.setViewportSize(size)
      for (const path of ['test-timeline', 'test-rules', '']) {
        await openPage(page, `/${path}`)
        await expectLoaded(page)
        await expectNoSidewaysScroll(page)
        await expectAccessibleInBoth(page, (colorScheme) =>
          shot(`${path === '' ? 'band' : path}-${colorScheme}-${size.width}`),
        )
      }
    },
  )

  it('shifts no part of the page when the state of the clock changes', async () => {
    await page.setViewportSize(narrow)
    await enterTestMode('/test-rules')
    const heading = page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    const place = await heading.boundingBox()
    await advance('Advance by a week', 7 * day)
    expect(await heading.boundingBox()).toEqual(place)
  })

  it('advances to a date and time in the time zone of the organization', async () => {
    await enterTestMode()
    const before = await timeOf()
    await band().getByRole('button', { name: 'Advance' }).click()
    await page.getByRole('menuitem', { name: 'Advance to a date and time' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await expectAccessible(page)
    const target = new Date(before + 40 * day * 1_000).toISOString().slice(0, 16)
    await dialog.getByLabel('New time of the test clock').fill(target)
    await dialog.getByRole('button', { name: 'Advance' }).click()
    await until(async () => (await timeOf()) === Date.parse(`${target}Z`))
    await band().locator(`time[datetime^="${target}"]`).waitFor()
  })

  it('gives the focus to the first enabled item of a menu whose first items are disabled', async () => {
    await enterTestMode()
    await band().getByRole('button', { name: 'Advance' }).press('Enter')
    const items = page.getByRole('menuitem')
    await items.first().waitFor()
    expect(await items.first().isDisabled()).toBe(true)
    const enabled = page.locator('[role=menuitem]:not([data-disabled])').first()
    await until(() => enabled.evaluate((item) => item === item.ownerDocument.activeElement))
    await page.keyboard.press('ArrowDown')
    await until(() => enabled.evaluate((item) => item !== item.ownerDocument.activeElement))
    await page.keyboard.press('Escape')
    await items.first().waitFor({ state: 'detached' })
  })

  it('is left with the last typed words, and after a question if they cannot be saved', async () => {
    await enterTestMode()
    const leads = await addTable(page, 'Unsaved', [{ name: 'Ada', email: null }])
    const starts = { on: 'schedule', cron: '5 4 1 6 *', timeZone: 'UTC' }
    const spinner = { name: 'Unsaved', dataTableId: leads, starts, steps: [message('Welcome')] }
    const id = await draftSpinner(page, spinner)
    await openPage(page, `/spinners/${id}`)
    await page.getByRole('button', { name: /^Start/ }).click()
    await page.getByRole('textbox', { name: 'Cron fields' }).fill('')
    const leave = band().getByRole('button', { name: 'Leave' })
    await leave.click()
    const question = page.getByRole('dialog', { name: 'Leave the spinner unsaved?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    expect((await clock()).status).toBe('idle')
    await page.getByRole('textbox', { name: 'Cron fields' }).fill('6 4 1 6 *')
    await page.getByRole('textbox', { name: 'Subject' }).fill('The last words')
    await leave.click()
    await band().waitFor({ state: 'detached' })
    await ask(page, 'POST', '/test-mode/enter')
    const { steps, starts: stored } = await ask<typeof spinner>(page, 'GET', `/spinners/${id}`)
    expect([steps[0]?.subject, stored.cron]).toEqual(['The last words', '6 4 1 6 *'])
    await openPage(page, `/spinners/${id}`)
    await page.getByRole('button', { name: /^Start/ }).click()
    await page.getByRole('textbox', { name: 'Cron fields' }).fill('')
    await leave.click()
    await question.getByRole('button', { name: 'Leave the spinner unsaved' }).click()
    await band().waitFor({ state: 'detached' })
    await ask(page, 'POST', '/test-mode/enter')
  })

  it('is reset after its name was typed, and left', async () => {
    await enterTestMode()
    await writeToTwo()
    await openPage(page, '/jobs')
    await page.getByText('A month of leads').first().waitFor()
    await openPage(page, '/test-timeline')
    await button('Reset').click()
    const dialog = page.getByRole('dialog')
    const reset = dialog.getByRole('button', { name: 'Reset test mode' })
    expect(await reset.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Demo (test)')
    await reset.click()
    await page.getByRole('heading', { name: 'Nothing has happened in test mode yet' }).waitFor()
    await band().getByRole('button', { name: 'Leave' }).click()
    await band().waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    expect(await page.getByText('A month of leads').count()).toBe(0)
  })
})

describe('a project', () => {
  const change = (text: string) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: text })
  const menu = async (item: string) => {
    await openPage(page, '/data-tables')
    await page
      .getByRole('button', { name: /^Actions on the project/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  it('is copied to test mode after a preview, and copied back with the changes that were made there', async () => {
    await menu('Copy to test mode')
    await change('Welcome new leads').getByText('New', { exact: true }).waitFor()
    await expectAccessible(page)
    await shot('copy-dark-1280')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Copy to test mode' }).click()
    await dialog.getByRole('button', { name: 'Open the project in test mode' }).click()
    await band().waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Leads' }).waitFor()
    await page.getByRole('link', { name: 'Spinners' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Welcome new leads' }).waitFor()

    const { items } = await ask<{ items: { id: string; name: string }[] }>(page, 'GET', '/spinners')
    const welcome = items.find(({ name }) => name === 'Welcome new leads')
    await ask(page, 'PATCH', `/spinners/${welcome?.id}`, { name: 'Welcome, rehearsed' })
    await menu('Copy back')
    await change('Welcome, rehearsed').getByText('Changed', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Copy back' }).click()
    await dialog.getByRole('button', { name: 'Leave test mode and open the project' }).click()
    await band().waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Spinners' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Welcome, rehearsed' }).waitFor()
  })
})
