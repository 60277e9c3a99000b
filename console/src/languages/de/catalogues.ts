import type { Catalogues } from '../catalogues.ts'

export const catalogues: Catalogues = {
  'first-page': async () => (await import('./first-page.ts')).firstPage,
  service: async () => (await import('./first-page.ts')).serviceTexts,
  arrivals: async () => (await import('./arrivals.json', { with: { type: 'json' } })).default,
  'data-tables': async () => (await import('./data-tables.json', { with: { type: 'json' } })).default,
  events: async () => (await import('./events.json', { with: { type: 'json' } })).default,
  jobs: async () => (await import('./jobs.json', { with: { type: 'json' } })).default,
  organization: async () => (await import('./organization.json', { with: { type: 'json' } })).default,
  people: async () => (await import('./people.json', { with: { type: 'json' } })).default,
  senders: async () => (await import('./senders.json', { with: { type: 'json' } })).default,
  spinners: async () => (await import('./spinners.json', { with: { type: 'json' } })).default,
  steps: async () => (await import('./steps.json', { with: { type: 'json' } })).default,
  'test-mode': async () => (await import('./test-mode.json', { with: { type: 'json' } })).default,
}
