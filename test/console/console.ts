import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@jest/globals'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { Home, type SpindleProcess } from '../process/spindle-process.ts'
import { launchBrowser } from './browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The service with its console, and a browser that looks at it. */
export class Console {
  readonly home: Home
  readonly #spindle: SpindleProcess
  readonly #browser: Browser
  /** What no page may do: errors on its console, and requests to other hosts. */
  readonly faults: string[] = []

  /** As `npm start` runs it, or as it is told. */
  static async open(launch: (home: Home) => SpindleProcess = (home) => home.launch()): Promise<Console> {
    const home = await Home.prepared()
    const spindle = launch(home)
    const [browser] = await Promise.all([launchBrowser(), home.ready(spindle)])
    return new Console(home, spindle, browser)
  }

  private constructor(home: Home, spindle: SpindleProcess, browser: Browser) {
    this.home = home
    this.#spindle = spindle
    this.#browser = browser
  }

  get url(): string {
    return this.home.url
  }

  /** What the service has printed. */
  get output(): string {
    return this.#spindle.output
  }

  /** A browser of somebody who was never here, at `path`. */
  async visit(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL: this.url, reducedMotion: 'reduce', ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    page.on('pageerror', (error) => this.faults.push(String(error)))
    page.on('console', (message) => {
      // The browser prints every answer of 400 and more; what the page makes of it is what counts.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
      // What the sandbox of a message that is shown forbids it is no fault of the page.
      if (message.location().url !== 'about:srcdoc') this.faults.push(message.text())
    })
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(this.url))
        this.faults.push(request.url())
    })
    await page.goto(path)
    return page
  }

  /** The same, signed in to the demo. */
  async visitDemo(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.visit(path, options)
    await page.getByRole('button', { name: 'Open the demo' }).click()
    await page.locator('#content').waitFor()
    return page
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.#spindle.stop()
    await this.home.remove()
  }
}

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
}

/** Asks axe-core about the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // Playwright's own world: the page's policy lets nobody add a script.
  const violations = (await page.evaluate(
    `${axe}; axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations)`,
  )) as readonly Violation[]
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    grave.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    ),
  ).toEqual([])
}

/** Nothing sticks out at the side, once the page has taken the width that it was given a moment ago. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sticksOut = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  // Playwright's own waiting evaluates a text in the page, which the page's policy forbids.
  for (let looks = 0; looks < 30 && (await page.evaluate<number>(sticksOut)) > 0; looks++)
    await page.waitForTimeout(100)
  expect(await page.evaluate(sticksOut)).toBeLessThanOrEqual(0)
}
