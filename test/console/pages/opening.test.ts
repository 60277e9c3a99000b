import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { until } from '../../support/until.ts'
import { ask, ingest, start } from '../ask.ts'
import { Console } from '../console.ts'
import { hold } from '../hold.ts'
import { openPage } from '../open-page.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

/** Opens a page whose scripts are held, and returns the function that lets them through. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const release = await hold(page, '**/assets/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  return release
}

/** Waits until the next page of the browser is sent with these words about its first look. */
const untilStored = (page: Page, words: string) =>
  until(async () =>
    (await page.context().cookies()).some(({ name, value }) => name === 'spindle_opening' && value === words),
  )

const frame = (page: Page) => page.locator('.opening-frame')
const content = (page: Page) => page.locator('#content h1')

async function placeOf(page: Page, selector: string): Promise<readonly number[]> {
  const box = await page.locator(selector).first().boundingBox()
  return [box?.x ?? -1, box?.y ?? -1].map(Math.round)
}

describe('a page that opens for a person who was signed in', () => {
  it.each([
    { width: 1440, height: 900, logo: 'nav img' },
    { width: 390, height: 844, logo: 'header img' },
  ])(
    'shows the frame before any script arrives, where it stays, $width pixels wide',
    async ({ logo, ...size }) => {
      const page = await console.visitDemo('/', { viewport: size })
      await untilStored(page, 'signed-in')
      const release = await openWithoutScripts(page, '/jobs')
      await frame(page).waitFor()
      const places = [await placeOf(page, '.opening-name svg'), await placeOf(page, '.opening-page i')]
      release()
      await content(page).waitFor()
      expect(await page.locator('#opening').count()).toBe(0)
      expect([await placeOf(page, logo), await placeOf(page, '#content h1')]).toEqual(places)
    },
  )

  it('keeps the frame until the service has said who is signed in', async () => {
    const page = await console.visitDemo()
    await untilStored(page, 'signed-in')
    const release = await hold(page, '**/api/v1/auth/session')
    const requested = page.waitForRequest('**/api/v1/auth/session')
    await page.goto('/jobs', { waitUntil: 'commit' })
    await requested
    expect(await frame(page).isVisible()).toBe(true)
    release()
    await content(page).waitFor()
    expect(await frame(page).count()).toBe(0)
  })

  it('has the chosen colours from the beginning', async () => {
    const page = await console.visitDemo()
    const choose = async (item: string) => {
      await page.getByRole('button', { name: /Demo/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choose('Appearance: system')
    await page.getByRole('menuitem', { name: 'Appearance: light' }).click()
    await untilStored(page, 'signed-in.dark')
    const release = await openWithoutScripts(page, '/jobs')
    await frame(page).waitFor()
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const first = await background()
    release()
    await content(page).waitFor()
    expect(await background()).toBe(first)
    await choose('Appearance: dark')
    await untilStored(page, 'signed-in')
  })

  it('shows no frame on pages for everybody', async () => {
    const page = await console.visitDemo()
    await untilStored(page, 'signed-in')
    const release = await openWithoutScripts(page, '/sign-up')
    await page.getByText('Opening Spindle…').waitFor()
    expect(await frame(page).isVisible()).toBe(false)
    release()
    await page.getByRole('heading', { name: 'Create an organization' }).waitFor()
    expect(await page.locator('#opening').count()).toBe(0)
  })
})

/** The requests of the home page, which its first script sends. */
const ofHome = [
  'auth/session',
  'auth/confirmation',
  'overview?range=24h',
  'jobs?limit=5',
  'spinners?limit=200',
  'data-tables?limit=200',
  'usage',
  'senders?limit=200',
]

describe('the requests of a page that opens', () => {
  it('are sent before the code of the console has arrived, and home needs no others', async () => {
    const page = await console.visitDemo()
    const { spinnerId, ingestToken } = console.demo
    await ingest(page, ingestToken, [{ name: 'Mary', email: 'mary@example.com' }])
    await start(page, spinnerId)
    await untilStored(page, 'signed-in')
    const release = await hold(page, '**/assets/index-*.js')
    const answered = ofHome.map(async (path) => {
      const answer = await page.waitForResponse(`${console.url}/api/v1/${path}`)
      await answer.finished()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await Promise.all(answered)
    const answerOthers = await hold(page, '**/api/**')
    release()
    await page.getByRole('heading', { name: 'Incoming' }).waitFor()
    await page.getByRole('link', { name: 'All jobs' }).waitFor()
    expect(await page.locator('#content [aria-busy=true]').count()).toBe(0)
    answerOthers()
  })

  it('are sent with the code of the page, before the code of the console has arrived', async () => {
    const page = await console.visitDemo()
    await untilStored(page, 'signed-in')
    const release = await hold(page, '**/assets/index-*.js')
    const code = page.waitForRequest('**/assets/jobs-page-*.js')
    const session = page.waitForRequest('**/api/v1/auth/session')
    await page.goto('/jobs', { waitUntil: 'commit' })
    await Promise.all([code, session])
    release()
    await content(page).waitFor()
  })

  it('are used once, so that the person who signs in next sees their own data', async () => {
    const page = await console.visitDemo()
    await untilStored(page, 'signed-in')
    await page.context().clearCookies({ name: 'spindle_session' })
    // The page that is left may still get an answer for the session that has ended.
    const refused = page.waitForResponse(
      (one) => one.url() === `${console.url}/api/v1/usage` && one.status() === 401,
    )
    await page.goto('/')
    await refused
    await console.signInAgain(page)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.getByText('Records added this month').waitFor()
  })
})

describe('a page that was visited before', () => {
  /** Opens a page by its address without a load, and waits until its heading has replaced that of the previous page. */
  const goTo = async (page: Page, path: string) => {
    await page.evaluate(`document.querySelector('#content h1').setAttribute('data-left', '')`)
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
    await page.locator('#content h1:not([data-left])').waitFor()
    await page.locator('#content [aria-busy=true]').first().waitFor({ state: 'detached' })
  }

  it('shows its content although the service has not answered again', async () => {
    const page = await console.visitDemo('/people')
    const { dataTableId, spinnerId, ingestToken } = console.demo
    await ingest(page, ingestToken, [{ name: 'Ada', email: 'ada@example.com' }])
    const table = `/data-tables/${dataTableId}`
    const paths = [
      '/',
      '/data-tables',
      table,
      '/arrivals',
      `${table}/mapping`,
      '/spinners',
      `/spinners/${spinnerId}`,
      '/jobs',
      `/jobs/${await start(page, spinnerId)}`,
      '/messages',
      '/people',
      '/senders',
      '/replies',
      '/suppressions',
      '/contact-policy',
      '/team',
      '/api-keys',
      '/webhook-signing',
      '/destinations',
      '/events',
      '/usage',
      '/audit',
      '/bin',
      '/organization',
      '/account',
      '/password',
      '/two-factor',
    ]
    for (const path of paths) await goTo(page, path)
    const release = await hold(page, '**/api/**')
    for (const path of paths) await goTo(page, path)
    await goTo(page, table)
    await page.getByRole('gridcell', { name: 'ada@example.com' }).waitFor()
    // Lets the service answer, and expects that the grid then follows the table again.
    release()
    await ingest(page, ingestToken, [{ name: 'Grace', email: 'grace@example.com' }])
    await page.getByRole('gridcell', { name: 'grace@example.com' }).waitFor()
  })
})

/**
 * Stores the properties that React has given to elements of a page, and returns a function that returns the number of
 * elements that were drawn again since. React replaces the properties of an element whenever it draws the element.
 */
async function watchDrawing(page: Page, selector: string): Promise<() => Promise<number>> {
  const propertiesOf = `(one) => one[Object.keys(one).find((key) => key.startsWith('__reactProps$'))]`
  const watched = await page.evaluate<number>(
    `(window.watched = new Map([...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => [one, (${propertiesOf})(one)]))).size`,
  )
  expect(watched).toBeGreaterThan(0)
  return () =>
    page.evaluate<number>(
      `[...window.watched].filter(([one, before]) => !one.isConnected || (${propertiesOf})(one) !== before).length`,
    )
}

describe('drawing', () => {
  it('a page does not draw the frame and the links of other pages again', async () => {
    const page = await console.visitDemo('/people')
    const others = ['/', '/data-tables', '/senders', '/team'].map((path) => `nav a[href="${path}"]`)
    // The frame is drawn once more when its transitions may begin, shortly after it was drawn first.
    await page.locator('[data-resizing]').waitFor({ state: 'detached' })
    const drawnAgain = await watchDrawing(page, ['nav[aria-label=Main]', '#content', ...others].join())
    // The command palette is loaded now, or was loaded 1.5 seconds after the page.
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Usage and plan' }).click()
    await page.getByRole('heading', { level: 1, name: 'Usage and plan' }).waitFor()
    expect(await drawnAgain()).toBe(0)
  })

  it('a new job does not draw the rows of the other jobs again', async () => {
    const page = await console.visitDemo('/people')
    const { spinnerId, ingestToken } = console.demo
    const startJob = async (name: string) => {
      await ingest(page, ingestToken, [{ name, email: `${name}@example.com` }])
      await start(page, spinnerId)
      await until(async () => {
        const { items } = await ask<{ items: { status: string }[] }>(page, 'GET', '/jobs')
        return items.every(({ status }) => status === 'completed')
      }, 20_000)
    }
    await startJob('marie')
    await openPage(page, '/jobs')
    const rows = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem')
    await rows.first().waitFor()
    const count = await rows.count()
    const drawnAgain = await watchDrawing(page, 'ul[aria-label="Jobs"] > li')
    await startJob('irene')
    await until(async () => (await rows.count()) > count)
    expect(await drawnAgain()).toBe(0)
  })
})

describe('a page that opens for a stranger', () => {
  it('shows the logo and then the sign-in, without the frame', async () => {
    const page = await console.visit()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const release = await openWithoutScripts(page, '/jobs')
    await page.getByText('Opening Spindle…').waitFor()
    expect(await frame(page).isVisible()).toBe(false)
    release()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.locator('#opening').count()).toBe(0)
  })
})
