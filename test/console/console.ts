import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import type { Demo } from '../../src/use-cases/account/demo/set-up-demo.ts'
import { Home, type SpindleProcess } from '../process/spindle-process.ts'
import { until } from '../support/until.ts'
import { launchBrowser } from './browser.ts'
import { createDemo, type OwnDemo, ownAddress } from './demo.ts'
import { openPage } from './open-page.ts'
import { watchFrames } from './watch-frames.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The colour scheme and the window size in which a test shows a page. */
interface Look {
  readonly colorScheme?: 'light' | 'dark'
  readonly viewport?: { readonly width: number; readonly height: number }
}

const defaultViewport = { width: 1280, height: 720 }

/** The language and the time zone of a browser. */
interface Place {
  readonly locale: string
  readonly timezoneId: string
}

/** The place of browsers for which a test names no other one. */
const defaultPlace: Partial<Place> = { locale: 'en-GB' }

/** A running service that only one browser test file uses. */
interface OwnService {
  readonly home: Home
  readonly spindle: SpindleProcess
}

/** A console page of the owner of an organization that only one test uses. */
interface OwnVisit {
  readonly page: Page
  readonly demo: Demo
}

interface NewAccount {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly organizationName?: string
  /** The secret of an invitation, as `invitationFor` returns it. */
  readonly invitation?: string
}

/** `Console` is a running service with its console, and a browser in which the tests open its pages. */
export class Console {
  readonly url: string
  readonly #browser: Browser
  readonly #own: OwnService | null
  /**
   * The organization that this test file has in the shared service; null if the file has its own service with
   * the demo.
   */
  readonly #made: OwnDemo | null
  /** The pages that the present test has opened in browsers in which no user was signed in. */
  readonly #visitorPages: Page[] = []
  /** The pages of signed-out visitors that tests no longer use, without cookies and stored values. */
  readonly #unusedVisitorPages: Page[] = []
  /** The console pages that the present test has open as the owner of the demo organization. */
  readonly #inUse: Page[] = []
  /**
   * Open console pages of the demo's owner that no test uses now; later tests use them again, because opening a
   * page is slow.
   */
  readonly #left: Page[] = []
  /** The faults of the pages of the present test: errors on a page's console, and requests to other hosts. */
  readonly faults: string[] = []
  /** The beginnings of URLs besides the service to which pages of this test file may send requests. */
  readonly #allowed: string[] = []

  /**
   * Opens a browser on the service that test files share, and creates an organization like the demo for this
   * file.
   */
  static async open(): Promise<Console> {
    const { TEST_SERVICE: url = '' } = process.env
    const [browser, made] = await Promise.all([launchBrowser(), createDemo(url)])
    return new Console(url, browser, null, made)
  }

  /**
   * Starts a service for this browser test file alone, and a browser. `launch` replaces the usual start of the
   * service.
   */
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

  /** The data folder and the port of the service that only this browser test file uses. */
  get home(): Home {
    if (this.#own === null) throw new Error('The service is shared with other test files')
    return this.#own.home
  }

  get demo(): Demo {
    return this.#made?.demo ?? this.home.demo
  }

  /** Lets the pages of this test file send requests to URLs that begin with `url`, such as those of a provider. */
  allowRequestsTo(url: string): void {
    this.#allowed.push(url)
  }

  /** Returns an e-mail address for a test that no other test file uses. */
  addressOf(name: string): string {
    return `${name}@${this.demo.organizationId}.example.com`
  }

  /** The printed output of the service that only this browser test file uses. */
  get output(): string {
    return this.#own?.spindle.output ?? ''
  }

  /**
   * Opens the page `path` in a browser in which no user is signed in. Uses the browser of an ended visit again if
   * there is one, except for a path with a fragment: a page that differs in its fragment alone is not loaded.
   */
  async visit(path = '/', look: Look = {}): Promise<Page> {
    const page = await this.#visitorPage(path, look)
    await page.goto(path)
    return page
  }

  /** Opens the page `path` in a browser of its own at a place, in which no user is signed in. The test closes it. */
  async visitFrom(place: Place, path: string): Promise<Page> {
    const page = await this.#newPage({ colorScheme: 'light', viewport: defaultViewport }, place)
    this.#visitorPages.push(page)
    await page.goto(path)
    return page
  }

  /**
   * Creates an organization like the demo that only one test uses, and opens a console page for its owner. The
   * test needs no browser of its own for it.
   */
  async visitOwn(path = '/', look: Look = {}): Promise<OwnVisit> {
    const { demo, owner } = await createDemo(this.url)
    const page = await this.#visitorPage(path, look)
    await signIn(page, '/auth/sign-in', owner, ownAddress())
    await page.goto(path)
    await page.locator('#content').waitFor()
    return { page, demo }
  }

  /**
   * Opens a console page for a test and signs the demo's owner in. Uses the page of an ended test again if
   * there is one.
   */
  async visitDemo(path = '/', look: Look = {}): Promise<Page> {
    const page = await this.enterDemo(look)
    await openPage(page, path)
    await page.locator('#content').waitFor()
    return page
  }

  /**
   * Signs the demo's owner in for a test but opens no page, for tests that call the API before they open
   * one with `openPage`. A page of an ended visit still shows what it showed last.
   */
  async enterDemo({ colorScheme = 'light', viewport = defaultViewport }: Look = {}): Promise<Page> {
    const left = this.#left.pop()
    const page = left ?? (await this.#newPage({ colorScheme, viewport }))
    this.#inUse.push(page)
    if (left !== undefined) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(viewport)
      if (await this.#isSignedIn(page)) return page
    }
    await this.#signIn(page)
    // Loads the console again after another user or nobody was signed in. An empty page would take a new process
    // of the browser.
    if (left !== undefined) {
      await page.goto('/')
      await page.locator('#content').waitFor()
    }
    return page
  }

  /** Creates an account by the API, without a browser: with an organization, or for an invitation. */
  async signUp(account: NewAccount): Promise<void> {
    const headers = { 'content-type': 'application/json', ...ownAddress() }
    const body = JSON.stringify(account)
    const answer = await fetch(`${this.url}/api/v1/auth/sign-up`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`Sign-up: ${await answer.text()}`)
  }

  /** Fills in and sends the sign-in form of a test's page with the credentials of the demo's owner. */
  async signInAgain(page: Page): Promise<void> {
    const { email = '', password = '' } = this.#made?.owner ?? {}
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  /**
   * Ends a test's use of console pages. Keeps the demo owner's pages for later tests, because a page of a new
   * browser takes three times as long to load. Fails the test if its pages sent a request to another host, violated the
   * content security policy or reported an error on the console.
   */
  async endVisits(): Promise<void> {
    for (const page of this.#visitorPages.splice(0)) {
      if (page.isClosed()) continue
      await restore(page)
      await page.context().clearCookies()
      await page.evaluate('localStorage.clear(), sessionStorage.clear()')
      this.#unusedVisitorPages.push(page)
    }
    for (const page of this.#inUse.splice(0)) {
      await restore(page)
      this.#left.push(page)
    }
    expect(this.faults.splice(0)).toEqual([])
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.#own?.spindle.stop()
    await this.#own?.home.remove()
  }

  async #newPage(look: Look, place = defaultPlace): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.url,
      reducedMotion: 'reduce',
      ...look,
      ...place,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    void watchFrames(page)
    page.on('pageerror', (error) => this.faults.push(String(error)))
    page.on('console', (message) => {
      // Ignores the browser's reports of responses with status 400 and more, because browser tests check what
      // the page shows for them.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
      // Ignores the browser's reports of content that the sandbox of a displayed message blocks; they are no
      // faults of the tested page.
      if (message.location().url !== 'about:srcdoc') this.faults.push(message.text())
    })
    page.on('request', (request) => {
      const isAllowed = [this.url, ...this.#allowed].some((allowed) => request.url().startsWith(allowed))
      if (/^https?:/.test(request.url()) && !isAllowed) this.faults.push(request.url())
    })
    return page
  }

  /** Returns true if the session of the page is one of the demo's owner in the demo's organization. */
  async #isSignedIn(page: Page): Promise<boolean> {
    const answer = await page.request.get('/api/v1/auth/session')
    if (!answer.ok()) return false
    const { user, organization } = (await answer.json()) as { user: Id; organization: Id }
    return user.id === this.demo.userId && organization.id === this.demo.organizationId
  }

  async #signIn(page: Page): Promise<void> {
    if (this.#made === null) await signIn(page, '/auth/demo', {})
    else await signIn(page, '/auth/sign-in', this.#made.owner, ownAddress())
  }

  async #visitorPage(
    path: string,
    { colorScheme = 'light', viewport = defaultViewport }: Look,
  ): Promise<Page> {
    const unusedPage = path.includes('#') ? undefined : this.#unusedVisitorPages.pop()
    const page = unusedPage ?? (await this.#newPage({ colorScheme, viewport }))
    this.#visitorPages.push(page)
    if (unusedPage !== undefined) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(viewport)
    }
    return page
  }
}

/** Signs a test's user in by the API. The browser then has the session cookie, as after the sign-in form. */
async function signIn(page: Page, path: string, data: object, headers: object = {}): Promise<void> {
  const answer = await page.request.post(`/api/v1${path}`, {
    data,
    headers: { 'X-Spindle-Console': '1', ...headers },
  })
  if (!answer.ok()) throw new Error(`POST ${path}: ${await answer.text()}`)
}

/** Undoes what a test has set up around a page: other tabs, replaced answers, an outage and permissions. */
async function restore(page: Page): Promise<void> {
  const context = page.context()
  for (const tab of context.pages()) if (tab !== page) await tab.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
}

interface Id {
  readonly id: string
}

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
}

/** Expects that axe-core finds no accessibility faults on the tested page in its present state. */
export function expectAccessible(page: Page): Promise<void> {
  return expectNoViolations(page, allGraveRules)
}

/**
 * Expects that axe-core finds no faults in the light and the dark colour scheme, which the tested page
 * takes from the browser. In the dark scheme only the rules about colours run, because the schemes differ
 * in nothing else.
 */
export async function expectAccessibleInBoth(
  page: Page,
  then: (colorScheme: 'light' | 'dark') => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const [colorScheme, rules] of [
    ['light', allGraveRules],
    ['dark', colourRules],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    await expectNoViolations(page, rules)
    await then(colorScheme)
  }
}

/**
 * The options of axe-core for all rules except those whose violations are never serious or critical: the impact
 * of a rule is the impact of all its violations.
 */
const allGraveRules = `{ rules: Object.fromEntries(
  axe._audit.rules
    .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
    .map(({ id }) => [id, { enabled: false }]),
) }`

/** The options of axe-core for its rules about colours: the enabled ones in its category "color". */
const colourRules = `{ runOnly: axe._audit.rules
  .filter(({ enabled, tags }) => enabled && tags.includes('cat.color'))
  .map(({ id }) => id) }`

async function expectNoViolations(page: Page, options: string): Promise<void> {
  // Loads axe-core by Playwright, because the policy of the tested page forbids added scripts. An earlier check
  // of the page may have loaded it.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  // Waits until all CSS transitions of the tested page have ended, because axe-core must check the final colours.
  await page.evaluate(
    `Promise.all(document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity).map((one) => one.finished.catch(() => {})))`,
  )
  // A dialog gets its name in an effect after it was drawn.
  const unnamed = page.locator('[role=dialog]:not([aria-label], [aria-labelledby])')
  await unnamed.first().waitFor({ state: 'detached' })
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, { resultTypes: ['violations'], ...${options} }).then((r) => r.violations)`,
  )
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    grave.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    ),
  ).toEqual([])
}

/**
 * Waits until an expression is true in the tested page. Playwright's own waiting evaluates the text again and
 * again, which the policy of the page forbids after the first time.
 */
export function untilTrue(page: Page, expression: string): Promise<void> {
  return until(() => page.evaluate<boolean>(expression))
}

/** Waits until the tested page has a heading and no part of it is loading. */
export async function expectLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/**
 * Expects that the tested page cannot be scrolled sideways. Waits up to 3 seconds for the page to fit a new
 * width.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sticksOut = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  // Polls the width of the tested page, because Playwright's own waiting evaluates a text in the page, which
  // the page's policy forbids.
  for (let looks = 0; looks < 30 && (await page.evaluate<number>(sticksOut)) > 0; looks++)
    await page.waitForTimeout(100)
  expect(await page.evaluate(sticksOut)).toBeLessThanOrEqual(0)
}
