import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { ask, invitationFor } from '../../ask.ts'
import { Console, expectAccessible, expectLoaded, expectNoSidewaysScroll } from '../../console.ts'
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

/** Invites a person into the organization of an owner's page, and joins it as this person by the API. */
async function join(owner: Page, email: string, name: string, role: string): Promise<void> {
  await console.signUp({ email, password, name, invitation: await invitationFor(owner, email, role) })
}

describe('a team', () => {
  it('invites by a link, which a new member opens', async () => {
    const page = await console.visitDemo('/team')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill(console.addressOf('grace'))
    await dialog.getByRole('radio', { name: 'Viewer' }).check()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('list', { name: 'Invitations' }).getByText(console.addressOf('grace')).waitFor()
    await expectAccessible(page)

    const guest = await console.visit(new URL(link).pathname + new URL(link).hash)
    await guest.getByLabel('Your name').fill('Grace Hopper')
    expect(await guest.getByLabel('E-mail').inputValue()).toBe(console.addressOf('grace'))
    await guest.getByRole('textbox', { name: 'Password' }).fill(password)
    await guest.getByRole('button', { name: 'Join' }).click()
    await guest.getByText('Your role is viewer').waitFor()
    // Viewers see neither the buttons that would be refused, nor a reason on each page.
    for (const [path, button] of [
      ['/data-tables', 'New data table'],
      ['/spinners', 'New spinner'],
      ['/suppressions', 'Suppress'],
    ] as const) {
      await guest.goto(path)
      await guest.getByRole('heading', { level: 1 }).waitFor()
      await guest.getByText('Your role is viewer').waitFor({ state: 'detached' })
      expect(await guest.getByText('Only editors', { exact: false }).count()).toBe(0)
      expect(await guest.getByRole('button', { name: button, exact: true }).count()).toBe(0)
    }
    await guest.getByRole('button', { name: 'Search' }).click()
    await guest.getByRole('dialog').getByRole('combobox', { name: 'Search' }).fill('invite')
    await guest.getByRole('option', { name: 'Team' }).waitFor()
    expect(await guest.getByRole('option', { name: 'Invite a person to the team' }).count()).toBe(0)
    await guest.context().close()
  })

  it('changes roles, and the audit log shows this', async () => {
    const { page } = await console.visitOwn()
    const email = console.addressOf('ida')
    await join(page, email, 'Ida Rhodes', 'viewer')
    await openPage(page, '/team')
    const role = page.getByRole('combobox', { name: 'Role of Ida Rhodes' })
    const select = role.or(page.getByRole('textbox', { name: 'Role of Ida Rhodes' }))
    await select.first().click()
    await page.getByRole('option', { name: 'Admin' }).click()
    await page.getByText('Ida Rhodes is admin now').waitFor()
    await expectAccessible(page)

    await openPage(page, '/audit')
    await page.getByText('Role changed').waitFor()
    await page.getByLabel('Actor').fill(email)
    await page.getByRole('button', { name: 'Find entries' }).click()
    await page.getByText('Joined').waitFor()
    expect(await page.getByText('Role changed').count()).toBe(0)
    await expectAccessible(page)
  })

  it('is managed by admins and owners, and others see whom to ask', async () => {
    const email = console.addressOf('kay')
    await join(await console.enterDemo(), email, 'Kay McNulty', 'admin')
    const page = await console.visit('/join')
    await ask(page, 'POST', '/auth/sign-in', { email, password })
    await openPage(page, '/team')
    await page.getByRole('button', { name: 'Remove Demo' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Invite', exact: true }).waitFor()
  })
})

describe('a member whose role another user changes', () => {
  it('sees what the new role permits, at the next visit of the page or at a refusal', async () => {
    const owner = await console.visitDemo('/team')
    const email = console.addressOf('alan')
    const invitation = await invitationFor(owner, email, 'editor')
    const page = await console.visit('/join')
    await ask(page, 'POST', '/auth/sign-up', { email, password, name: 'Alan Turing', invitation })
    const { items } = await ask<{ items: { id: string; email: string }[] }>(owner, 'GET', '/members')
    const setRole = async (role: string) => {
      const id = items.find((member) => member.email === email)?.id
      const headers = { 'X-Spindle-Console': '1' }
      const answer = await owner.request.patch(`/api/v1/members/${id}`, { headers, data: { role } })
      expect(answer.ok()).toBe(true)
    }
    const create = page.getByRole('button', { name: 'New data table', exact: true }).first()
    await openPage(page, '/data-tables')
    await create.waitFor()
    await setRole('viewer')
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await create.waitFor({ state: 'detached' })
    await setRole('editor')
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await create.click()
    await page.getByRole('dialog').getByLabel('Name').fill('Leads')
    await setRole('viewer')
    await page.getByRole('dialog').getByRole('button', { name: 'Create data table' }).click()
    await create.waitFor({ state: 'detached' })
    // The console also notices that the user has changed their own role.
    await setRole('owner')
    await openPage(page, '/team')
    const invite = page.getByRole('button', { name: 'Invite', exact: true })
    await invite.waitFor()
    const own = page.getByRole('combobox', { name: 'Role of Alan Turing' })
    await own
      .or(page.getByRole('textbox', { name: 'Role of Alan Turing' }))
      .first()
      .click()
    await page.getByRole('option', { name: 'Editor' }).click()
    await invite.waitFor({ state: 'detached' })
  })
})

describe('an account', () => {
  it('shows where the user is signed in, and ends the other sessions', async () => {
    const page = await console.visitDemo('/organization')
    await page.getByRole('switch', { name: 'Allow sign-in on several devices' }).click()
    await page.getByText('Sign-in on several devices is now allowed').waitFor()
    await openPage(page, '/account')
    const other = await console.visitDemo('/account')
    await other.getByRole('list', { name: 'Sessions' }).waitFor()
    await page.reload()
    await page.getByText('This session').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign out other devices' }).click()
    await page.getByText('You are signed out on all other devices').waitFor()
    await other.evaluate(`dispatchEvent(new Event('focus'))`)
    await other.getByText('Your session was ended').waitFor()
    await page.getByLabel('Name').fill('Demo Person')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your name is changed').waitFor()
    await page.getByRole('button', { name: /Demo Person/ }).waitFor()
  })
})

describe('the pages of a team', () => {
  it.each([
    ['light', 375],
    ['dark', 1280],
  ] as const)('are accessible and fit: %s, %i wide', async (colorScheme, width) => {
    const page = await console.visitDemo('/team', { colorScheme, viewport: { width, height: 800 } })
    for (const path of ['team', 'audit', 'account', 'organization']) {
      await openPage(page, `/${path}`)
      await expectLoaded(page)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      const shots = process.env['SCREENSHOTS']
      if (shots !== undefined) await page.screenshot({ path: `${shots}/${path}-${colorScheme}-${width}.png` })
    }
  })
})
