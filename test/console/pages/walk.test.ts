import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { ask } from '../ask.ts'
import { Console, expectAccessible, expectLoaded } from '../console.ts'
import { expectEvenFields, expectReadableBadges, expectWholeFocusRings } from '../looks.ts'
import { openPage } from '../open-page.ts'
import { prepareWalk } from '../walk.ts'

/** The pages of test mode, which their own tests open. */
const ofTestMode = ['/test-timeline', '/test-rules']

let console: Console
let paths: readonly string[]

beforeAll(async () => {
  console = await Console.open()
  const walk = await prepareWalk(console)
  paths = [...walk.paths, ...walk.pathsOfViewers, ...walk.pathsOfOwners]
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

it('an owner can open every page of the console, and each is accessible', async () => {
  const page = await console.visitDemo()
  for (const path of paths) {
    await openPage(page, path)
    await expectLoaded(page)
    await expectAccessible(page)
  }
})

it('the palette, the keys, a menu and a page that does not exist are accessible', async () => {
  const page = await console.visitDemo()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('option', { name: 'Home' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await expectAccessible(page)
  await openPage(page, `/spinners/${console.demo.spinnerId}?view=edit`)
  await page.getByRole('button', { name: 'Add a step', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Wait The record/ }).waitFor()
  await expectAccessible(page)
  await openPage(page, '/nowhere')
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await expectAccessible(page)
})

it('a notification covers no button of a page', async () => {
  const page = await console.visitDemo()
  await ask(page, 'POST', '/invitations', { email: console.addressOf('guest'), role: 'viewer' })
  await openPage(page, '/team')
  await page.getByRole('button', { name: /^Withdraw/ }).click()
  const notification = page.getByText('The invitation link no longer works')
  await notification.waitFor()
  const { y: top = 0 } = (await notification.boundingBox()) ?? {}
  const { y = 0, height = 999 } = (await page.getByRole('button', { name: 'Invite' }).boundingBox()) ?? {}
  expect(y + height).toBeLessThan(top)
})

it('on every page, focus rings are whole, fields of a row are equally high, and badges can be read', async () => {
  const page = await console.visitDemo()
  let comparedFields = 0
  for (const path of paths) {
    await openPage(page, path)
    await expectLoaded(page)
    await expectWholeFocusRings(page)
    comparedFields += await expectEvenFields(page)
    await expectReadableBadges(page)
  }
  expect(comparedFields).toBeGreaterThan(20)
})

it('the walk opens every page that the console has', () => {
  const router = readFileSync(new URL('../../../console/src/app/router.tsx', import.meta.url), 'utf8')
  const routes = [...router.matchAll(/\bpage\('([^']+)'/g)].map(([, path = '']) => path)
  expect(routes.length).toBeGreaterThan(30)
  const isWalked = (route: string) => {
    const pattern = new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`)
    return paths.some((path) => pattern.test(path.split('?')[0] ?? ''))
  }
  expect(routes.filter((route) => !isWalked(route))).toEqual(ofTestMode)
})
