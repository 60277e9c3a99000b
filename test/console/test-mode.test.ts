import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { Console, expectAccessible, expectNoSidewaysScroll } from './console.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 390, height: 844 }

let console: Console
/** One page for all: a person has one session at a time. */
let page: Page

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const band = () => page.getByRole('region', { name: 'Test mode' })
async function shot(name: string): Promise<void> {
  const shots = process.env['SCREENSHOTS']
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` })
}

beforeAll(async () => {
  console = await Console.open()
  page = await console.visitDemo('/', { viewport: wide })
})
afterAll(async () => {
  await console.close()
})

describe('test mode', () => {
  it('says what it is before it is entered, and marks every screen', async () => {
    await page.getByRole('button', { name: /Demo/ }).click()
    await page.getByRole('menuitem', { name: 'Enter test mode' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('In test mode no message leaves Spindle').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Enter test mode' }).click()
    await page.getByRole('heading', { name: 'Nothing has happened yet' }).waitFor()
    for (const path of ['', 'data-tables', 'spinners', 'jobs', 'people', 'messages', 'organization']) {
      await page.goto(`/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await band().getByText('Test mode', { exact: true }).waitFor()
    }
  })

  it('answers webhooks and messages by rules', async () => {
    await page.goto('/test-timeline')
    await page.getByRole('link', { name: 'Rules' }).click()
    const delivery = page.getByRole('region', { name: 'Delivery of messages' })
    await delivery.getByRole('button', { name: 'Add a rule' }).click()
    await delivery.getByRole('textbox', { name: 'Address' }).fill('*@nowhere.example')
    await button('Save rules').click()
    await page.getByText('The rules are saved').waitFor()
    await page.reload()
    await delivery.getByRole('textbox', { name: 'Address' }).waitFor()
    expect(await delivery.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('*@nowhere.example')
  })

  it.each(['light', 'dark'] as const)(
    'is accessible and fits, wide and narrow, in %s',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme })
      for (const size of [wide, narrow]) {
        await page.setViewportSize(size)
        for (const path of ['test-timeline', 'test-rules', '']) {
          await page.goto(`/${path}`)
          await page.getByRole('heading', { level: 1 }).waitFor()
          await page.waitForLoadState('networkidle')
          await expectNoSidewaysScroll(page)
          await expectAccessible(page)
          await shot(`${path === '' ? 'band' : path}-${colorScheme}-${size.width}`)
        }
      }
    },
  )

  it('is left', async () => {
    await page.setViewportSize(wide)
    await page.goto('/test-timeline')
    await band().getByRole('button', { name: 'Leave' }).click()
    await band().waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
  })
})

it('asks nothing of another host and breaks no rule of its policy', () => {
  expect(console.faults).toEqual([])
})
