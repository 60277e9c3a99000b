import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { addSpinner, addTable, ingest, start } from '../../ask.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { intercept } from '../../intercept.ts'
import { openPage } from '../../open-page.ts'
import { refuse } from '../../refuse.ts'

const narrow = { width: 375, height: 780 }
const wide = { width: 1280, height: 900 }
const email = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello {{ name }}' })
const steps = [
  email('Welcome, {{ name }}'),
  {
    type: 'branch',
    branches: [
      { name: 'Even', where: { column: 'name', operator: 'contains', value: '2' }, steps: [email('Even')] },
    ],
    else: [email('Odd')],
  },
  { type: 'wait', seconds: 86_400 },
  email('How is it going?'),
]

let console: Console
let page: Page
let spinnerId: string
let jobId: string
/** A job of another spinner, which has one recipient. */
let shortJobId: string

beforeAll(async () => {
  console = await Console.open()
  page = await console.enterDemo()
  const { dataTableId, ingestToken } = console.demo
  const people = Array.from({ length: 40 }, (_, no) => ({
    name: `Person ${no}`,
    email: no % 10 === 0 ? null : `person${no}@example.com`,
  }))
  spinnerId = await addSpinner(page, { name: 'Onboarding', dataTableId, audience: 'new', steps })
  await ingest(page, ingestToken, people)
  jobId = await start(page, spinnerId)
  const ofAda = await addTable(page, 'Ada', [{ name: 'Ada', email: 'ada@example.com' }])
  shortJobId = await start(page, await addSpinner(page, { name: 'Short', dataTableId: ofAda, steps }))
  await console.endVisits()
})
beforeEach(async () => {
  page = await console.enterDemo()
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

const step = (path: string) =>
  page.getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: path })

describe('a spinner that has run', () => {
  it('keeps its editor open if the figures could not be loaded first', async () => {
    await intercept(page, '**/spinners/*/steps', (route) => refuse(route, 'OVERLOADED'))
    await openPage(page, `/spinners/${spinnerId}`)
    await page.getByRole('heading', { name: 'Steps' }).waitFor()
    await page.unroute('**/spinners/*/steps')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.evaluate(`window.__TANSTACK_QUERY_CLIENT__.invalidateQueries()`)
    expect(loaded).toContain(`/api/v1/spinners/${spinnerId}`)
    expect(loaded).not.toContain(`/api/v1/spinners/${spinnerId}/steps`)
    expect(await page.getByRole('heading', { name: 'Steps' }).isVisible()).toBe(true)
    expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(0)
  })

  it('shows its figures first, and opens its editor with one click', async () => {
    await openPage(page, `/spinners/${spinnerId}`)
    await page.getByRole('heading', { name: 'Results' }).waitFor()
    await page.getByRole('button', { name: 'Waiting 36 at step 3' }).waitFor()
    expect((await step('1 ').first().textContent())?.replaceAll(/\s+/g, ' ')).toContain(
      'Reached 40Completed 36',
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('heading', { name: 'Steps' }).waitFor()
    await page.getByRole('link', { name: 'See results' }).click()
    await page.getByRole('heading', { name: 'Results' }).waitFor()
  })

  it('leads from failed recipients at a step to the reason, the list and the step', async () => {
    await openPage(page, `/spinners/${spinnerId}`)
    await page.getByRole('button', { name: 'Failed 4 at step 1' }).click()
    const drawer = page.getByRole('dialog', { name: '4 failed at step 1, E-mail' })
    await drawer.getByText('Person 10').first().waitFor()
    await drawer.getByRole('group', { name: 'Reasons' }).getByText('Missing cell').waitFor()
    await expectAccessible(page)
    await drawer.getByRole('link', { name: 'Fix step 1' }).click()
    await page.getByRole('region', { name: /^4 recipients failed at step 1/ }).waitFor()
    expect(page.url()).toContain(`fix=${jobId}`)
  })

  it('asks about unsaved changes if the editor closes, but not if the list of failed recipients in it closes', async () => {
    await openPage(page, `/spinners/${spinnerId}?fix=${jobId}&step=%220%22&reason=MISSING_CELL`)
    const failures = page.getByRole('region', { name: /^4 recipients failed at step 1/ })
    await failures.waitFor()
    await intercept(page, `**/spinners/${spinnerId}`, (route) => refuse(route, 'OVERLOADED'))
    await page.getByRole('textbox', { name: 'Subject' }).first().fill('Unsaved')
    await failures.getByRole('button', { name: 'Close the list of failed recipients' }).click()
    await page.waitForURL((url) => !url.searchParams.has('fix'))
    const question = page.getByRole('dialog', { name: 'Leave the spinner unsaved?' })
    expect(await question.count()).toBe(0)
    await page.getByRole('link', { name: 'See results' }).click()
    await question.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByRole('textbox', { name: 'Subject' }).first().textContent()).toBe('Unsaved')
  })
})

describe('a job', () => {
  it('shows who started it, and each step with its recipients', async () => {
    await openPage(page, `/jobs/${jobId}`)
    await page.getByText(/^Job started by .+@/).waitFor()
    await page.getByRole('button', { name: 'Waiting 36 at step 3' }).click()
    await page
      .getByRole('dialog', { name: '36 waiting at step 3, Wait' })
      .getByText('Person 1', { exact: false })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
  })

  it('of one recipient shows the result without charts', async () => {
    await openPage(page, `/jobs/${shortJobId}`)
    const recipient = page.getByRole('region', { name: 'The recipient' })
    await recipient.getByText('Waiting').first().waitFor()
    await recipient.getByText('Ada').first().waitFor()
    expect(await page.getByRole('heading', { name: 'Progress of the job over time' }).count()).toBe(0)
    await expectAccessible(page)
  })
})

describe('the figures of steps', () => {
  it.each([narrow, wide])(
    'fit a page of $width pixels and are accessible, in light and dark',
    async (viewport) => {
      const pages = [
        [`/spinners/${spinnerId}`, page.getByRole('list', { name: 'Steps' })],
        [`/jobs/${jobId}`, page.getByRole('list', { name: 'Steps' })],
        [`/jobs/${shortJobId}`, page.getByRole('region', { name: 'The recipient' })],
        ['/jobs', page.getByRole('list', { name: 'Jobs' })],
      ] as const
      await page.setViewportSize(viewport)
      for (const [path, shown] of pages) {
        await openPage(page, path)
        await shown.waitFor()
        await expectNoSidewaysScroll(page)
        await expectAccessibleInBoth(page)
      }
    },
  )
})
