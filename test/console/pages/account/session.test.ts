import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { until } from '../../../support/until.ts'
import { Console } from '../../console.ts'
import { intercept } from '../../intercept.ts'

let console: Console

beforeAll(async () => {
  console = await Console.start()
  await console.signUp({ name: 'Grace Hopper', organizationName: 'Compilers', ...grace })
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

const grace = { email: 'grace@example.com', password: 'correct horse battery staple' }

/**
 * Signs in as the test's user Grace outside the browser. This ends her session in the browser, because by
 * default a user has only one session.
 */
async function replaceSession(): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const url = `${console.url}/api/v1/auth/sign-in`
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(grace) })).ok).toBe(true)
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(grace.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(grace.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function visitGrace(path: string): Promise<Page> {
  const page = await console.visit(path)
  await signIn(page)
  await user(page, 'Grace').waitFor()
  return page
}

const user = (page: Page, name: 'Grace' | 'Demo') =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: new RegExp(name) })
const signInHead = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' })

async function signOut(page: Page, name: 'Grace' | 'Demo'): Promise<void> {
  await user(page, name).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

describe('signing out', () => {
  it('removes everything from the screen, even from a page that sends no requests', async () => {
    const page = await console.visitDemo('/webhook-signing')
    await page.getByRole('textbox', { name: 'Secret' }).waitFor()
    await signOut(page, 'Demo')
    await signInHead(page).waitFor()
    expect(await page.getByRole('textbox', { name: 'Secret' }).count()).toBe(0)
  })

  it('reports a failure, and leaves the user signed in', async () => {
    const page = await console.visitDemo('/webhook-signing')
    await page.context().setOffline(true)
    await signOut(page, 'Demo')
    await page.getByText('Signing out failed: you are still signed in').waitFor()
    expect(await page.getByRole('heading', { name: 'Webhook signing' }).isVisible()).toBe(true)
    await page.context().setOffline(false)
    await signOut(page, 'Demo')
    await signInHead(page).waitFor()
    expect(await page.getByText('Signing out failed: you are still signed in').count()).toBe(0)
  })
})

describe('a second tab', () => {
  it('shows the user who signs in there, and nothing of the previous one', async () => {
    const page = await console.visitDemo('/api-keys')
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    await page.getByLabel('Name').fill('Of the demo')
    const other = await page.context().newPage()
    await other.goto('/sign-up')
    await other.getByLabel('Your name').fill('Alan Turing')
    await other.getByLabel('Organization').fill('Machines')
    await other.getByLabel('E-mail').fill('alan@example.com')
    await other.getByRole('textbox', { name: 'Password' }).fill(grace.password)
    await other.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('button', { name: /Alan Turing/ }).waitFor()
    await page.getByText('No API keys yet').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('asks for a sign-in after the first tab signs out, and continues with the same user', async () => {
    const page = await visitGrace('/api-keys')
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    await page.getByLabel('Name').fill('Typed before')
    const other = await page.context().newPage()
    await other.goto('/webhook-signing')
    await signOut(other, 'Grace')
    await page.getByText('Your session was ended').waitFor()
    await signIn(other)
    await page.getByRole('dialog').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Typed before')
  })

  it('checks who is signed in when it becomes visible again', async () => {
    const page = await console.visitDemo('/webhook-signing')
    const headers = { 'X-Spindle-Console': '1' }
    await page.request.post('/api/v1/auth/sign-in', { data: grace, headers })
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await user(page, 'Grace').waitFor()
  })
})

describe('a user with two devices', () => {
  const form = (page: Page) => page.getByRole('dialog').getByLabel('Name')
  const create = (page: Page) => page.getByRole('button', { name: 'Create key', exact: true })

  it('keeps a typed number for an hour until the user signs in again', async () => {
    const page = await visitGrace('/contact-policy')
    const limit = page.getByLabel('Messages a day')
    await page.clock.install()
    await limit.fill('7')
    await replaceSession()
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await page.getByText('You signed in on another device').waitFor()
    await page.clock.fastForward('01:00:00')
    await signIn(page)
    await limit.waitFor()
    expect(await limit.inputValue()).toBe('7')
    // The clock of the page cannot be set back, so no later test uses it.
    await page.context().close()
  })

  it('is signed out on the first by signing in on the second, and going back keeps the typed text', async () => {
    const laptop = await visitGrace('/api-keys')
    await laptop.getByRole('button', { name: 'Create API key' }).first().click()
    await form(laptop).fill('Typed on the laptop')
    const telephone = await visitGrace('/')
    await create(laptop).click()
    await laptop.getByText('You signed in on another device').waitFor()
    await signIn(laptop)
    await form(laptop).waitFor()
    expect(await form(laptop).inputValue()).toBe('Typed on the laptop')
    await create(laptop).click()
    await laptop.getByText('“Typed on the laptop” is ready').waitFor()
    await telephone.evaluate(`dispatchEvent(new Event('focus'))`)
    await telephone.getByText('You signed in on another device').waitFor()
  })

  it('uses both if an owner permits it, and only the last one when this ends', async () => {
    const laptop = await visitGrace('/organization')
    const allow = laptop.getByRole('switch', { name: 'Allow sign-in on several devices' })
    await allow.click()
    await laptop.getByText('Sign-in on several devices is now allowed').waitFor()
    const telephone = await visitGrace('/')
    await telephone.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await laptop.reload()
    await allow.click()
    await laptop.getByText('Sign-in is now limited to one device at a time').waitFor()
    await telephone.evaluate(`dispatchEvent(new Event('focus'))`)
    await telephone.getByText('You signed in on another device').waitFor()
    await laptop.reload()
    await allow.waitFor()
    expect(await allow.isChecked()).toBe(false)
  })
})

describe('a session that ends', () => {
  const ask = async (page: Page) => {
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).waitFor()
  }
  const lookAgain = (page: Page) => page.evaluate(`dispatchEvent(new Event('focus'))`)

  it('keeps an open question, and shows it to the same user again', async () => {
    const page = await visitGrace('/webhook-signing')
    await ask(page)
    await replaceSession()
    await lookAgain(page)
    await page.getByText('You signed in on another device').waitFor()
    expect(await page.getByRole('dialog').isVisible()).toBe(false)
    await signIn(page)
    await page.getByRole('dialog').waitFor()
    // Waits until the dialog of the tested page has the keyboard focus.
    await until(() => page.evaluate<boolean>(`document.activeElement.closest('[role=dialog]') !== null`))
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  it('shows no question to another user', async () => {
    const page = await visitGrace('/webhook-signing')
    await ask(page)
    await replaceSession()
    await lookAgain(page)
    await page.getByRole('button', { name: 'Open the demo' }).click()
    await user(page, 'Demo').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('does not end the next one by a late answer', async () => {
    const page = await visitGrace('/webhook-signing')
    const refused = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    let isFirst = true
    await intercept(page, '**/api/v1/usage', async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      const response = await route.fetch()
      refused.resolve()
      await release.promise
      return route.fulfill({ response })
    })
    await replaceSession()
    await page.getByRole('link', { name: 'Usage and plan' }).click()
    await refused.promise
    await page.getByText('You signed in on another device').waitFor()
    await signIn(page)
    await user(page, 'Grace').waitFor()
    const late = page.waitForResponse((response) => response.status() === 401)
    release.resolve()
    await late
    await page.waitForTimeout(300)
    expect(await user(page, 'Grace').isVisible()).toBe(true)
  })
})
