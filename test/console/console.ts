import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Demo } from '../../src/use-cases/account/demo/set-up-demo.ts'
import { Home, type SpindleProcess } from '../process/spindle-process.ts'
import { launchBrowser } from './browser.ts'
import { createDemo, type OwnDemo, ownAddress } from './demo.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** How a page is shown. */
interface Look {
  readonly colorScheme?: 'light' | 'dark'
  readonly viewport?: { readonly width: number; readonly height: number }
}

const usualViewport = { width: 1280, height: 720 }

/** A service of a test file's own. */
interface OwnService {
  readonly home: Home
  readonly spindle: SpindleProcess
}

/** The service with its console, and a browser that looks at it. */
export class Console {
  readonly url: string
  readonly #browser: Browser
  readonly #own: OwnService | null
  /** An organization in the shared service; null in a service of the file's own, which has the demo itself. */
  readonly #made: OwnDemo | null
  /** Browsers in which nobody had signed in. */
  readonly #strangers: BrowserContext[] = []
  /** Pages of the demo's owner. */
  readonly #inUse: Page[] = []
  /** Pages of the demo's owner that no test uses any more. */
  readonly #left: Page[] = []
  /** Faults of any page: errors on its console, and requests to other hosts. */
  readonly faults: string[] = []

  /** An organization of its own, like the demo, in the service that test files share. */
  static async open(): Promise<Console> {
    const { TEST_SERVICE: url = '' } = process.env
    const [browser, made] = await Promise.all([launchBrowser(), createDemo(url)])
    return new Console(url, browser, null, made)
  }

  /** A service of its own, as `npm start` runs it or as it is told. */
  static async start(launch: (home: Home) => SpindleProcess = (home) => home.launch()): Promise<Console> {
    const home = await Home.prepared()
    const spindle = launch(home)
    const [browser] = await Promise.all([launchBrowser(), home.ready(spindle)])
    return new Console(home.url, browser, { home, spindle }, null)
  }

  private constructor(url: string, browser: Browser, own: OwnService | null, made: OwnDemo | null) {
    this.url = url
    this.#browser = browser
    this.#own = own
    this.#made = made
  }

  /** The folder and the port of the file's own service. */
  get home(): Home {
    if (this.#own === null) throw new Error('The service is shared with other test files')
    return this.#own.home
  }

  get demo(): Demo {
    return this.#made?.demo ?? this.home.demo
  }

  /** The e-mail address of a person whom no other test file knows. */
  addressOf(name: string): string {
    return `${name}@${this.demo.organizationId}.example.com`
  }

  /** Output of the file's own service. */
  get output(): string {
    return this.#own?.spindle.output ?? ''
  }

  /** A new browser at `path`, in which nobody has signed in. */
  async visit(path = '/', look: Look = {}): Promise<Page> {
    const page = await this.#newPage(look)
    this.#strangers.push(page.context())
    await page.goto(path)
    return page
  }

  /** A page of the demo's owner, who signs in again for it; the page of an ended visit where there is one. */
  async visitDemo(path = '/', { colorScheme = 'light', viewport = usualViewport }: Look = {}): Promise<Page> {
    const left = this.#left.pop()
    const page = left ?? (await this.#newPage({ colorScheme, viewport }))
    this.#inUse.push(page)
    if (left !== undefined) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(viewport)
    }
    await this.#signIn(page)
    await page.goto(path)
    await page.locator('#content').waitFor()
    return page
  }

  /** Fills in the form of a page that asks the demo's owner to sign in. */
  async signInAgain(page: Page): Promise<void> {
    const { email = '', password = '' } = this.#made?.owner ?? {}
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  /**
   * Ends the visits of a test. Later visits of the demo use its pages again: a page of a new browser takes three
   * times as long to load.
   */
  async endVisits(): Promise<void> {
    await Promise.all(this.#strangers.splice(0).map((context) => context.close()))
    for (const page of this.#inUse.splice(0)) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().setOffline(false)
      await page.context().clearPermissions()
      this.#left.push(page)
    }
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.#own?.spindle.stop()
    await this.#own?.home.remove()
  }

  async #newPage(look: Look): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL: this.url, reducedMotion: 'reduce', ...look })
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    page.on('pageerror', (error) => this.faults.push(String(error)))
    page.on('console', (message) => {
      // The browser prints every answer of 400 and more; what the page makes of it is what counts.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
      // The sandbox of a shown message reports what it forbids; these reports are no faults of the page.
      if (message.location().url !== 'about:srcdoc') this.faults.push(message.text())
    })
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(this.url))
        this.faults.push(request.url())
    })
    return page
  }

  /** The session is a cookie of the browser afterwards, as after the form. */
  async #signIn(page: Page): Promise<void> {
    const [path, data] =
      this.#made === null ? ['/api/v1/auth/demo', {}] : ['/api/v1/auth/login', this.#made.owner]
    const headers = { 'X-Spindle-Console': '1', ...(this.#made === null ? {} : ownAddress()) }
    const answer = await page.request.post(path, { data, headers })
    if (!answer.ok()) throw new Error(`The demo cannot be visited: ${await answer.text()}`)
  }
}

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
}

/** Asks axe-core about the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // Playwright's own world: the page's policy lets nobody add a script. The one of an earlier check is still there.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  // Colours are those of the end of a transition.
  await page.evaluate(
    `Promise.all(document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity).map((one) => one.finished.catch(() => {})))`,
  )
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations)`,
  )
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    grave.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    ),
  ).toEqual([])
}

/** Asks axe-core about the page in light and in dark; the page follows the colours that the machine asks for. */
export async function expectAccessibleInBoth(
  page: Page,
  then: (colorScheme: 'light' | 'dark') => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    await expectAccessible(page)
    await then(colorScheme)
  }
}

/** Waits until the page has a heading and no part of it is loading. */
export async function expectLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** Nothing sticks out at the side, once the page has taken the width that it was given a moment ago. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sticksOut = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  // Playwright's own waiting evaluates a text in the page, which the page's policy forbids.
  for (let looks = 0; looks < 30 && (await page.evaluate<number>(sticksOut)) > 0; looks++)
    await page.waitForTimeout(100)
  expect(await page.evaluate(sticksOut)).toBeLessThanOrEqual(0)
}
