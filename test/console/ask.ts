import type { Page } from 'playwright-core'

/** Sends a request to the API with the session of the tested page's user, and returns the answer's body, if it has one. */
export async function ask<Answer>(page: Page, method: string, path: string, data?: object): Promise<Answer> {
  const response = await page.request.fetch(`/api/v1${path}`, {
    method,
    ...(method === 'GET' ? {} : { data: data ?? {} }),
    headers: { 'X-Spindle-Console': '1' },
  })
  if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`)
  return (response.status() === 204 ? undefined : await response.json()) as Answer
}

/** Invites a person into the organization of an owner's page. Returns the secret at the end of the invitation's link. */
export async function invitationFor(owner: Page, email: string, role: string): Promise<string> {
  const { url } = await ask<{ url: string }>(owner, 'POST', '/invitations', { email, role })
  return new URL(url).hash.slice(1)
}

interface Id {
  readonly id: string
}

interface NewSpinner {
  readonly name: string
  readonly dataTableId: string
  readonly audience?: 'new' | 'all'
  readonly starts?: object
  readonly exits?: readonly string[]
  readonly triggerData?: readonly object[]
  readonly steps: readonly object[]
}

/** Creates a spinner over a data table for a browser test, in the first project, and returns its id. */
export async function draftSpinner(page: Page, spinner: NewSpinner): Promise<string> {
  const { items } = await ask<{ items: Id[] }>(page, 'GET', '/projects')
  const { id } = await ask<Id>(page, 'POST', `/projects/${items[0]?.id}/spinners`, spinner)
  return id
}

/** Creates a spinner for a browser test, publishes it, and returns its id. */
export async function addSpinner(page: Page, spinner: NewSpinner): Promise<string> {
  const id = await draftSpinner(page, spinner)
  await ask(page, 'POST', `/spinners/${id}/publish`, { ignoreWarnings: true })
  return id
}

/** Starts a job of a spinner for a browser test and returns its id. */
export async function start(page: Page, spinnerId: string): Promise<string> {
  return (await ask<{ jobId: string }>(page, 'POST', `/spinners/${spinnerId}/jobs`)).jobId
}

/** Adds records to the data table of the test's demo organization by its webhook URL. */
export async function ingest(
  page: Page,
  token: string,
  people: readonly { readonly name: string; readonly email: string | null }[],
): Promise<void> {
  const records = people.map((person) => ({ ...person, phone: null, account_id: null }))
  await ask(page, 'POST', `/public/data-tables/ingest/${token}`, { records })
}

/** Returns the webhook URL of a data table. */
export async function webhookUrlOf(page: Page, dataTableId: string): Promise<string> {
  return (await ask<{ webhookUrl: string }>(page, 'GET', `/data-tables/${dataTableId}`)).webhookUrl
}

/** Returns the secret at the end of the webhook URL of a data table. */
export async function ingestTokenOf(page: Page, dataTableId: string): Promise<string> {
  return (await webhookUrlOf(page, dataTableId)).split('/').at(-1) ?? ''
}

/** Adds records with all columns of a data table to the table, by its webhook URL. */
export async function addRecords(page: Page, dataTableId: string, ...records: object[]): Promise<void> {
  await ask(page, 'POST', `/public/data-tables/ingest/${await ingestTokenOf(page, dataTableId)}`, { records })
}

/**
 * Creates a data table for a browser test in the first project, adds records to it, and returns its id. Spinners
 * may use the columns name and email.
 */
export async function addTable(
  page: Page,
  name: string,
  people: readonly object[],
  columns: readonly string[] = ['name', 'email'],
): Promise<string> {
  const { items } = await ask<{ items: Id[] }>(page, 'GET', '/projects')
  const { id } = await ask<Id>(page, 'POST', `/projects/${items[0]?.id}/data-tables`, { name })
  for (const column of columns) {
    const isMetadata = column === 'name' || column === 'email'
    await ask(page, 'POST', `/data-tables/${id}/columns`, { name: column, isMetadata })
  }
  if (people.length > 0) await addRecords(page, id, ...people)
  return id
}
