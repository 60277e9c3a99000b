import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '../../../support/until.ts'
import { ask, invitationFor } from '../../ask.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { intercept } from '../../intercept.ts'
import { openPage } from '../../open-page.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

async function ingest(key: string, { dataTableId } = console.demo): Promise<number> {
  const { status } = await fetch(`${console.url}/api/v1/public/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      dataTableId,
      records: [{ name: 'Ada', phone: '+44', account_id: 'A-1', email: 'ada@example.com' }],
    }),
  })
  return status
}

describe('the home page of a new organization', () => {
  it('gives a command that appends a record when it is pasted, and hides its secret', async () => {
    const { page } = await console.visitOwn()
    await page.getByRole('heading', { name: 'Add records (to do)' }).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'By API' }).first().click()
    const shown = await page.getByRole('region', { name: 'curl command that appends a record' }).innerText()
    expect(shown).toContain('/tbl_•••')
    await page.getByRole('button', { name: 'Copy curl command that appends a record' }).click()
    const command = await page.evaluate<string>('navigator.clipboard.readText()')
    const [, url = '', body = ''] = /POST (\S+)[^]*-d '(.*)'$/.exec(command) ?? []
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201)
    await page.getByRole('heading', { name: 'Add records (done)' }).waitFor()
  })

  it('marks each step when it is done, even by API, and shows none when all are done', async () => {
    const { page, demo } = await console.visitOwn()
    const step = (title: string, status: string) =>
      page.getByRole('heading', { name: `${title} (${status})` }).waitFor()
    expect(await ingest(demo.apiKey, demo)).toBe(201)
    await step('Add records', 'done')
    await step('Publish a spinner', 'done')
    await step('Run the spinner', 'to do')
    await page.getByRole('button', { name: 'Run “Welcome new leads”' }).click()
    await page.getByText('The job would take 1 record.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('region', { name: 'Your first message, captured' }).waitFor()
    await page.getByRole('heading', { name: 'Incoming' }).waitFor()
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor()
    expect(await page.getByRole('heading', { name: 'Start here' }).count()).toBe(0)
  })
})

describe('the organization', () => {
  it('writes in the language that an owner chooses, also in a new spinner', async () => {
    const { page } = await console.visitOwn('/organization')
    const language = page
      .getByRole('combobox', { name: 'Language of e-mails' })
      .or(page.getByRole('textbox', { name: 'Language of e-mails' }))
    await page.getByLabel('Postal address').fill('12 Square')
    await language.click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await page.getByText('The language of e-mails is now Deutsch').waitFor()
    const line = 'Wenn Sie keine weiteren E-Mails möchten, [melden Sie sich hier ab].'
    await until(async () => (await page.getByLabel('Unsubscribe line').inputValue()) === line)
    expect(await page.getByLabel('Postal address').inputValue()).toBe('12 Square')
    await expectAccessible(page)
    await page.goto('/spinners')
    await page.getByRole('button', { name: 'New spinner' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Hello in German')
    await page.getByRole('button', { name: 'Create spinner' }).click()
    await page.locator('.ProseMirror', { hasText: 'vielen Dank für Ihr Interesse' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Subject' }).textContent()).toMatch(/^Hallo /)
  })

  it('uses the time zone that an owner chooses', async () => {
    const { page } = await console.visitOwn('/organization')
    const zone = page
      .getByRole('combobox', { name: 'Time zone' })
      .or(page.getByRole('textbox', { name: 'Time zone' }))
    await zone.fill('kathmandu')
    await page.getByRole('option', { name: 'Asia/Kathmandu' }).click()
    await page.getByText(/^The time zone of the organization is now Asia/).waitFor()
    // Says nothing about the members until they are loaded.
    let answerMembers = () => {}
    const held = new Promise<void>((resolve) => {
      answerMembers = resolve
    })
    await intercept(page, '**/api/v1/members?*', (route) => held.then(() => route.continue()))
    await page.reload()
    await page.getByText('members who have not set it up must do so').waitFor()
    expect(await page.getByText('All members have set it up').count()).toBe(0)
    answerMembers()
    await page.getByText('1 member has not set it up yet.').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    // Two columns on a wide screen: the sign-in provider is beside the name, and below it on a narrow one.
    const topOf = async (name: string) =>
      (await page.getByText(name, { exact: true }).first().boundingBox())?.y
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByText('Your own sign-in provider').waitFor()
    const [provider = 0, setting = 0] = [
      await topOf('Your own sign-in provider'),
      await topOf('Allow sign-in on several devices'),
    ]
    expect(provider).toBeLessThan(setting)
    await page.setViewportSize({ width: 390, height: 740 })
    await until(async () => (await zone.first().inputValue()).startsWith('Asia/'))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})

describe('a member', () => {
  it('is offered nothing that is reserved to owners, and sees whom to ask', async () => {
    const owner = await console.visitDemo()
    const email = console.addressOf('charles')
    const invitation = await invitationFor(owner, email, 'editor')
    const page = await console.visit('/join')
    const person = { email, password: 'correct horse battery staple', name: 'Charles' }
    await ask(page, 'POST', '/auth/sign-up', { ...person, invitation })
    await openPage(page, '/api-keys')
    await page
      .getByText('Only admins and owners of the organization can create, rotate and revoke API keys.')
      .waitFor()
    await page.getByRole('cell', { name: 'Demo key' }).waitFor()
    expect(await page.getByRole('button', { name: /Create API key|Actions for/ }).count()).toBe(0)
    await expectAccessible(page)
    await openPage(page, '/webhook-signing')
    await page
      .getByText('Only admins and owners of the organization can see and rotate the webhook secret.')
      .waitFor()
    expect(await page.getByRole('button', { name: 'Rotate' }).count()).toBe(0)
    await expectAccessible(page)
  })
})

describe('the webhook secret', () => {
  it('is rotated with a second day for the old secret, or without one', async () => {
    const { page } = await console.visitOwn('/webhook-signing')
    const dialog = page.getByRole('dialog')
    const secret = page.getByRole('textbox', { name: 'Secret', exact: true })
    const secrets = [await secret.inputValue()]
    for (const isFirst of [true, false]) {
      await page.getByRole('button', { name: 'Rotate secret' }).click()
      await dialog.getByRole('heading', { name: 'Sign webhooks with a new secret?' }).waitFor()
      expect(await dialog.getByRole('radio', { name: 'The old secret ends in one day' }).isDisabled()).toBe(
        !isFirst,
      )
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Rotate secret' }).click()
      await dialog.waitFor({ state: 'detached' })
      secrets.push(await secret.inputValue())
    }
    expect(new Set(secrets).size).toBe(3)
    expect(secrets).toEqual(secrets.map(() => expect.stringMatching(/^whsec_/)))
  })
})

describe('API keys', () => {
  it('are created with scopes, shown once, rotated and revoked', async () => {
    const page = await console.visitDemo('/')
    await page.getByRole('link', { name: 'Keys and events' }).click()
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('HubSpot')
    await dialog.getByLabel('Trigger').uncheck()
    // The buttons of a dialog that is longer than the screen are always visible.
    const create = dialog.getByRole('button', { name: 'Create key' })
    await page.setViewportSize({ width: 390, height: 600 })
    const { y = 0, height = 0 } = (await create.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(600)
    await page.setViewportSize({ width: 1280, height: 720 })
    await create.click()
    const first = await dialog.getByLabel('API key', { exact: true }).inputValue()
    expect(await ingest(first)).toBe(201)
    await page.keyboard.press('Escape')
    expect(await dialog.getByLabel('API key', { exact: true }).inputValue()).toBe(first)
    const opened = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Open the API docs with this key' }).click()
    const docs = await opened
    await docs.locator('request-samples').waitFor()
    expect(await docs.getByRole('textbox', { name: 'API key' }).inputValue()).toBe(first)
    expect(docs.url()).not.toContain(first)
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain(first)
    await docs.close()
    await dialog.getByRole('button', { name: 'I have copied the API key' }).click()
    await page.getByRole('cell', { name: 'HubSpot', exact: true }).waitFor()
    expect(await page.content()).not.toContain(first)

    await page.getByRole('button', { name: 'Actions for HubSpot' }).click()
    await page.getByRole('menuitem', { name: 'Rotate' }).click()
    await dialog.getByRole('button', { name: 'Rotate' }).click()
    const second = await dialog.getByLabel('API key', { exact: true }).inputValue()
    expect([await ingest(first), await ingest(second)]).toEqual([201, 201])
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'I have copied the API key' }).click()

    await page
      .getByRole('row')
      .filter({ hasText: second.slice(-4) })
      .getByRole('button', { name: 'Actions for HubSpot' })
      .click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('cell', { name: /^revoked/ }).waitFor()
    expect([await ingest(first), await ingest(second)]).toEqual([201, 401])
  })

  it('ask for a name in words', async () => {
    const page = await console.visitDemo()
    await openPage(page, '/api-keys')
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Enter a name for the API key, such as').waitFor()
  })
})

describe('the contact policy', () => {
  it('is set, stored, and removed by emptying its fields', async () => {
    const page = await console.visitDemo()
    await openPage(page, '/contact-policy')
    const aWeek = page.getByLabel('Messages a week')
    await aWeek.fill('3')
    await page.getByRole('button', { name: 'Save policy' }).click()
    await page.getByText('The contact policy is saved').waitFor()
    await page.reload()
    await aWeek.waitFor()
    expect(await aWeek.inputValue()).toBe('3')
    await expectAccessible(page)
    await aWeek.fill('')
    await page.getByRole('button', { name: 'Save policy' }).click()
    await page.getByText('The contact policy is saved').waitFor()
    await page.reload()
    await aWeek.waitFor()
    expect(await aWeek.inputValue()).toBe('')
  })

  it('keeps a limit that another user has changed, unless the user decides otherwise', async () => {
    const page = await console.visitDemo()
    const path = '/organization/contact-policy'
    const none = {
      daysBetweenSpinners: null,
      messagesPerDay: null,
      messagesPerWeek: null,
      activePerDomain: null,
    }
    await ask(page, 'PUT', path, { ...none, messagesPerDay: 9 })
    await openPage(page, '/contact-policy')
    await page.getByLabel('Messages a week').fill('3')
    await ask(page, 'PUT', path, { ...none, messagesPerDay: 2 })
    await page.getByRole('button', { name: 'Save policy' }).click()
    await page.getByText('This contact policy was changed while you edited it').waitFor()
    await expectAccessible(page)
    expect(await ask(page, 'GET', path)).toEqual({ ...none, messagesPerDay: 2 })
    // The page shows the other change. The user's version replaces no limit that the user has not edited.
    expect(await page.getByLabel('Messages a day').inputValue()).toBe('2')
    await page.getByRole('button', { name: 'Save my version' }).click()
    await page.getByText('The contact policy is saved').waitFor()
    expect(await ask(page, 'GET', path)).toEqual({ ...none, messagesPerDay: 2, messagesPerWeek: 3 })
    await ask(page, 'PUT', path, none)
  })
})

describe('suppressions', () => {
  it('are added and removed', async () => {
    const page = await console.visitDemo()
    await openPage(page, '/suppressions')
    await page.getByLabel('Address or domain').fill('Ada@Example.com')
    await page.getByRole('button', { name: 'Suppress', exact: true }).click()
    const remove = async () => {
      await page.getByRole('button', { name: 'Remove ada@example.com' }).click()
      const answer = page.waitForResponse((one) => one.request().method() === 'DELETE')
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await answer
    }
    // Shows a problem that occurs again once, because a pile of notifications would cover a small screen.
    const broken = {
      status: 500,
      json: { code: 'INTERNAL_ERROR', message: 'It did not work', requestId: 'one' },
    }
    await intercept(page, '**/api/v1/suppressions/*', (route) => route.fulfill(broken))
    const problem = page.getByRole('alert').filter({ hasText: 'It did not work' })
    const ids = () => problem.evaluateAll((shown: { id: string }[]) => shown.map(({ id }) => id))
    await remove()
    await problem.waitFor()
    const [earlier] = await ids()
    await remove()
    // Screen readers announce a new alert only, so the repeated problem is a new notification.
    await until(async () => {
      const [latest, ...others] = await ids()
      return others.length === 0 && latest !== undefined && latest !== earlier
    })
    await page.unrouteAll({ behavior: 'wait' })
    await remove()
    await page.getByText('No suppressed addresses').waitFor()
  })

  it('export and erase the person of an address, with a receipt', async () => {
    const page = await console.visitDemo()
    await openPage(page, '/suppressions')
    const email = 'erased@example.com'
    await page.getByLabel('Address or domain').fill(email)
    await page.getByRole('button', { name: 'Suppress', exact: true }).click()
    const actions = page.getByRole('button', { name: `Export or erase the data of ${email}` })
    await actions.click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export everything' }).click()
    expect((await download).suggestedFilename()).toBe(`${email}.json`)
    await actions.click()
    await page.getByRole('menuitem', { name: 'Erase…' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await dialog.getByLabel('Type the e-mail address to confirm the erasure').fill(email)
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await dialog.getByRole('row', { name: 'Addresses erased from the suppression list 1' }).waitFor()
    await dialog.getByText('does not write to it again').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByText('No suppressed addresses').waitFor()
  })
})

describe('the deletion of the organization', () => {
  const [name, password] = ['mary', 'correct horse battery staple']
  it('takes its name and the password, leaves only reading, and is undone by an owner', async () => {
    const own = {
      email: console.addressOf(name),
      password,
      name: 'Mary Somerville',
      organizationName: 'Spheres',
    }
    await console.signUp(own)
    const page = await console.visit('/organization')
    await page.getByLabel('E-mail').fill(own.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type Spheres to confirm').fill('Spheres')
    await dialog.getByRole('textbox', { name: 'Your password' }).fill('not the password')
    await dialog.getByRole('button', { name: 'Delete in seven days' }).click()
    await dialog.getByText('The password is wrong').waitFor()
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(password)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete in seven days' }).click()
    await page.getByText(/This organization will be deleted on/).waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBoth(page)
    expect(await page.getByRole('switch').first().isDisabled()).toBe(true)
    await page.getByText('The organization is to be deleted, so all members').waitFor()
    await page.getByRole('button', { name: 'Undo the deletion' }).click()
    await page.getByText('The organization continues as before').waitFor()
    await until(() => page.getByRole('switch').first().isEnabled())
    expect(await page.getByText(/This organization will be deleted on/).count()).toBe(0)
  })
})

describe('webhook signing', () => {
  it('shows the secret on request, and another one after a rotation', async () => {
    const page = await console.visitDemo()
    await openPage(page, '/webhook-signing')
    const secret = page.getByRole('textbox', { name: 'Secret' })
    const before = await secret.inputValue()
    expect(before).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await until(async () => (await secret.inputValue()) !== before)
  })
})
