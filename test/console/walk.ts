import { addSpinner, addTable, ask, start } from './ask.ts'
import type { Console } from './console.ts'

interface Id {
  readonly id: string
}

/** The paths of all pages that a signed-in person opens, with something to show on each of them. */
export interface Walk {
  readonly paths: readonly string[]
  /** Paths that viewers walk and editors do not, because an editor may use all of their many buttons. */
  readonly pathsOfViewers: readonly string[]
  /** Paths of pages that only an owner opens. */
  readonly pathsOfOwners: readonly string[]
}

/** Fills the demo's organization and returns the paths of its pages. */
export async function prepareWalk(console: Console): Promise<Walk> {
  const owner = await console.visitDemo()
  const people = [
    { name: 'Ada', email: 'ada@example.com' },
    { name: 'Grace', email: 'grace@example.com' },
    { name: 'Nobody', email: null },
  ]
  const table = await addTable(owner, 'Guests', people)
  const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello {{ name }}' }]
  const spinner = await addSpinner(owner, {
    name: 'Greet guests',
    dataTableId: table,
    audience: 'all',
    steps,
  })
  const job = await start(owner, spinner)
  const { id: key } = await ask<Id>(owner, 'POST', '/api-keys', { name: 'CRM', scopes: ['ingest'] })
  const receiver = { url: 'https://example.com/events', types: ['sender.disconnected'] }
  const { id: destination } = await ask<Id>(owner, 'POST', '/events/destinations', receiver)
  await ask(owner, 'POST', '/suppressions', { email: 'eve@example.com' })
  const listed = await ask<{ items: readonly Id[] }>(owner, 'GET', '/people?email=ada@example.com')
  const { dataTableId: held, ingestToken } = console.demo
  await ask(owner, 'PATCH', `/data-tables/${held}`, { acceptsAnyFormat: true })
  await ask(owner, 'POST', `/public/data-tables/ingest/${ingestToken}`, { lead: 'Eve' })
  return {
    paths: [
      '/',
      '/data-tables',
      `/data-tables/${table}`,
      `/data-tables/${table}/mapping`,
      `/data-tables/${table}?tab=import`,
      `/data-tables/${table}?tab=connect`,
      `/data-tables/${table}?tab=settings`,
      `/data-tables/${held}?tab=arrivals`,
      '/arrivals?status=held',
      '/spinners',
      `/spinners/${spinner}`,
      '/jobs',
      `/jobs/${job}`,
      '/messages',
      '/people',
      `/people/${listed.items[0]?.id}`,
      '/senders',
      '/replies',
      '/suppressions',
      '/contact-policy',
      '/team',
      '/api-keys',
      '/webhook-signing',
      '/destinations',
      '/events',
      '/usage',
      '/audit',
      '/organization',
      '/account',
    ],
    pathsOfViewers: [
      `/spinners/${spinner}?view=edit`,
      `/spinners/${spinner}?fix=${job}&step=0&reason=MISSING_CELL`,
    ],
    pathsOfOwners: [
      '/bin',
      `/api-keys/${key}`,
      `/destinations/${destination}`,
      '/password',
      '/two-factor',
      '/confirm',
    ],
  }
}
