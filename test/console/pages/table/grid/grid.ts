import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { until } from '../../../../support/until.ts'
import { addRecords, addTable } from '../../../ask.ts'
import { Console } from '../../../console.ts'
import { openPage } from '../../../open-page.ts'

const columns = ['name', 'phone', 'account_id', 'email'] as const
type ColumnName = (typeof columns)[number]

/** The records of a test's table, oldest first. The grid lists them newest first: Cleo, Bob, Ada. */
const people = [
  { name: 'Ada', phone: '1', account_id: '9', email: 'ada@example.com' },
  { name: 'Bob', phone: '2', account_id: '10', email: 'bob@example.com' },
  { name: 'Cleo', phone: '3', account_id: '100', email: 'cleo@example.com' },
]

/** Returns `count` records with the names Row 0, Row 1 and so on, beginning with the number `from`. */
export function rows(count: number, from = 0): object[] {
  return Array.from({ length: count }, (_, no) => ({
    name: `Row ${from + no}`,
    phone: '1',
    account_id: 'many',
    email: `row${from + no}@example.com`,
  }))
}

/** The open grid of a data table that only one test uses. */
export class Grid {
  /** The console of the test file. */
  console!: Console
  page!: Page
  /** The id of the data table. */
  id = ''

  /** The path of the data table, in the console and in the API. */
  get path(): string {
    return `/data-tables/${this.id}`
  }

  /** Creates a data table with the records of Ada, Bob and Cleo for a test, and opens its grid. */
  async open(): Promise<void> {
    this.page = await this.console.enterDemo()
    this.id = await addTable(this.page, 'People', people, columns)
    await openPage(this.page, this.path)
    await this.row('Cleo').waitFor()
  }

  /** Ends the session of the page, and signs in again when the console asks for it. */
  async endSession(): Promise<void> {
    await this.page.context().clearCookies()
    await this.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await this.console.signInAgain(this.page)
  }

  ingest(...records: object[]): Promise<void> {
    return addRecords(this.page, this.id, ...records)
  }

  /** Adds records and loads the console's list of records again, with the search for `words` if there are any. */
  async fill(records: object[], words = ''): Promise<void> {
    await this.ingest(...records)
    await openPage(this.page, words === '' ? this.path : `${this.path}?q=${words}`)
    await this.row('Row').first().waitFor()
  }

  /** Scrolls until the grid has loaded all pages of the list, and back to the first row. */
  async loadAll(): Promise<void> {
    const grid = this.page.getByRole('grid')
    await until(async () => {
      await grid.press('ControlOrMeta+End')
      return (await this.row('Ada').count()) > 0
    })
    await grid.press('ControlOrMeta+Home')
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  row(text: string): Locator {
    return this.page.getByRole('row').filter({ hasText: text })
  }

  /** Finds a cell by its text. Leaves out a cell whose editor is open, whose name is the typed text. */
  cell(text: string): Locator {
    return this.page
      .getByRole('gridcell', { name: text, exact: true })
      .filter({ hasNot: this.page.getByRole('textbox') })
  }

  cellOf(person: string, column: ColumnName): Locator {
    return this.row(person).getByRole('gridcell').nth(columns.indexOf(column))
  }

  /** Finds the cells of a column, from top to bottom. */
  cells(column: ColumnName): Locator {
    // The first column of the grid has the times of arrival.
    return this.page.locator(`[role=gridcell][aria-colindex="${columns.indexOf(column) + 2}"]`)
  }

  /** Returns the names in the rows that the grid shows, from top to bottom. */
  async names(): Promise<(string | undefined)[]> {
    const texts = await this.page.getByRole('row').allInnerTexts()
    return texts.slice(1).map((text) => /Ada|Bob|Cleo|Dora|Grace/.exec(text)?.[0])
  }

  /** Returns the titles of the columns, from left to right. */
  async headers(): Promise<(string | undefined)[]> {
    const headers = await this.page.getByRole('columnheader').allInnerTexts()
    return headers.map((text) => text.split('\n')[0])
  }
}

/** Opens a grid in the same browser for each test of a file. */
export function gridForEachTest(): Grid {
  const grid = new Grid()
  beforeAll(async () => {
    grid.console = await Console.open()
  })
  beforeEach(() => grid.open())
  afterEach(() => grid.console.endVisits())
  afterAll(() => grid.console.close())
  return grid
}
