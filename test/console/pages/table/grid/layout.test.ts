import { describe, expect, it } from '@jest/globals'
import type { ViewLayout } from '../../../../../src/domain/table/search/view-layout.ts'
import { until } from '../../../../support/until.ts'
import { ask } from '../../../ask.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../../../console.ts'
import { hold } from '../../../hold.ts'
import { openPage } from '../../../open-page.ts'
import { gridForEachTest } from './grid.ts'

const grid = gridForEachTest()

/** Adds a filter that leaves out Ada, whose account_id is 9. */
async function showLargeAccounts(): Promise<void> {
  await grid.button('Filter').click()
  const dialog = grid.page.getByRole('dialog')
  await dialog.getByLabel('Column').selectOption('account_id')
  await dialog.getByLabel('Comparison').selectOption('greaterThan')
  await dialog.getByLabel('Value').fill('9')
  await grid.button('Add filter').click()
  await grid.row('Ada').waitFor({ state: 'detached' })
}

/** Waits until the layout that the service has stored for the user matches. */
async function untilStored(matches: (layout: ViewLayout | null) => boolean): Promise<void> {
  await until(async () => {
    const { layout } = await ask<{ layout: ViewLayout | null }>(grid.page, 'GET', `${grid.path}/layout`)
    return matches(layout)
  })
}

describe('the layout of the grid', () => {
  it('sorts by a column, searches and filters, and stores this in the address', async () => {
    await grid.button('account_id').click()
    await grid.page.getByText('sorted by account_id').waitFor()
    await grid.row('Cleo').waitFor()
    expect(await grid.names()).toEqual(['Ada', 'Bob', 'Cleo'])
    await grid.page.getByRole('searchbox', { name: 'Search the records' }).fill('bob')
    await grid.row('Cleo').waitFor({ state: 'detached' })
    await grid.row('Bob').waitFor()
    expect(await grid.names()).toEqual(['Bob'])
    await grid.button('Show all records').click()
    await grid.row('Cleo').waitFor()
    await showLargeAccounts()
    await grid.page.reload()
    await grid.row('Cleo').waitFor()
    expect(await grid.names()).toEqual(['Cleo', 'Bob'])
  })

  it('saves a view, and opens it again', async () => {
    await showLargeAccounts()
    await grid.button('Views').click()
    await grid.page.getByRole('menuitem', { name: 'Save this view' }).click()
    await grid.page.getByRole('dialog').getByRole('textbox').fill('Large ones')
    await grid.button('Save view').click()
    await grid.button('Large ones').waitFor()
    await grid.button('Show all records').click()
    await grid.row('Ada').waitFor()
    await grid.button('Views').click()
    await grid.page.getByRole('menuitem', { name: 'Large ones' }).click()
    await grid.row('Ada').waitFor({ state: 'detached' })
  })

  it('deletes a view only after a confirmation', async () => {
    await ask(grid.page, 'POST', `${grid.path}/views`, { name: 'Of Bob', q: 'bob' })
    await grid.page.reload()
    const choose = async (name: string) => {
      await grid.page.getByRole('button', { name: /^(Views|Of Bob)/ }).click()
      await grid.page.getByRole('menuitem', { name }).click()
    }
    await choose('Of Bob')
    await choose('Delete the view “Of Bob”')
    const dialog = grid.page.getByRole('dialog', { name: 'Delete the view “Of Bob”?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await grid.button('Of Bob').waitFor()
    await choose('Delete the view “Of Bob”')
    await dialog.getByRole('button', { name: 'Delete view' }).click()
    await grid.button('Views').waitFor()
  })

  it('hides, moves, sizes and freezes columns, and stores this in a view', async () => {
    const header = (name: string) => grid.page.getByRole('columnheader', { name })
    const widthOf = async (name: string) => (await header(name).boundingBox())?.width ?? 0
    expect(await grid.headers()).toEqual(['Arrived', 'name', 'phone', 'account_id', 'email'])
    await grid.button('Columns').click()
    await grid.page.getByRole('checkbox', { name: 'phone' }).uncheck()
    await grid.page.getByRole('button', { name: 'Freeze columns up to name' }).click()
    await grid.page.getByRole('button', { name: 'Move email up' }).focus()
    await grid.page.keyboard.press('Enter')
    await expectAccessible(grid.page)
    await grid.page.keyboard.press('Escape')
    await grid.button('Columns (1 hidden)').waitFor()
    expect(await grid.headers()).toEqual(['Arrived', 'name', 'email', 'account_id'])
    await header('account_id')
      .getByRole('button')
      .dragTo(header('name'), { targetPosition: { x: 5, y: 5 } })
    expect(await grid.headers()).toEqual(['Arrived', 'account_id', 'name', 'email'])
    expect(await grid.page.getByText('sorted by').count()).toBe(0)
    const before = await widthOf('email')
    await header('email').getByRole('button').focus()
    await grid.page.keyboard.press('Shift+ArrowLeft')
    expect(await widthOf('email')).toBeCloseTo(before - 20, 0)
    await grid.page.keyboard.press('ControlOrMeta+ArrowLeft')
    expect(await grid.headers()).toEqual(['Arrived', 'account_id', 'email', 'name'])
    const edge = await grid.page.locator('[data-column-edge=email]').boundingBox()
    await grid.page.mouse.move((edge?.x ?? 0) + 4, (edge?.y ?? 0) + 10)
    await grid.page.mouse.down()
    await grid.page.mouse.move((edge?.x ?? 0) - 40, (edge?.y ?? 0) + 10, { steps: 3 })
    await grid.page.mouse.up()
    expect(await widthOf('email')).toBeCloseTo(before - 64, 0)
    // The service stores the layout for the user, also without a view. A reload before the last change is stored
    // would lose that change.
    const last = Math.round(await widthOf('email'))
    await untilStored((layout) => layout?.columns.find(({ name }) => name === 'email')?.width === last)
    await grid.page.reload()
    await grid.row('Cleo').waitFor()
    expect(await grid.headers()).toEqual(['Arrived', 'account_id', 'email', 'name'])
    await grid.button('Views').click()
    await grid.page.getByRole('menuitem', { name: 'Save this view' }).click()
    await grid.page.getByRole('dialog').getByRole('textbox').fill('Short')
    await grid.button('Save view').click()
    await grid.button('Short').waitFor()
    // The view has the layout now, so the user's own layout is removed.
    await untilStored((layout) => layout === null)
    await grid.page.reload()
    await grid.row('Cleo').waitFor()
    expect(await grid.headers()).toEqual(['Arrived', 'account_id', 'email', 'name'])
    expect(await widthOf('email')).toBeCloseTo(before - 64, 0)
    await grid.page.locator('[data-column-edge=email]').dblclick()
    await grid.button('Short (changed)').click()
    // A change while the view is saved is kept, and is still unsaved.
    const release = await hold(grid.page, '**/views/*')
    await grid.page.getByRole('menuitem', { name: 'Save changes of “Short”' }).click()
    await header('email').getByRole('button').focus()
    const own = await widthOf('email')
    await grid.page.keyboard.press('Shift+ArrowLeft')
    const answered = grid.page.waitForResponse('**/views/*')
    release()
    await answered
    await grid.page.unroute('**/views/*')
    await until(async () => (await grid.button('Short (changed)').getAttribute('data-loading')) === null)
    expect(await widthOf('email')).toBeCloseTo(own - 20, 0)
    await grid.button('Short (changed)').click()
    await grid.page.getByRole('menuitem', { name: 'Save changes of “Short”' }).click()
    await grid.button('Short').waitFor()
    await grid.button('Show all records').click()
    await grid.button('Columns').waitFor()
    expect(await grid.headers()).toEqual(['Arrived', 'name', 'phone', 'account_id', 'email'])
  })

  it('is accessible narrow and wide, in light and dark', async () => {
    for (const width of [375, 1280]) {
      await grid.page.setViewportSize({ width, height: 800 })
      await openPage(grid.page, `${grid.path}?q=example`)
      await grid.row('Bob').waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await grid.page.emulateMedia({ colorScheme })
        await expectNoSidewaysScroll(grid.page)
        await expectAccessible(grid.page)
        const shots = process.env['SHOTS']
        if (shots !== undefined)
          await grid.page.screenshot({ path: `${shots}/grid-${width}-${colorScheme}.png` })
      }
    }
  })
})
