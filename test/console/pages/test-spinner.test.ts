import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { addSpinner, addTable, ask, draftSpinner } from '../ask.ts'
import { Console, expectAccessibleInBoth, expectLoaded, expectNoSidewaysScroll } from '../console.ts'
import { openPage } from '../open-page.ts'

const day = 86_400
const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }
const names = ['Ada', 'Grace', 'Alan', 'Emmy', 'Blaise', 'Edsger', 'Barbara']
const message = (subject: string) => ({
  type: 'email',
  to: '{{ email }}',
  subject: `${subject}, {{ name }}`,
  text: `Hello {{ name }}. ${subject}`,
})
const steps = [message('Welcome'), { type: 'wait', seconds: 5 * day }, message('Did it arrive?')]

let console: Console
/** A page of the owner of an organization that only the present test uses. */
let page: Page
let spinnerId: string
let clicks: number

beforeAll(async () => {
  console = await Console.open()
})
beforeEach(async () => {
  page = (await console.visitOwn('/', { viewport: wide })).page
  clicks = 0
  const people = names.map((name) => ({ name, email: `${name.toLowerCase()}@example.com` }))
  const dataTableId = await addTable(page, 'Trials', people)
  const exits = ['reply', 'bounce', 'unsubscribe']
  spinnerId = await addSpinner(page, { name: 'A week of trial', dataTableId, audience: 'all', exits, steps })
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const person = (name: string) => page.getByRole('region', { name })
const band = () => page.getByRole('region', { name: 'Test mode' })
const click = async (target: Locator) => {
  clicks++
  await target.click()
}
const openEditor = async () => {
  await openPage(page, `/spinners/${spinnerId}?view=edit`)
  await button('Test this spinner').waitFor()
}
const test = async () => {
  await click(button('Test this spinner'))
  await button('Welcome, Ada').waitFor()
}
const draftOf = async () =>
  (await ask<{ steps: { subject: string }[] }>(page, 'GET', `/spinners/${spinnerId}`)).steps[0]?.subject

async function shot(name: string): Promise<void> {
  const shots = process.env['SCREENSHOTS']
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

describe('the test of a spinner', () => {
  it('shows the messages of five days to five people after two clicks', async () => {
    await openEditor()
    const start = Date.now()
    await test()
    await click(button('To the next message'))
    await button('Did it arrive?, Ada').waitFor()
    const seconds = (Date.now() - start) / 1_000
    expect(clicks).toBeLessThanOrEqual(3)
    expect(seconds).toBeLessThan(30)
    expect(await page.getByRole('main').getByRole('region').count()).toBe(5)
    expect(await button(/^Did it arrive\?, /).count()).toBe(5)
    await band().getByText('No next event').waitFor()
    // Nothing has changed in the real organization.
    await ask(page, 'POST', '/test-mode/leave')
    expect((await ask<{ items: unknown[] }>(page, 'GET', `/jobs?spinnerId=${spinnerId}`)).items).toEqual([])
  })

  it('names the next event, and stops the person to whom a reply is simulated', async () => {
    await openEditor()
    await test()
    await band().getByText('· The wait step has not ended').waitFor()
    await click(person('Ada').getByRole('button', { name: 'Simulate a reply' }))
    await person('Ada').getByText('Thanks, please call me tomorrow.').waitFor()
    await person('Grace').getByRole('button', { name: 'More reactions' }).click()
    await page.getByRole('menuitem', { name: 'Bounce' }).click()
    await person('Grace').getByText('Bounce').first().waitFor()
    await click(button('+30 days'))
    await button('Did it arrive?, Alan').waitFor()
    expect(await button(/^Did it arrive\?, /).count()).toBe(3)
    await person('Ada').getByText('Stopped').first().waitFor()
  })

  it('carries changes back with one click, and asks if both drafts were changed', async () => {
    await openEditor()
    await test()
    const { items } = await ask<{ items: { spinnerId: string }[] }>(page, 'GET', '/test-clock/tests')
    const copy = `/spinners/${items[0]?.spinnerId}`
    const change = (subject: string) => ask(page, 'PATCH', copy, { steps: [message(subject)] })
    // Leaves the editor of the copy at once after a change, which is saved before it is carried over.
    await page.getByRole('link', { name: 'Change the spinner' }).click()
    await button('Rename the spinner').click()
    await page.getByRole('textbox', { name: 'Name of the spinner' }).fill('Two weeks of trial')
    await click(button('Back to the spinner'))
    await page.getByText('The draft has the changes from the test').waitFor()
    await page.waitForURL(new RegExp(`/spinners/${spinnerId}`))
    expect((await ask<{ name: string }>(page, 'GET', `/spinners/${spinnerId}`)).name).toBe(
      'Two weeks of trial',
    )
    await ask(page, 'POST', '/test-mode/enter')
    await change('Better')
    await openPage(page, `${copy}?view=edit`)
    await click(button('Back to the spinner'))
    await page.getByText('The draft has the changes from the test').waitFor()
    await page.waitForURL(new RegExp(`/spinners/${spinnerId}`))
    await button('Test this spinner').waitFor()
    expect(await draftOf()).toBe('Better, {{ name }}')

    await ask(page, 'POST', '/test-mode/enter')
    await change('In the test')
    await ask(page, 'POST', '/test-mode/leave')
    await ask(page, 'PATCH', `/spinners/${spinnerId}`, { steps: [message('In reality')] })
    await ask(page, 'POST', '/test-mode/enter')
    await openPage(page, `${copy}?view=edit`)
    await button('Back to the spinner').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('was changed in the real organization').waitFor()
    await expectAccessibleInBoth(page)
    await dialog.getByRole('button', { name: 'Use the draft of the test' }).click()
    await page.waitForURL(new RegExp(`/spinners/${spinnerId}`))
    await button('Test this spinner').waitFor()
    expect(await draftOf()).toBe('In the test, {{ name }}')
  })

  it('takes made-up people for a spinner that was never published, over an empty table', async () => {
    const dataTableId = await addTable(page, 'Empty', [])
    spinnerId = await draftSpinner(page, { name: 'New', dataTableId, steps })
    await openEditor()
    await click(button('Test this spinner'))
    await button('Welcome, Emmy Noether').or(button('Welcome, Emmy')).waitFor()
  })

  it.each([wide, narrow])(
    'is accessible and fits a page of $width pixels, in light and dark',
    async (size) => {
      await page.setViewportSize(size)
      await openEditor()
      await shot(`editor-light-${size.width}`)
      await test()
      await click(button('To the next message'))
      await button('Did it arrive?, Ada').waitFor()
      await expectLoaded(page)
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBoth(page, (colorScheme) => shot(`test-${colorScheme}-${size.width}`))
    },
  )
})
