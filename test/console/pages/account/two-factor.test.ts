import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { appCode } from '../../../support/data/sign-in/second-factor.ts'
import { Console, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
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

describe('two-factor sign-in', () => {
  it('is set up with a QR code, asks for a code at the next sign-in, takes a recovery code, and is turned off', async () => {
    const email = console.addressOf('hedy')
    await signUp(email)
    const page = await console.visit('/two-factor')
    await enterPassword(page, email)
    await page.getByRole('textbox', { name: 'Your password' }).fill('not the password')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The password is wrong').waitFor()
    await page.getByRole('textbox', { name: 'Your password' }).fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await expectAccessibleInBoth(page)
    const secret = await page.getByRole('textbox', { name: 'Secret', exact: true }).inputValue()
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Turn on two-factor sign-in' }).click()
    await page.getByText('The code is wrong', { exact: false }).waitFor()
    const setUpAt = new Date()
    await page.getByLabel('Code', { exact: true }).fill(appCode(secret, setUpAt))
    await page.getByRole('button', { name: 'Turn on two-factor sign-in' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    const [first = '', second = ''] = await codes.allInnerTexts()
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'I have stored the codes' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()

    await signOut(page)
    await enterPassword(page, email)
    await page.getByRole('heading', { name: 'Enter a code' }).waitFor()
    await expectAccessibleInBoth(page)
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('The code is wrong, too old, or was used before').waitFor()
    // Codes of the next 30 seconds are accepted as well, so the test need not wait for another code.
    const next = new Date(setUpAt.getTime() + 30_000)
    await page.getByLabel('Code', { exact: true }).fill(appCode(secret, next))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('10 recovery codes are left.').waitFor()
    await page.goto('/organization')
    await page.getByText('All members have set it up.', { exact: false }).waitFor()
    await page.getByRole('switch', { name: 'Require two-factor sign-in of all members' }).click()
    await page.getByText('All members need two-factor sign-in from their next sign-in on').waitFor()
    await page.getByRole('switch', { name: 'Require two-factor sign-in of all members' }).click()
    await page.getByText('Two-factor sign-in is now optional for each member').waitFor()
    await page.goto('/two-factor')

    await signOut(page)
    await enterPassword(page, email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(first)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('9 recovery codes are left.').waitFor()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('textbox', { name: 'Your password' }).fill(password)
    await page.getByLabel('Code', { exact: true }).fill(second)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Continue' }).waitFor()
  })
})
