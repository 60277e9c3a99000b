import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals'
import { Console, expectAccessibleInBoth, expectLoaded, expectNoSidewaysScroll } from '../console.ts'
import { openPage } from '../open-page.ts'
import { prepareWalk } from '../walk.ts'

let console: Console
let paths: readonly string[]

beforeAll(async () => {
  console = await Console.open()
  const walk = await prepareWalk(console)
  paths = [...walk.paths, ...walk.pathsOfViewers, ...walk.pathsOfOwners]
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

describe.each([360, 1280])('every page of the console, %i pixels wide', (width) => {
  it('fits its window and is accessible, in light and dark', async () => {
    const page = await console.visitDemo('/', { viewport: { width, height: 800 } })
    for (const path of paths) {
      await openPage(page, path)
      await expectLoaded(page)
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBoth(page)
    }
  })
})
