import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { until } from '../../../support/until.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'

let console: Console

beforeAll(async () => {
  console = await Console.start()
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

describe('signing in', () => {
  it('opens the demo with one click, and lasts over a reload', async () => {
    const page = await console.visit()
    await page.getByRole('button', { name: 'Open the demo' }).click()
    await page.locator('#content').waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(
      await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })'),
    ).not.toMatch(/eyJ/)
  })

  it('explains in words what was refused', async () => {
    const page = await console.visit('/')
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Request' }).waitFor()
  })
})

interface Account {
  readonly email: string
  readonly password: string
}

/** Creates an account and its organization by the API, for one test. */
async function signUp(email: string, name: string): Promise<Account> {
  const account = { email, password: 'correct horse battery staple' }
  await console.signUp({ ...account, name, organizationName: 'Machines' })
  return account
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('a new user', () => {
  it('creates an organization, sees errors at the field, and arrives at home', async () => {
    const page = await console.visit('/sign-up')
    await page.getByLabel('Your name').fill('Grace Hopper')
    await page.getByLabel('Organization').fill('Compilers')
    await page.getByLabel('E-mail').fill('grace@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('short')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByText('The password needs at least 10 characters.', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('link', { name: 'Create a data table' }).waitFor()
    await page.getByRole('button', { name: /Grace Hopper/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.context().cookies()).toEqual([])
  })

  it('chooses whether the text of messages is kept', async () => {
    const page = await console.visit('/sign-up')
    await page.getByLabel('Your name').fill('Hedy Lamarr')
    await page.getByLabel('Organization').fill('Frequencies')
    await page.getByLabel('E-mail').fill('hedy@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple')
    await page.getByRole('checkbox', { name: 'Keep the text of sent messages for 30 days' }).uncheck()
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('link', { name: 'Create a data table' }).waitFor()
    const organization = await page.request.get('/api/v1/organization')
    expect(await organization.json()).toMatchObject({ keepsBodies: false })
  })

  it('gets the time zone and the language of the browser, dates in its form, and the focus in the first field', async () => {
    const page = await console.visitFrom({ locale: 'de-DE', timezoneId: 'Europe/Berlin' }, '/sign-up')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('Konrad Zuse')
    expect(await page.getByLabel('Ihr Name').inputValue()).toBe('Konrad Zuse')
    await page.getByLabel('Organisation').fill('Rechenmaschinen')
    await page.getByLabel('E-Mail').fill('konrad@example.com')
    await page.getByRole('textbox', { name: 'Passwort' }).fill('correct horse battery staple')
    await page.getByRole('button', { name: 'Organisation anlegen' }).click()
    await page.getByRole('heading', { level: 1, name: 'Startseite' }).waitFor()
    const session = await page.request.get('/api/v1/auth/session')
    expect(await session.json()).toMatchObject({
      organization: {
        timeZone: 'Europe/Berlin',
        language: 'de',
        unsubscribeLine: 'Wenn Sie keine weiteren E-Mails möchten, [melden Sie sich hier ab].',
      },
    })
    await page.goto('/usage')
    await page.getByText(/Beginnt neu am \d+\. \p{L}+ \d{4}/u).waitFor()
    await page.context().close()
  })

  it('whose session a script replaces sees the reason, and keeps the typed text after signing in again', async () => {
    const person = await signUp('barbara@example.com', 'Barbara Liskov')
    const page = await console.visit('/')
    await signIn(page, person)
    await page.getByRole('link', { name: 'Keys and events' }).click()
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    await page.getByLabel('Name').fill('Typed before')

    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(person)
    expect((await fetch(`${console.url}/api/v1/auth/sign-in`, { method: 'POST', headers, body })).ok).toBe(
      true,
    )
    await page.getByLabel('Name').fill('Typed before that')
    await page.getByRole('button', { name: 'Create key', exact: true }).click()
    await page.getByText('You signed in on another device').waitFor()
    expect(await page.getByRole('dialog').isVisible()).toBe(false)

    await signIn(page, person)
    await page.getByRole('dialog').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Typed before that')
    await page.getByRole('button', { name: 'Create key', exact: true }).click()
    await page.getByText('“Typed before that” is ready').waitFor()
  })

  it('sets a new password with the link of a mail', async () => {
    const person = await signUp('edsger@example.com', 'Edsger Dijkstra')
    const page = await console.visit('/')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByRole('button', { name: 'E-mail me a reset link' }).click()
    await page.getByText('Check your e-mail for the reset link').waitFor()
    const link = () => /http\S+\/reset-password#rst_\w+/.exec(console.output)?.[0]
    await until(() => Promise.resolve(link() !== undefined))
    await page.goto(link() ?? '')
    await page.getByRole('textbox', { name: 'New password' }).fill('another horse battery staple')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your password is set').waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, { ...person, password: 'another horse battery staple' })
    await page.getByRole('heading', { name: 'Home' }).waitFor()
  })
})

describe('a signed-in user', () => {
  it('changes the password, sees errors of a new one at the field, and stays signed in', async () => {
    const person = await signUp('alan@example.com', 'Alan Turing')
    const page = await console.visit('/password')
    await signIn(page, person)
    await page.getByRole('textbox', { name: 'Current password' }).fill(person.password)
    await page.getByRole('textbox', { name: 'New password' }).fill('Alan-Turing')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('contains your name').waitFor()
    await page.locator('input[autocomplete=new-password]:focus').waitFor()
    expect(await page.getByText('contains your name').count()).toBe(1)
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'New password' }).fill('another horse battery staple')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Password' }).waitFor()
  })
})

describe('the sign-in link that a start prints', () => {
  it('opens the demo, once', async () => {
    const shut = await Console.start((home) => home.launch({ PUBLIC_API_URL: home.url }))
    const link = () => /http\S+\/demo#dmo_\w+/.exec(shut.output)?.[0]
    await until(() => Promise.resolve(link() !== undefined))
    const page = await shut.visit('/')
    expect(await page.getByRole('button', { name: 'Open the demo' }).count()).toBe(0)
    for (const opens of [true, false]) {
      const visitor = await shut.visit(link()?.slice(shut.url.length))
      await visitor.getByRole('button', { name: 'Open the demo' }).click()
      if (opens) await visitor.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      else await visitor.getByText('The link was already used').waitFor()
    }
    expect(shut.faults).toEqual([])
    await shut.close()
  })
})

describe('the pages around the sign-in', () => {
  it.each(['/', '/sign-up', '/forgot-password', '/reset-password', '/demo', '/nowhere'])(
    '%s is accessible, narrow and wide, in light and dark',
    async (path) => {
      const page = await console.visit(path, { viewport: { width: 360, height: 740 } })
      await page.getByRole('heading').first().waitFor()
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBoth(page)
    },
  )
})
