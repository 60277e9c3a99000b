import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { ask, invitationFor } from '../../ask.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../../console.ts'
import { intercept } from '../../intercept.ts'
import { loseAnswer } from '../../lose-answer.ts'
import { openPage } from '../../open-page.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

const password = 'correct horse battery staple'
const headers = { 'X-Spindle-Console': '1' }

/** Returns the link of a new invitation into the demo's organization. */
async function invited(email: string): Promise<string> {
  const page = await console.visitDemo('/team')
  const { url } = await ask<{ url: string }>(page, 'POST', '/invitations', { email, role: 'editor' })
  return new URL(url).pathname + new URL(url).hash
}

it('a person with an account accepts an invitation, and switches between the organizations', async () => {
  const email = console.addressOf('mary')
  const link = await invited(email)
  const page = await console.visit('/join')
  // The page must know that nobody is signed in before the person signs up below, because the link does not load
  // it again.
  await page.getByText('Open the link in the e-mail that invites you.').waitFor()
  const data = { email, password, name: 'Mary Somerville', organizationName: 'Looms' }
  await ask(page, 'POST', '/auth/sign-up', data)
  await page.request.post('/api/v1/auth/sign-out', { headers })

  // The link leads to the sign-up, from where a person with an account signs in.
  await page.goto(link)
  await page.getByRole('heading', { name: 'Join Demo' }).waitFor()
  await page.getByText(`invites ${email} to Demo as an editor.`).waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in to accept the invitation' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText(`You are signed in as ${email}`).waitFor()
  await expectAccessible(page)
  await loseAnswer(page, '**/invitations/accept')
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByText('Spindle cannot be reached').waitFor()
  // If the browser cannot switch to the organization, the user tries only this again.
  await intercept(page, '**/auth/switch', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByRole('button', { name: 'Open the organization' }).click()
  const opener = page.getByRole('button', { name: 'Mary Somerville' })
  await opener.getByText('Demo').waitFor()

  // Another tab of the browser follows the switch.
  const tab = await page.context().newPage()
  await openPage(tab, '/data-tables')
  await opener.click()
  const current = page.getByRole('menuitem', { name: 'Demo' })
  expect(await current.getAttribute('aria-current')).toBe('true')
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Looms' }).click()
  await opener.getByText('Looms').waitFor()
  await tab.getByRole('button', { name: 'Mary Somerville' }).getByText('Looms').waitFor()
  await tab.close()

  // The command palette switches too.
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Search' }).fill('switch to demo')
  await page.getByRole('option', { name: 'Switch to Demo' }).click()
  await opener.getByText('Demo').waitFor()
})

it('a person whose sign-up by an invitation lost its answer signs in, and opens the organization', async () => {
  const email = console.addressOf('maria')
  const page = await console.visit(await invited(email))
  await page.getByLabel('Your name').fill('Maria Mitchell')
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await loseAnswer(page, '**/auth/sign-up')
  const join = page.getByRole('button', { name: 'Join' })
  await join.click()
  await page.getByText('Spindle cannot be reached').waitFor()
  await page.context().clearCookies()
  await join.click()
  await page.getByText('Sign in if you have used it').waitFor()
  await page.getByRole('button', { name: 'Sign in to accept the invitation' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByRole('button', { name: 'Maria Mitchell' }).getByText('Demo').waitFor()
})

it('a person creates a further organization in the menu, also on a narrow screen', async () => {
  const page = await console.visit('/join')
  const data = { email: console.addressOf('emmy'), password, name: 'Emmy Noether', organizationName: 'Rings' }
  await ask(page, 'POST', '/auth/sign-up', data)
  await openPage(page, '/')
  const opener = page.getByRole('button', { name: 'Emmy Noether' })
  await opener.click()
  // A person with one organization sees no list of organizations.
  await page.getByRole('menuitem', { name: 'New organization…' }).waitFor()
  expect(await page.getByText('Organizations', { exact: true }).count()).toBe(0)
  await page.getByRole('menuitem', { name: 'New organization…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create and switch' }).click()
  await dialog.getByText('Enter the name of the company or team').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('Ideals')
  await dialog.getByRole('button', { name: 'Create and switch' }).click()
  await opener.getByText('Ideals').waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await opener.click()
  await page.getByRole('menuitem', { name: 'Rings' }).waitFor()
  await expectNoSidewaysScroll(page)
})

it('a person leaves one of two organizations and continues in the other, and leaving that deletes the account', async () => {
  const email = console.addressOf('sofia')
  const page = await console.visit('/join')
  const data = { email, password, name: 'Sofia Kovalevskaya', organizationName: 'Tops' }
  await ask(page, 'POST', '/auth/sign-up', data)
  const link = await invited(email)
  await openPage(page, '/')
  await page.goto(link)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  const opener = page.getByRole('button', { name: 'Sofia Kovalevskaya' })
  await opener.getByText('Demo').waitFor()

  await openPage(page, '/account')
  await page.getByText('also ends your sessions in your other organizations').waitFor()
  await page.getByText('Your account stays, and you continue in another').waitFor()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByLabel(`Type ${email} to confirm`).fill(email)
  await page.getByRole('button', { name: 'Leave the organization' }).click()
  await page.getByText('You have left Demo. You are now in Tops').waitFor()
  await opener.getByText('Tops').waitFor()

  // The last owner cannot leave, so another owner joins.
  const next = console.addressOf('karl')
  const invitation = await invitationFor(page, next, 'owner')
  await console.signUp({ email: next, password, name: 'Karl Weierstrass', invitation })
  await openPage(page, '/account')
  await page.getByText('Your account is deleted, and you are signed out everywhere').waitFor()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByLabel(`Type ${email} to confirm`).fill(email)
  await page.getByRole('button', { name: 'Leave and delete my account' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  const signIn = await page.request.post('/api/v1/auth/sign-in', { data: { email, password }, headers })
  expect(signIn.status()).toBe(401)
})
