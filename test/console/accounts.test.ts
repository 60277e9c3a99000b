import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Console, expectAccessible, expectNoSidewaysScroll } from './console.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterAll(async () => {
  await console.close()
})

describe('signing in', () => {
  it('is one click to the demo, and lasts over a reload', async () => {
    const page = await console.visitDemo()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(
      await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })'),
    ).not.toMatch(/eyJ/)
  })

  it('says in words what was refused', async () => {
    const page = await console.visit('/')
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').filter({ hasText: 'Request' }).waitFor()
  })
})

describe('the pages around signing in', () => {
  it.each(['/', '/sign-up', '/forgot-password', '/reset-password', '/nowhere'])(
    '%s is accessible, narrow and wide, in light and dark',
    async (path) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await console.visit(path, { colorScheme, viewport: { width: 360, height: 740 } })
        await page.getByRole('heading').first().waitFor()
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      }
    },
  )
})

it('asks nothing of another host and breaks no rule of its policy', () => {
  expect(console.faults).toEqual([])
})
