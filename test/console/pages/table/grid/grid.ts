import type { Locator, Page } from 'playwright-core'
import { until } from '../../../../support/until.ts'
import { ask } from '../../../ask.ts'
import type { Console } from '../../../console.ts'
import { openPage } from '../../../open-page.ts'

interface Id {
  readonly id: string
}

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

/** The open grid of a data table that only one test uses, with the columns name, phone, account_id and email. */
export class Grid {
  readonly page: Page
  readonly id: string
  /** The path of the data table, in the console and in the API. */
  readonly path: string
  readonly #webhookUrl: string

  /** Creates a data table with the records of Ada, Bob and Cleo, and opens its grid. */
  static async open(console: Console): Promise<Grid> {
    const page = await console.enterDemo()
    const { items } = await ask<{ items: Id[] }>(page, 'GET', '/projects')
    const table = await ask<Id & { webhookUrl: string }>(
      page,
      'POST',
      `/projects/${items[0]?.id}/data-tables`,
      {
        name: 'People',
      },
    )
    const grid = new Grid(page, table.id, table.webhookUrl)
    for (const name of ['name', 'phone', 'account_id', 'email'])
      await ask(page, 'POST', `${grid.path}/columns`, { name, metadata: name === 'name' || name === 'email' })
    await grid.ingest(...people)
    await openPage(page, grid.path)
    await grid.row('Cleo').waitFor()
    return grid
  }

  private constructor(page: Page, id: string, webhookUrl: string) {
    this.page = page
    this.id = id
    this.path = `/data-tables/${id}`
    this.#webhookUrl = webhookUrl
  }

  async ingest(...records: object[]): Promise<void> {
    const path = `/public/data-tables/ingest/${this.#webhookUrl.split('/').at(-1)}`
    await ask(this.page, 'POST', path, { records })
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

  /** Finds the cell of a person's row in a column. The cell of the time of arrival is not counted. */
  cellOf(person: string, column: 'name' | 'phone' | 'account_id' | 'email'): Locator {
    return this.row(person)
      .getByRole('gridcell')
      .nth(['name', 'phone', 'account_id', 'email'].indexOf(column))
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

  /** Returns the texts of a column with the position `index`, from top to bottom. */
  texts(index: number): Promise<string[]> {
    return this.page.locator(`[role=gridcell][aria-colindex="${index}"]`).allInnerTexts()
  }
}
