import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { Console, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'

let console: Console
/** The public address of the service. Browsers have passkeys for localhost, and none for an IP address. */
let origin: string

beforeAll(async () => {
  console = await Console.start((home) => home.launch({ PUBLIC_API_URL: `http://localhost:${home.port}` }))
  origin = `http://localhost:${console.home.port}`
  console.allowRequestsTo(origin)
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

const password = 'correct horse battery staple'

const signUp = (email: string) =>
  console.signUp({ email, password, name: 'Hedy Lamarr', organizationName: 'Frequencies' })

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Hedy Lamarr/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

/** Gives the browser of a test's page an authenticator that verifies the person, as by a fingerprint. */
async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describe('passkeys', () => {
  it('are added, sign in after the password and without it, and are removed with a passkey', async () => {
    const email = 'hedy@example.com'
    await signUp(email)
    const page = await console.visit(`${origin}/two-factor`)
    await addAuthenticator(page)
    await enterPassword(page, email)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name of the passkey').fill('Work laptop')
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Create the passkey' }) })
    await form.getByRole('textbox', { name: 'Your password' }).fill(password)
    await expectAccessibleInBoth(page)
    await form.getByRole('button', { name: 'Create the passkey' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    await page.getByRole('button', { name: 'I have stored the codes' }).click()
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Work laptop').waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBoth(page)
    await page.setViewportSize({ width: 1280, height: 800 })

    await signOut(page)
    await enterPassword(page, email)
    await page.getByRole('heading', { name: 'Use your passkey' }).waitFor()
    await expectAccessibleInBoth(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()

    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()

    await page.getByRole('button', { name: 'Rename Work laptop' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Old laptop')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Remove Old laptop' }).click()
    const removal = page.locator('form', { has: page.getByRole('heading', { name: 'Remove Old laptop' }) })
    await removal.getByRole('textbox', { name: 'Your password' }).fill(password)
    await removal.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The passkey is removed').waitFor()
    await page.getByText('You need an authenticator app', { exact: false }).waitFor()
  })

  it('name the public address where the console is open at another one', async () => {
    const email = 'lamarr@example.com'
    await signUp(email)
    const page = await console.visit(`${console.url}/two-factor`)
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
    await enterPassword(page, email)
    await page.getByText(`Passkeys work only at ${origin}. Open the console there.`).waitFor()
    expect(await page.getByRole('button', { name: 'Add a passkey' }).isDisabled()).toBe(true)
  })
})
