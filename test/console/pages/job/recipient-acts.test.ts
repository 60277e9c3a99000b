import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { until } from '../../../support/until.ts'
import { addSpinner, addTable, ask, start } from '../../ask.ts'
import { Console, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

const email = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello {{ name }}' })
const names = ['Ada', 'Grace', 'Alan', 'Edsger']
const narrow = { width: 390, height: 844 }

interface Counts {
  readonly counts: { readonly waiting: number; readonly failed: number; readonly stopped: number }
}

let console: Console
let page: Page
let spinnerId: string
let jobId: string

const job = () => ask<Counts>(page, 'GET', `/jobs/${jobId}`)

beforeAll(async () => {
  console = await Console.open()
  page = await console.enterDemo()
  const people = names.map((name) => ({ name, email: console.addressOf(name.toLowerCase()) }))
  const dataTableId = await addTable(page, 'Guests', [...people, { name: 'Nobody', email: null }])
  const steps = [email('Welcome'), { type: 'wait', seconds: 86_400 }, email('Reminder')]
  spinnerId = await addSpinner(page, { name: 'Guests', dataTableId, audience: 'new', steps })
  jobId = await start(page, spinnerId)
  await until(async () => {
    const { counts } = await job()
    return counts.waiting === 4 && counts.failed === 1
  })
  await console.endVisits()
})
beforeEach(async () => {
  page = await console.enterDemo()
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = () => page.getByRole('dialog')

async function open(): Promise<void> {
  await openPage(page, `/jobs/${jobId}?tab=recipients`)
  await row('Ada').waitFor()
}

/** Chooses an act in the menu of a recipient. */
async function choose(name: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

describe('a recipient of a job that runs', () => {
  it('is stopped by the menu of its row, which then says who did it', async () => {
    await open()
    await choose('Ada', 'Stop')
    await expectAccessibleInBoth(page)
    await dialog().getByRole('button', { name: 'Stop' }).click()
    await page.getByText(/^Ada .+ was changed$/).waitFor()
    await row('Ada').getByText('Stopped', { exact: true }).waitFor()
    await row('Ada')
      .getByText(/^By .+, (just now|\d+ seconds ago|a minute ago)/)
      .waitFor()
    expect((await job()).counts.stopped).toBe(1)
  })

  it('is moved back to a step that has sent its message only if the user asks for it', async () => {
    await open()
    await choose('Grace', 'Move to a step…')
    await dialog().getByRole('combobox', { name: 'Step' }).click()
    await page.getByRole('option', { name: '1, e-mail' }).click()
    await dialog().getByRole('button', { name: 'Move' }).click()
    await dialog().getByText('This step or a later one has already sent a message').waitFor()
    expect(await dialog().getByRole('button', { name: 'Move' }).isDisabled()).toBe(true)
    await dialog().getByRole('checkbox', { name: 'Send these messages again' }).check()
    await dialog().getByRole('button', { name: 'Move' }).click()
    await page.getByText(/^Grace .+ continues in a new job$/).waitFor()
    const { items } = await ask<{ items: object[] }>(page, 'GET', `/jobs?spinnerId=${spinnerId}`)
    expect(items).toHaveLength(2)
  })

  it('waits until a date with the others that are selected', async () => {
    await open()
    for (const name of ['Alan', 'Edsger'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Change 2 selected recipients' }).click()
    await page.getByRole('menuitem', { name: 'Wait until…' }).click()
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16)
    await dialog().getByLabel('Continue at').fill(tomorrow)
    await dialog().getByRole('button', { name: 'Count recipients' }).click()
    await dialog().getByText('2 recipients would be changed').waitFor()
    await dialog().getByRole('button', { name: 'Change 2 recipients' }).click()
    await page.getByText('2 recipients were changed').waitFor()
    await row('Alan').getByText('A user or an API key lets the recipient wait until a date').waitFor()
  })

  it('is retried with all that a filter shows, after their number was shown', async () => {
    await openPage(page, `/jobs/${jobId}?tab=recipients&status=failed`)
    await row('Nobody').waitFor()
    await page.getByRole('button', { name: 'Change all with this filter' }).click()
    await page.getByRole('menuitem', { name: 'Retry now' }).click()
    await dialog().getByRole('button', { name: 'Count recipients' }).click()
    await dialog().getByText('1 recipient would be changed').waitFor()
    await expectAccessibleInBoth(page)
    await dialog().getByRole('button', { name: 'Change 1 recipient' }).click()
    await page.getByText('1 recipient was changed').waitFor()
    // The cell is still empty, so the recipient fails once more.
    await until(async () => (await job()).counts.failed === 1)
  })

  it('can be acted on in a narrow window, and on the page of the person', async () => {
    await page.setViewportSize(narrow)
    await openPage(page, `/jobs/${jobId}?tab=recipients`)
    await page.getByRole('button', { name: 'Actions for Alan' }).waitFor()
    await expectNoSidewaysScroll(page)
    await openPage(page, `/people?email=${console.addressOf('alan')}`)
    await page.getByRole('button', { name: 'Actions for Guests' }).click()
    await page.getByRole('menuitem', { name: 'Retry now' }).waitFor()
    await expectNoSidewaysScroll(page)
  })

  it('can be acted on in the timeline of the person after it was stopped', async () => {
    await openPage(page, `/people?email=${console.addressOf('ada')}`)
    const stopped = page.getByRole('listitem').filter({ hasText: 'was stopped' })
    await stopped.getByRole('button', { name: 'Actions for Guests' }).click()
    expect(await page.getByRole('menuitem', { name: 'Stop' }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Move to a step…' }).click()
    await dialog().getByRole('combobox', { name: 'Step' }).waitFor()
    await expectAccessibleInBoth(page)
    await page.setViewportSize(narrow)
    await expectNoSidewaysScroll(page)
  })

  it('can be acted on in the list of a step', async () => {
    await openPage(page, `/jobs/${jobId}`)
    await page.getByRole('button', { name: 'Failed 1 at step 1' }).click()
    await page.getByRole('button', { name: 'Actions for Nobody' }).click()
    await page.getByRole('menuitem', { name: 'Skip' }).click()
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    await cancel.click()
    await cancel.waitFor({ state: 'detached' })
    await page.setViewportSize(narrow)
    await expectNoSidewaysScroll(page)
  })
})

it('the page of a spinner retries the failures of all its jobs, at the steps that the user chooses', async () => {
  await openPage(page, `/spinners/${spinnerId}`)
  await page.getByRole('button', { name: 'Retry failures' }).click()
  await dialog().getByRole('radio', { name: 'The version of each job' }).waitFor()
  await expectAccessibleInBoth(page)
  await dialog().getByRole('button', { name: 'Retry recipients' }).click()
  await page.getByText('1 job was started').waitFor()
  await dialog().waitFor({ state: 'detached' })
})
