import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import {
  Console,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  untilTrue,
} from '../../console.ts'
import { hold } from '../../hold.ts'
import { intercept } from '../../intercept.ts'
import { loseAnswer } from '../../lose-answer.ts'
import { openPage } from '../../open-page.ts'
import { refuse } from '../../refuse.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
  const { demo, url } = console
  const people = [
    ['Ada Lovelace', 'ada@example.com'],
    ['Grace Hopper', 'grace@example.com'],
    ['', 'nameless@example.com'],
  ]
  const records = people.map(([name, email]) => ({ name, email, phone: '', account_id: 'A-1' }))
  const answer = await fetch(`${url}/api/v1/public/ingest`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${demo.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ dataTableId: demo.dataTableId, records }),
  })
  expect(answer.status).toBe(201)
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

const welcome = { type: 'email', to: '{{ email }}', subject: 'Welcome, {{ name }}', text: 'Hello {{ name }}' }
const wait = { type: 'wait', seconds: 86_400 }
const condition = { type: 'condition', column: 'email', operator: 'exists' }

interface Answer {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly steps: readonly { readonly type: string; readonly subject?: string }[]
}

/** Sends a request to the API with the session of the tested page's browser. */
async function ask(page: Page, method: string, path: string, data?: unknown): Promise<Answer> {
  const answer = await page.request.fetch(`/api/v1${path}`, {
    method,
    headers: { 'X-Spindle-Console': '1' },
    ...(data === undefined ? {} : { data }),
  })
  expect(answer.ok()).toBe(true)
  return (await answer.json()) as Answer
}

/** Creates a spinner over the data table of the test's demo, opens its page, and returns its id. */
async function openSpinner(page: Page, name: string, steps: readonly object[]): Promise<string> {
  const { dataTableId } = console.demo
  const { projectId } = await ask(page, 'GET', `/data-tables/${dataTableId}`)
  const { id } = await ask(page, 'POST', `/projects/${projectId}/spinners`, { name, dataTableId, steps })
  await openPage(page, `/spinners/${id}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  return id
}

const stateOfSaving = (page: Page) => page.getByRole('group', { name: 'Save state of the spinner' })
const saved = (page: Page) => stateOfSaving(page).getByText('Saved', { exact: true }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' })
const spinnersLink = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Spinners' })
/** Waits until the canvas of the tested page shows these steps in this order. */
async function expectSteps(page: Page, labels: readonly string[]): Promise<void> {
  const present =
    "JSON.stringify([...document.querySelectorAll('[data-step] [data-name]')].map((name) => name.textContent))"
  await untilTrue(page, `${present} === ${JSON.stringify(JSON.stringify(labels))}`)
}

describe('a new spinner', () => {
  it('is created with a name and a data table, and starts with an e-mail that has a text', async () => {
    const page = await console.visitDemo('/spinners')
    await button(page, 'New spinner').click()
    await button(page, 'Create spinner').click()
    await page.getByText('Enter a name for the spinner, such as Welcome new leads').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Hello from a test')
    await button(page, 'Create spinner').click()
    await page.getByRole('heading', { level: 1, name: 'Hello from a test' }).waitFor()
    const preview = page.frameLocator('iframe[title="HTML of the e-mail to ada@example.com"]')
    await preview.getByText('Hello Ada Lovelace,').waitFor()
    await page.getByText('Draft', { exact: true }).waitFor()
  })

  it('can be deleted after a question', async () => {
    const page = await console.enterDemo()
    await openSpinner(page, 'Short-lived', [welcome])
    await spinnersLink(page).click()
    await button(page, 'More for Short-lived').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await button(page, 'Delete spinner').click()
    await page.getByRole('link', { name: 'Short-lived' }).waitFor({ state: 'detached' })
  })
})

describe('editing a spinner', () => {
  it('inserts a variable at the caret, and shows the result for real records', async () => {
    const page = await console.enterDemo()
    const id = await openSpinner(page, 'Variables', [welcome])
    await subject(page).fill('')
    await page.keyboard.type('Dear , hello')
    // ProseMirror takes a caret at the start within 200 ms of the focus for a reset by the browser, and restores it.
    await page.waitForTimeout(250)
    await subject(page).press('Home')
    for (let step = 0; step < 'Dear '.length; step++) await subject(page).press('ArrowRight')
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    await button(page, 'Insert a value').click()
    await page.getByRole('menuitem', { name: 'name', exact: true }).click()
    expect(await subject(page).textContent()).toBe('Dear {{ name }}, hello')
    await page.getByText('Dear Ada Lovelace, hello').waitFor()
    await button(page, 'Next record').click()
    await page.getByText('Dear Grace Hopper, hello').waitFor()
    await saved(page)
    expect((await ask(page, 'GET', `/spinners/${id}`)).steps[0]?.subject).toBe('Dear {{ name }}, hello')
  })

  it('explains why a record would get nothing, and how to correct it', async () => {
    const page = await console.enterDemo()
    await openSpinner(page, 'Nameless', [welcome])
    await page.getByRole('combobox', { name: 'Record' }).selectOption({ index: 2 })
    await page.getByText('The column "name" is empty in the record').waitFor()
    await subject(page).fill('Hello ')
    await button(page, 'Insert a value').click()
    await page.getByRole('menuitem', { name: 'name', exact: true }).click()
    await page.getByRole('textbox', { name: 'Preheader' }).focus()
    await subject(page).getByText('name', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Word for empty cells' }).fill('there')
    await page.keyboard.press('Enter')
    // The value beside the caret is shown as it is written.
    await page.getByRole('textbox', { name: 'Preheader' }).focus()
    await subject(page).locator('[data-fallback=there]').waitFor()
    expect(await subject(page).textContent()).toBe('Hello {{ name | default: "there" }}')
  })

  it('renders HTML in a sandboxed frame, with its own styles', async () => {
    const page = await console.enterDemo()
    const html = '<style>p { color: rgb(1, 2, 3) }</style><p>Hello {{ name }}</p><script>top.foo = 1</script>'
    await openSpinner(page, 'Markup', [{ ...welcome, html }])
    const frame = page.getByTitle('HTML of the e-mail to ada@example.com')
    expect(await frame.getAttribute('sandbox')).toBe('')
    await page.frameLocator('iframe').getByText('Hello Ada Lovelace').waitFor()
    const color = await page.frames().at(-1)?.evaluate('getComputedStyle(document.querySelector("p")).color')
    expect(color).toBe('rgb(1, 2, 3)')
  })

  it('works by keyboard only, from a new step to publishing', async () => {
    const page = await console.enterDemo()
    const id = await openSpinner(page, 'By keyboard', [welcome])
    const { keyboard } = page
    await button(page, 'Add a step').focus()
    await keyboard.press('Enter')
    const waitItem = page.getByRole('menuitem', { name: 'Wait The record waits' })
    await waitItem.waitFor()
    // The menu takes the focus by a timer. An arrow that is pressed before goes to the button.
    await page.getByRole('menu').locator(':focus').waitFor({ state: 'attached' })
    const chosen = waitItem.and(page.locator(':focus'))
    for (let presses = 0; presses < 20 && (await chosen.count()) === 0; presses++)
      await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await untilTrue(page, 'document.activeElement?.closest("[data-fields]") != null')
    await expectSteps(page, ['1. E-mail', '2. Wait'])
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('2')
    await page.getByText('2 days').first().waitFor()
    await button(page, 'Move step 2 up').focus()
    await keyboard.press('Enter')
    await expectSteps(page, ['1. Wait', '2. E-mail'])
    await untilTrue(page, 'document.activeElement?.getAttribute("aria-label") === "Move step 1 down"')
    await button(page, 'Rename the spinner').focus()
    await keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Name of the spinner' }).waitFor()
    await keyboard.type('Renamed by keyboard')
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Renamed by keyboard' }).waitFor()
    await saved(page)
    await button(page, /^Publish$/).focus()
    await keyboard.press('Enter')
    await page.getByText('Published v1').waitFor()
    expect((await ask(page, 'GET', `/spinners/${id}`)).steps.map(({ type }) => type)).toEqual([
      'wait',
      'email',
    ])
  })

  it('reorders by dragging, with the mouse and by keyboard, and restores a removed step', async () => {
    const page = await console.enterDemo()
    await openSpinner(page, 'Reordered', [condition, welcome, wait])
    const from = await button(page, 'Drag step 1').boundingBox()
    const to = await button(page, 'Drag step 3').boundingBox()
    if (from === null || to === null) throw new Error('No handles')
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + 8, to.y - 20, { steps: 8 })
    await page.mouse.move(to.x + 8, to.y + 12, { steps: 8 })
    await page.mouse.up()
    await expectSteps(page, ['1. E-mail', '2. Wait', '3. Condition'])
    await button(page, 'Drag step 3').focus()
    await page.keyboard.press('Space')
    await page
      .getByText('The Condition step is dragged over place 3 of 3 steps.')
      .waitFor({ state: 'attached' })
    // Waits in the test, because the drag library handles keys only after its next timer; on a busy machine a
    // key pressed at once would be ignored.
    await page.evaluate('new Promise((listening) => setTimeout(listening))')
    await page.keyboard.press('ArrowUp')
    await page
      .getByText('The Condition step is dragged over place 2 of 3 steps.')
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await expectSteps(page, ['1. E-mail', '2. Condition', '3. Wait'])
    await button(page, 'More actions for step 1').click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expectSteps(page, ['1. Condition', '2. Wait'])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expectSteps(page, ['1. E-mail', '2. Condition', '3. Wait'])
    await saved(page)
  })
})

describe('an error in a spinner', () => {
  it('is shown at its field, and publishing is refused with a message', async () => {
    const page = await console.enterDemo()
    const id = await openSpinner(page, 'Faulty', [welcome])
    await subject(page).fill('Hello {{ nam }}')
    await page
      .getByText('The data table has no column "nam"; the column with the most similar name is “name”')
      .first()
      .waitFor()
    expect(await button(page, /^Publish$/).isDisabled()).toBe(true)
    await page.getByText('The spinner cannot be published yet').waitFor()
    await subject(page).fill('Hello {{ name')
    await page.getByText('The spinner cannot be published yet').waitFor()
    await saved(page)
    await page
      .getByText(/output .* not closed|cannot be read|not closed/)
      .first()
      .waitFor()
    expect(await subject(page).getAttribute('aria-invalid')).toBe('true')
    await subject(page).fill('')
    await page.getByText('Enter a subject').first().waitFor()
    await saved(page)
    await page.reload()
    await page.getByText('The spinner cannot be published yet').waitFor()
    expect(await subject(page).textContent()).toBe('')
    await subject(page).fill('Hello {{ name }}')
    await page.getByText('The spinner cannot be published yet').waitFor({ state: 'detached' })
    expect(await button(page, /^Publish$/).isEnabled()).toBe(true)
    // Leaves the spinner's page in the test, which saves the change at once, so the test does not wait for the
    // automatic save.
    await spinnersLink(page).click()
    await page.getByRole('heading', { level: 1, name: 'Spinners' }).waitFor()
    expect((await ask(page, 'GET', `/spinners/${id}`)).steps[0]?.subject).toBe('Hello {{ name }}')
  })
})

it('a preview returns without a reload when the service does', async () => {
  const page = await console.enterDemo()
  await openSpinner(page, 'Out of reach', [welcome])
  await page.getByText('Welcome, Ada Lovelace').waitFor()
  await intercept(page, '**/preview', (route) => route.abort())
  await subject(page).fill('Hello again, {{ name }}')
  const outage = page.getByRole('alert').filter({ hasText: 'Spindle cannot be reached' })
  await outage.waitFor()
  await page.unroute('**/preview')
  await page.getByText('Hello again, Ada Lovelace').waitFor()
  await outage.waitFor({ state: 'detached' })
  await saved(page)
})

it('an unknown spinner is reported, with a link back', async () => {
  const page = await console.visitDemo('/spinners/01936f4e-ffff-7fff-8fff-ffffffffffff')
  await page.getByRole('heading', { name: 'Spinner not found' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See all spinners' }).click()
  await page.getByRole('heading', { level: 1, name: 'Spinners' }).waitFor()
})

/** Expects that a spinner has one job. */
async function expectOneJob(page: Page, spinnerId: string): Promise<void> {
  const answer = await page.request.get(`/api/v1/jobs?spinnerId=${spinnerId}`)
  expect(((await answer.json()) as { items: unknown[] }).items).toHaveLength(1)
}

describe('a draft and the published version', () => {
  it('are compared step by step', async () => {
    const page = await console.enterDemo()
    const id = await openSpinner(page, 'Versions', [welcome])
    await button(page, /^Publish$/).click()
    await page.getByText('Published v1').waitFor()
    await subject(page).fill('Good day, {{ name }}')
    await page.getByText('Unpublished changes').waitFor()
    await button(page, 'See changes').click()
    const changes = page.getByRole('dialog', { name: 'Changes of the draft since version 1' })
    await changes.getByText('− Welcome, {{ name }}').waitFor()
    await changes.getByText('+ Good day, {{ name }}').waitFor()
    await changes.getByRole('button', { name: 'Close' }).click()
    await button(page, /^Publish$/).click()
    await page.getByText('Published v2').waitFor()
    await page.getByText('Unpublished changes').waitFor({ state: 'detached' })
    await button(page, 'More actions for the spinner').click()
    await page.getByRole('menuitem', { name: 'Unpublish', exact: true }).click()
    await button(page, 'Unpublish').click()
    await page.getByText('Draft', { exact: true }).waitFor()
    expect((await ask(page, 'GET', `/spinners/${id}`)).steps[0]?.subject).toBe('Good day, {{ name }}')
  })

  it('restore a version, after its changes were shown, and the draft again', async () => {
    const page = await console.enterDemo()
    const id = await openSpinner(page, 'Back and forth', [welcome])
    await button(page, /^Publish$/).click()
    await page.getByText('Published v1').waitFor()
    await subject(page).fill('Good day')
    await button(page, 'More actions for the spinner').click()
    await page.getByRole('menuitem', { name: 'Versions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Versions' })
    await dialog.getByRole('button', { name: 'Compare with the draft: version 1' }).click()
    await dialog.getByText('− Good day').waitFor()
    await dialog.getByText('+ Welcome, {{ name }}').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Go back to version 1' }).click()
    await page.getByText('The draft is version 1 again.').waitFor()
    expect(await subject(page).textContent()).toBe('Welcome, {{ name }}')
    expect((await ask(page, 'GET', `/spinners/${id}`)).steps[0]?.subject).toBe('Welcome, {{ name }}')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await saved(page)
    expect((await ask(page, 'GET', `/spinners/${id}`)).steps[0]?.subject).toBe('Good day')
  })

  it('can be duplicated as a draft, including the latest edits', async () => {
    const page = await console.enterDemo()
    await openSpinner(page, 'Twin', [welcome])
    await button(page, /^Publish$/).click()
    await page.getByText('Published v1').waitFor()
    await subject(page).fill('Typed just now')
    await button(page, 'More actions for the spinner').click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { level: 1, name: 'Copy of Twin' }).waitFor()
    await page.getByText('Draft', { exact: true }).waitFor()
    expect(await subject(page).textContent()).toBe('Typed just now')
  })

  it('start one job even if the first answer is lost, and lead to the job', async () => {
    const page = await console.enterDemo()
    const id = await openSpinner(page, 'Run', [wait])
    await button(page, /^Publish$/).click()
    await button(page, 'Run').click()
    await loseAnswer(page, `**/spinners/${id}/jobs`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    await dialog.getByText('The job may have started').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(/\/jobs\/[0-9a-f-]{36}$/)
    await expectOneJob(page, id)
  })

  for (const [what, first] of [
    ['is lost', null],
    ['says that the outcome is unknown', 'OUTCOME_UNKNOWN'],
  ] as const)
    it(`start one job even if the first answer ${what} and the service is overloaded after it`, async () => {
      const page = await console.enterDemo()
      const id = await openSpinner(page, `Run again (${first})`, [wait])
      await button(page, /^Publish$/).click()
      await button(page, 'Run').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('The job would take').waitFor()
      const jobs = `**/spinners/${id}/jobs`
      // Playwright uses the route that was added last first.
      await intercept(page, jobs, (route) => refuse(route, 'OVERLOADED'), { times: 1 })
      await intercept(
        page,
        jobs,
        async (route) => {
          await route.fetch()
          await (first === null ? route.abort() : refuse(route, first))
        },
        { times: 1 },
      )
      await dialog.getByRole('button', { name: 'Run', exact: true }).click()
      await dialog.getByText('The job may have started').waitFor()
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await dialog.getByText('Refused with OVERLOADED').waitFor()
      await dialog.getByText('The job may have started').waitFor()
      expect(await dialog.getByRole('radio').first().isDisabled()).toBe(true)
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await page.waitForURL(/\/jobs\/[0-9a-f-]{36}$/)
      await expectOneJob(page, id)
    })

  it('start one job even if the forecast is renewed after the first request', async () => {
    const page = await console.enterDemo()
    const id = await openSpinner(page, 'Run after a renewal', [wait])
    await button(page, /^Publish$/).click()
    await button(page, 'Run').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The job would take').waitFor()
    await intercept(
      page,
      `**/spinners/${id}/jobs`,
      async (route) => {
        await route.fetch()
        // The forecast is ten minutes old when the answer is lost, so the page renews it.
        await page.evaluate('window.realNow = Date.now, Date.now = () => window.realNow() + 600_000')
        await route.abort()
      },
      { times: 1 },
    )
    const renewed = page.waitForResponse(/rehearsals$/)
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
    await renewed
    await page.evaluate('Date.now = window.realNow')
    await dialog.getByText('The job may have started').waitFor()
    await dialog.getByText('There are no records to write to').waitFor()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(/\/jobs\/[0-9a-f-]{36}$/)
    await expectOneJob(page, id)
  })

  for (const audience of ['new', 'all'])
    it(`start one job for ${audience} records even if the service is away after the first request`, async () => {
      const page = await console.enterDemo()
      const id = await openSpinner(page, `Run for ${audience}`, [wait])
      await ask(page, 'PATCH', `/spinners/${id}`, { audience })
      await ask(page, 'POST', `/spinners/${id}/publish`)
      await page.reload()
      await button(page, 'Run').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('The job would take').waitFor()
      await intercept(
        page,
        `**/spinners/${id}/jobs`,
        async (route) => {
          await route.fetch()
          await intercept(page, '**/api/**', (other) => other.abort())
          await route.abort()
        },
        { times: 1 },
      )
      const rehearsed: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/rehearsals'))
          rehearsed.push(request.url())
      })
      await dialog.getByRole('button', { name: 'Run', exact: true }).click()
      const away = page.getByText('Spindle does not answer.')
      await away.waitFor()
      await page.unroute('**/api/**')
      await away.waitFor({ state: 'detached' })
      await dialog.getByText('The job may have started').waitFor()
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await page.waitForURL(/\/jobs\/[0-9a-f-]{36}$/)
      await expectOneJob(page, id)
      expect(rehearsed).toEqual([])
    })
})

describe('two users at once', () => {
  it('are informed of each other, and one decides', async () => {
    const page = await console.enterDemo()
    const id = await openSpinner(page, 'Shared', [welcome])
    for (const [choice, stored] of [
      ['Load the other draft', 'Theirs'],
      ['Keep my draft', 'Mine'],
    ] as const) {
      await ask(page, 'PATCH', `/spinners/${id}`, { steps: [{ ...welcome, subject: 'Theirs' }] })
      await subject(page).fill('Mine')
      await page.getByText('This spinner was also changed elsewhere').waitFor()
      await button(page, choice).click()
      await saved(page)
      expect(await subject(page).textContent()).toBe(stored)
      expect((await ask(page, 'GET', `/spinners/${id}`)).steps[0]?.subject).toBe(stored)
    }
  })
})

it('a save whose answer was lost is not taken for a change by another user', async () => {
  const page = await console.enterDemo()
  const id = await openSpinner(page, 'Lost', [welcome])
  const losesAnswerTo = async (edit: () => Promise<void>) => {
    const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH')
    await loseAnswer(page, `**/spinners/${id}`)
    await edit()
    await lost
  }
  const rename = async (name: string) => {
    await button(page, 'Rename the spinner').click()
    await page.getByRole('textbox', { name: 'Name of the spinner' }).fill(name)
    await page.keyboard.press('Enter')
  }
  const stored = () => ask(page, 'GET', `/spinners/${id}`)
  await losesAnswerTo(() => subject(page).fill('One'))
  expect((await stored()).steps[0]?.subject).toBe('One')
  await subject(page).fill('One and two')
  await saved(page)
  expect(await page.getByText('This spinner was also changed elsewhere').count()).toBe(0)
  expect((await stored()).steps[0]?.subject).toBe('One and two')
  // A change that the user has taken back is taken back in the stored draft too.
  await losesAnswerTo(() => rename('Mislaid'))
  await rename('Lost')
  await subject(page).fill('One, two and three')
  await saved(page)
  expect(await stored()).toMatchObject({ name: 'Lost', steps: [{ subject: 'One, two and three' }] })
})

it('the typed name of a spinner is kept when the browser goes back, and Escape undoes it', async () => {
  const page = await console.visitDemo('/spinners')
  const id = await openSpinner(page, 'Unnamed', [welcome])
  const name = page.getByRole('textbox', { name: 'Name of the spinner' })
  await button(page, 'Rename the spinner').click()
  await name.fill('Undone')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1, name: 'Unnamed' }).waitFor()
  await button(page, 'Rename the spinner').click()
  await name.fill('Named')
  await page.evaluate('history.back()')
  await page.getByRole('heading', { level: 1, name: 'Spinners' }).waitFor()
  expect((await ask(page, 'GET', `/spinners/${id}`)).name).toBe('Named')
})

describe('a new user of spinners', () => {
  const person = () => ({ email: console.addressOf('new'), password: 'a long password' })

  it('is led to data tables, and keeps the typed text when the session is replaced', async () => {
    const page = await console.visit()
    await ask(page, 'POST', '/auth/sign-up', { ...person(), name: 'New', organizationName: 'New' })
    await openPage(page, '/spinners')
    await page.getByRole('heading', { name: 'A spinner needs a data table' }).waitFor()

    const { id: projectId } = await ask(page, 'POST', '/projects', { name: 'Mine' })
    await ask(page, 'POST', `/projects/${projectId}/data-tables`, { name: 'Bare' })
    await page.reload()
    await button(page, 'New spinner').click()
    await page.getByText('This data table has no columns yet').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Bare')
    await button(page, 'Create spinner').click()
    await page.getByText('There is no record to preview').waitFor()
    await page.getByText('No column of the data table is visible to spinners').waitFor()
    const choose = page.getByRole('link', { name: 'Choose the columns visible to spinners' })
    expect(await choose.getAttribute('href')).toContain('?tab=settings')

    await saved(page)
    // Holds the requests of the page, so that none learns that the session ended before the text is typed.
    const release = await hold(page, '**/api/v1/**')
    const signIn = await fetch(`${console.url}/api/v1/auth/sign-in`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(person()),
    })
    expect(signIn.status).toBe(200)
    await subject(page).fill('Typed while the session ended')
    release()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('textbox', { name: 'E-mail' }).fill(person().email)
    await page.getByRole('textbox', { name: 'Password' }).fill(person().password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await saved(page)
    expect(await subject(page).textContent()).toBe('Typed while the session ended')
    const id = page.url().split('/').at(-1)
    const { steps } = await ask(page, 'GET', `/spinners/${id}`)
    expect(steps[0]?.subject).toBe('Typed while the session ended')
  })
})

describe('the pages of spinners', () => {
  it('are accessible and fit a narrow screen, in light and dark', async () => {
    const page = await console.enterDemo({ viewport: { width: 360, height: 740 } })
    const fits = () => expectNoSidewaysScroll(page)
    const html = '<p>Hello {{ name }}</p>'
    const webhook = { type: 'webhook', url: 'https://example.com/hook', body: '{"name": {{ name | json }}}' }
    const id = await openSpinner(page, 'Everything in one', [condition, { ...welcome, html }, webhook, wait])
    await ask(page, 'POST', `/spinners/${id}/publish`, { ignoreWarnings: true })
    await page.reload()
    await button(page, /^2\. E-mail/).click()
    await subject(page).fill('Hello {{ nam }}')
    await button(page, /^3\. Webhook/).click()
    await page.getByText('The spinner cannot be published yet').waitFor()
    await saved(page)
    await expectAccessibleInBoth(page, fits)
    await button(page, 'See changes').click()
    await page.getByRole('dialog').getByText('~ Changed').waitFor()
    await expectAccessibleInBoth(page)
    await openPage(page, '/spinners')
    await button(page, 'New spinner').click()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await expectAccessibleInBoth(page, fits)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectAccessibleInBoth(page)
  })
})
