import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { addTable, ask, draftSpinner } from '../../ask.ts'
import { Console, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { intercept } from '../../intercept.ts'
import { openPage } from '../../open-page.ts'
import { refuse } from '../../refuse.ts'

const welcome = { type: 'email', to: '{{ email }}', subject: 'Welcome', text: 'Hello' }

let console: Console
let page: Page
let dataTableId: string

beforeAll(async () => {
  console = await Console.open()
})
beforeEach(async () => {
  page = await console.enterDemo()
  const people = Array.from({ length: 5 }, (_, no) => ({ name: `Person ${no}`, email: `p${no}@example.com` }))
  dataTableId = await addTable(page, 'People', people)
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Publish' })

async function open(changes: object): Promise<string> {
  const id = await draftSpinner(page, { name: 'Slowly', dataTableId, steps: [welcome] })
  await ask(page, 'PATCH', `/spinners/${id}`, changes)
  await openPage(page, `/spinners/${id}?view=edit`)
  await page.getByRole('heading', { name: 'Steps', exact: true }).waitFor()
  return id
}

describe('the pace of a spinner', () => {
  it('is set in the settings, and says what is wrong with its numbers', async () => {
    const id = await open({})
    await button(/^Pace No daily limit/).click()
    await page.getByRole('switch', { name: 'Write to a limited number of people a day' }).click()
    const newPeople = page.getByRole('textbox', { name: 'New people a day' })
    const messages = page.getByRole('textbox', { name: 'Messages a day' })
    expect(await newPeople.inputValue()).toBe('40')
    await button(/^Pace 40 new people a day/).waitFor()
    await newPeople.fill('')
    await page.getByRole('alert').getByText('Enter at least one of the two numbers.').waitFor()
    expect(await button('Publish').isDisabled()).toBe(true)
    await newPeople.fill('2')
    await messages.fill('30')
    await button(/^Pace 2 new people a day, 30 messages a day/).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await ask(page, 'GET', `/spinners/${id}`)).toMatchObject({
      pace: { maxNewPerDay: 2, maxPerDay: 30 },
    })
    await expectAccessibleInBoth(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('switch', { name: 'Write to a limited number of people a day' }).click()
    await button(/^Pace No daily limit/).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await ask(page, 'GET', `/spinners/${id}`)).toMatchObject({ pace: null })
  })
})

describe('publishing a spinner that starts automatically', () => {
  const daily = { on: 'schedule', cron: '0 9 * * *', timeZone: 'Europe/Berlin' }

  it('says how many people the first job of a schedule writes to a day, and until when', async () => {
    const id = await open({ pace: { maxNewPerDay: 2 }, starts: daily })
    await button('Go live').click()
    await dialog().getByRole('heading', { name: 'The first job of the schedule' }).waitFor()
    await dialog().getByText('The job would take 5 records.').waitFor()
    await dialog()
      .getByText(/^5 people, about 2 a day, until \d+ \w+; (?:no message|2 messages) today$/)
      .waitFor()
    await expectAccessibleInBoth(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(await ask(page, 'GET', `/spinners/${id}`)).toMatchObject({ status: 'draft' })
    await button('Go live').click()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published v1').waitFor()
  })

  it('says whom it writes to if records that are in the table are included', async () => {
    await open({ pace: { maxNewPerDay: 2 }, starts: { on: 'records', withinSeconds: 60 } })
    await button('Go live').click()
    await dialog()
      .getByText('Publishing writes to nobody at once. Jobs take the records that arrive from now on.')
      .waitFor()
    await dialog()
      .getByRole('radio', { name: /^Also take the records/ })
      .click()
    await dialog().getByRole('heading', { name: 'The first job after publishing' }).waitFor()
    await dialog()
      .getByText(/^5 people, about 2 a day, until \d+ \w+; 2 messages today$/)
      .waitFor()
  })

  it('can be done without the forecast, which can be made again', async () => {
    await open({ starts: daily })
    await intercept(page, '**/rehearsals', (route) => refuse(route, 'OVERLOADED'))
    await button('Go live').click()
    await dialog().getByRole('alert').waitFor()
    expect(await dialog().getByRole('button', { name: 'Publish' }).isEnabled()).toBe(true)
    await page.unroute('**/rehearsals')
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await dialog().getByText('The job would take 5 records.').waitFor()
  })
})
