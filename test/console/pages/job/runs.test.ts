import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page, Request } from 'playwright-core'
import { addRecords, addSpinner, addTable, ask, draftSpinner, start } from '../../ask.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../../console.ts'
import { intercept } from '../../intercept.ts'
import { openPage } from '../../open-page.ts'

const welcome = { type: 'email', to: '{{ email }}', subject: 'Welcome', text: 'Hello' }
const aDay = { type: 'wait', seconds: 86_400 }

let console: Console
let page: Page

beforeAll(async () => {
  console = await Console.open()
})
beforeEach(async () => {
  page = await console.enterDemo()
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const status = (word: string) => page.locator('main header').getByText(word, { exact: true })
const isOfRehearsal = (request: Request) => request.url().endsWith('/rehearsals')
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, no) => ({
    name: `Person ${from + no}`,
    email: `p${from + no}@example.com`,
  }))

/** Creates a data table that only one test uses, with the records of `people(count)`, and returns its id. */
function tableOf(count: number): Promise<string> {
  return addTable(page, 'People', people(count))
}

async function openSpinner(id: string): Promise<void> {
  await openPage(page, `/spinners/${id}?view=edit`)
  await page.getByRole('heading', { name: 'Steps', exact: true }).waitFor()
}

describe('starting a job', () => {
  it('shows a forecast before, and again if more records have arrived meanwhile', async () => {
    const dataTableId = await addTable(page, 'People', [...people(2), { name: 'Nobody', email: null }])
    const id = await addSpinner(page, { name: 'Shown', dataTableId, steps: [welcome] })
    await openSpinner(id)
    await button('Run').click()
    await dialog().getByText('The job would take 3 records.').waitFor()
    await dialog().getByText('Missing cell').waitFor()
    await dialog().getByText('beyond the wait steps').waitFor()
    await dialog()
      .getByRole('button', { name: /^Nobody/ })
      .click()
    await dialog().getByText('To: The column "email" is empty in the record').waitFor()
    await expectAccessible(page)
    await addRecords(page, dataTableId, ...people(5, 10))
    await dialog().getByRole('button', { name: 'Run', exact: true }).click()
    await dialog().getByRole('alert').filter({ hasText: '8 records instead of 3' }).waitFor()
    await dialog().getByText('The job would take 8 records.').waitFor()
    await dialog().getByRole('button', { name: 'Run', exact: true }).click()
    await page.waitForURL(/\/jobs\/[\w-]+$/)
    await status('Completed, 1 failed').waitFor()
    await page.getByRole('img', { name: '8 recipients: 7 done, 1 failed' }).waitFor()
  })

  it('is disabled with nobody to write to, and offers a run for all records', async () => {
    const dataTableId = await tableOf(2)
    const id = await addSpinner(page, { name: 'Nobody', dataTableId, steps: [welcome] })
    await start(page, id)
    await openSpinner(id)
    await button('Run').click()
    await dialog().getByText('No record is new to this spinner').waitFor()
    expect(await dialog().getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await dialog().getByRole('button', { name: 'Run for all records' }).click()
    await dialog()
      .getByText(/^The job would take \d+ records/)
      .waitFor()
    await dialog().getByRole('button', { name: 'Run', exact: true }).click()
    await page.waitForURL(/\/jobs\/[\w-]+$/)
  })

  it('renews an old forecast, and runs if an expired one has the same figures', async () => {
    const dataTableId = await tableOf(1)
    const id = await addSpinner(page, { name: 'Old', dataTableId, steps: [welcome] })
    await openSpinner(id)
    await button('Run').click()
    await dialog()
      .getByText(/^The job would take/)
      .waitFor()
    // Shows the page again after nine minutes by the browser's clock.
    const [renewed] = await Promise.all([
      page.waitForResponse((response) => isOfRehearsal(response.request())),
      page.evaluate(`(async () => {
        const now = Date.now
        Date.now = () => now() + 9 * 60_000
        for (const hidden of [true, false]) {
          Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
          await new Promise((drawn) => setTimeout(drawn, 50))
        }
        Date.now = now
      })()`),
    ])
    expect(renewed.request().method()).toBe('POST')
    await dialog()
      .getByText(/^The job would take/)
      .waitFor()
    const requested: unknown[] = []
    await intercept(page, `**/api/v1/spinners/${id}/jobs`, async (route) => {
      requested.push(route.request().postDataJSON())
      if (requested.length > 1) return route.continue()
      const json = { code: 'REHEARSAL_EXPIRED', status: 409, message: 'Expired', requestId: 'one' }
      await route.fulfill({ status: 409, json, contentType: 'application/problem+json' })
    })
    await dialog().getByRole('button', { name: 'Run', exact: true }).click()
    await page.waitForURL(/\/jobs\/[\w-]+$/)
    expect(requested).toHaveLength(2)
    expect(requested[0]).not.toEqual(requested[1])
  })

  it('at a later time shows when it begins, and can be cancelled before', async () => {
    const dataTableId = await tableOf(2)
    const id = await addSpinner(page, { name: 'Later', dataTableId, steps: [welcome] })
    await openSpinner(id)
    await button('Run').click()
    await dialog().getByRole('radio', { name: 'Later' }).check()
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16)
    await dialog().getByLabel('Start time').fill(inTwoDays)
    await dialog().getByRole('button', { name: 'Schedule' }).click()
    await page.waitForURL(/\/jobs\/[\w-]+$/)
    await status('Scheduled').waitFor()
    await page.getByText('The job has not started yet').waitFor()
    await expectAccessible(page)
    await button('Cancel job').click()
    await dialog().getByText('The job has not started, so nothing was sent.').waitFor()
    await dialog().getByRole('button', { name: 'Cancel job' }).click()
    await status('Cancelled').waitFor()
  })

  it('asks for the data that its spinner declares', async () => {
    const dataTableId = await tableOf(2)
    const id = await draftSpinner(page, { name: 'Coupons', dataTableId, steps: [welcome] })
    await openSpinner(id)
    await page.getByRole('button', { name: 'Trigger data None' }).click()
    await button('Add a trigger data field').click()
    await page.getByRole('textbox', { name: 'Name of trigger data field 1' }).fill('coupon')
    await page.getByRole('textbox', { name: 'Subject' }).fill('Save ')
    await button('Insert a value').click()
    await page.getByRole('menuitem', { name: 'trigger.coupon' }).click()
    await page
      .getByRole('group', { name: 'Save state of the spinner' })
      .getByText('Saved', { exact: true })
      .waitFor()
    await button('Publish').click()
    await button('Run').click()
    await dialog().getByText('Fill in the trigger data').waitFor()
    await dialog().getByRole('textbox', { name: 'coupon' }).fill('AUTUMN')
    await dialog()
      .getByText(/^The job would take/)
      .waitFor()
    await dialog()
      .getByRole('button', { name: /^Person 0/ })
      .click()
    await dialog().getByText('Save AUTUMN').first().waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
  })
})

describe('a pause', () => {
  it('stops a job, or a spinner with all of its jobs, until it is resumed', async () => {
    const dataTableId = await tableOf(2)
    const id = await addSpinner(page, { name: 'Held', dataTableId, audience: 'all', steps: [aDay, welcome] })
    const jobId = await start(page, id)
    await openPage(page, `/jobs/${jobId}`)
    await status('Running').waitFor()
    await button('Pause job').click()
    await status('Paused').waitFor()
    await page.getByText('This job is paused').waitFor()
    await expectAccessible(page)
    await button('Resume job').click()
    await status('Running').waitFor()
    await openSpinner(id)
    await button('More actions for the spinner').click()
    await page.getByRole('menuitem', { name: 'Pause spinner and jobs' }).click()
    await page.getByText('This spinner and all of its jobs are paused').waitFor()
    await expectAccessible(page)
    await openPage(page, `/jobs/${jobId}`)
    await page.getByText('The spinner and all of its jobs are paused').waitFor()
    await button('Resume the spinner').click()
    await status('Running').waitFor()
  })
})

describe('publishing', () => {
  it('moves waiting recipients to the new version on request', async () => {
    const dataTableId = await tableOf(2)
    const steps = [aDay, welcome]
    const id = await addSpinner(page, { name: 'Along', dataTableId, audience: 'all', steps })
    const jobId = await start(page, id)
    await openPage(page, `/jobs/${jobId}`)
    await page.getByRole('img', { name: /waiting$/ }).waitFor()
    await openSpinner(id)
    await button(/^2\. E-mail/).click()
    await page.getByRole('textbox', { name: 'Subject' }).fill('Welcome back')
    await button('Publish').click()
    await dialog()
      .getByText(/people are in running jobs of earlier versions of this spinner/)
      .waitFor()
    await expectAccessible(page)
    await dialog()
      .getByRole('radio', { name: /^Move people to the new version/ })
      .check()
    await dialog().getByRole('button', { name: 'Publish and move people' }).click()
    await page.getByText(/people continue with the new version/).waitFor()
    expect(await ask(page, 'GET', `/jobs/${jobId}`)).toMatchObject({ spinnerVersion: 2 })
  })

  it('asks before a spinner that starts on records writes to existing ones, wide and narrow', async () => {
    const dataTableId = await tableOf(3)
    const starts = { on: 'records', withinSeconds: 3600 }
    for (const [choice, label, size] of [
      ['exclude', 'Publish', { width: 1280, height: 720 }],
      ['include', /^Publish and include \d+ records?$/, { width: 375, height: 740 }],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 720 })
      const id = await draftSpinner(page, {
        name: `Goes live: ${choice}`,
        dataTableId,
        steps: [welcome],
        starts,
      })
      await openSpinner(id)
      await button('Go live').click()
      await dialog()
        .getByText(/Its table already has \d+ records? that it has not processed/)
        .waitFor()
      await page.setViewportSize(size)
      expect(
        await dialog()
          .getByRole('radio', { name: /^Take only records/ })
          .isChecked(),
      ).toBe(true)
      if (choice === 'include')
        await dialog()
          .getByRole('radio', { name: /^Also take the records/ })
          .check()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await dialog().getByRole('button', { name: label, exact: true }).click()
      await dialog().waitFor({ state: 'detached' })
      await page.getByText('Starts automatically').waitFor()
      await page.getByText(/^Spindle checks the data table for new records on \d/).waitFor()
      const foreseen = await ask<{ existingRecords: { count: number; choice: string } }>(
        page,
        'GET',
        `/spinners/${id}/publish-preview`,
      )
      if (choice === 'include') expect(foreseen.existingRecords.count).toBeGreaterThan(0)
      else expect(foreseen.existingRecords.count).toBe(0)
    }
  })

  it('turns on automatic starts, with a schedule whose next runs are shown', async () => {
    const dataTableId = await tableOf(2)
    const id = await draftSpinner(page, { name: 'By itself', dataTableId, steps: [welcome] })
    await openSpinner(id)
    await page.getByRole('button', { name: /^Start Start manually/ }).click()
    await page.getByRole('radio', { name: 'Start on a schedule' }).check()
    await page.getByRole('button', { name: /^Start Start on Mon at 09:00/ }).waitFor()
    await page
      .getByRole('list', { name: 'The next runs of this schedule' })
      .getByRole('listitem')
      .nth(4)
      .waitFor()
    await page
      .getByRole('combobox', { name: 'How often' })
      .selectOption('Start on weekdays, Monday to Friday')
    await page.getByRole('group', { name: 'Days on which the spinner starts' }).getByText('Sat').click()
    await page
      .getByRole('group', { name: 'Save state of the spinner' })
      .getByText('Saved', { exact: true })
      .waitFor()
    await expectAccessible(page)
    await button('Go live').click()
    await dialog().getByRole('heading', { name: 'The first job of the schedule' }).waitFor()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Starts automatically').waitFor()
    expect(await ask(page, 'GET', `/spinners/${id}`)).toMatchObject({
      starts: { on: 'schedule', cron: '0 9 * * 1,2,3,4,5,6' },
      automaticStarts: { pause: null },
    })
  })
})

describe('branches', () => {
  it('are created, filled, and get steps from other branches', async () => {
    const dataTableId = await tableOf(2)
    const id = await draftSpinner(page, { name: 'Ways', dataTableId, steps: [welcome] })
    await openSpinner(id)
    await button('Add a step').click()
    await page.getByRole('menuitem', { name: /^Branch/ }).click()
    await page.getByRole('textbox', { name: 'Name of branch 1' }).fill('Named')
    await page.getByRole('button', { name: 'And…' }).click()
    await page.getByRole('combobox', { name: 'Comparison of condition 2' }).selectOption('!contains')
    await page.getByRole('combobox', { name: 'Value of condition 2' }).fill('x')
    await button('Add a step to 2 › Named').click()
    await page.getByRole('menuitem', { name: /^Wait The record waits for some time/ }).click()
    await page.getByRole('region', { name: 'Step 2 › Named › 1: Wait' }).waitFor()
    await page.getByRole('button', { name: /^1\. E-mail/ }).click()
    await button('More actions for step 1').click()
    await page.getByRole('menuitem', { name: '2 › else' }).click()
    await page.getByRole('region', { name: 'Step 1 › else › 1: E-mail' }).waitFor()
    await page
      .getByRole('group', { name: 'Save state of the spinner' })
      .getByText('Saved', { exact: true })
      .waitFor()
    const { steps } = await ask<{ steps: unknown }>(page, 'GET', `/spinners/${id}`)
    expect(steps).toMatchObject([
      {
        type: 'branch',
        branches: [
          { name: 'Named', where: { and: [{}, { not: { value: 'x' } }] }, steps: [{ type: 'wait' }] },
        ],
        else: [{ type: 'email' }],
      },
    ])
  })

  it('are drawn on the canvas, which opens one step at a time and names it in the URL', async () => {
    const dataTableId = await tableOf(2)
    const wait = { type: 'wait', seconds: 60 }
    const branches = [{ name: 'Left', where: { column: 'name', operator: 'exists' }, steps: [wait, welcome] }]
    const steps = [welcome, wait, { type: 'branch', branches, else: [wait] }, welcome]
    const id = await draftSpinner(page, { name: 'Mapped', dataTableId, steps })
    await openSpinner(id)
    const canvas = page.getByRole('list', { name: 'Steps of the spinner' })
    await canvas.getByText('Left', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Step 1: E-mail' }).waitFor()
    await canvas.getByRole('button', { name: /^3 › Left › 2\. E-mail/ }).click()
    await page.getByRole('region', { name: 'Step 3 › Left › 2: E-mail' }).waitFor()
    expect(await page.getByRole('region', { name: /^Step \d/ }).count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('step')).toBe('4')
    await page.reload()
    await page.getByRole('region', { name: 'Step 3 › Left › 2: E-mail' }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
  })

  it.each(['light', 'dark'] as const)('are accessible and fit a narrow screen: %s', async (colorScheme) => {
    const where = {
      and: [
        { column: 'name', operator: 'exists' },
        { not: { column: 'name', operator: 'contains', value: 'x' } },
      ],
    }
    const steps = [{ type: 'branch', branches: [{ name: 'Named', where, steps: [aDay] }], else: [welcome] }]
    const id = await draftSpinner(page, { name: 'Ways', dataTableId: await tableOf(2), steps })
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 740 })
    await openSpinner(id)
    await button(/^1\. Branch/).click()
    await page.getByRole('textbox', { name: 'Name of branch 1' }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
