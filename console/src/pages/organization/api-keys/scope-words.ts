import type { ApiKey } from '../../../api/schema.ts'

export type Scope = ApiKey['scopes'][number]

interface ScopeWords {
  readonly label: string
  readonly description?: string
}

/** The scopes in the groups of the form, by resource, with the words that people see. */
export const scopeGroups: readonly {
  readonly title: string
  readonly scopes: Readonly<Partial<Record<Scope, ScopeWords>>>
}[] = [
  {
    title: 'Public API',
    scopes: {
      ingest: { label: 'Add records (ingest)', description: 'The key may add records to data tables' },
      trigger: {
        label: 'Start jobs (trigger)',
        description: 'The key may start jobs and see their progress',
      },
    },
  },
  {
    title: 'Data tables and records',
    scopes: {
      'tables:read': { label: 'See projects, tables and mappings' },
      'tables:write': { label: 'Change projects, tables and mappings' },
      'records:read': { label: 'See and export records' },
      'records:write': { label: 'Add, change, import and delete records' },
    },
  },
  {
    title: 'Arrivals',
    scopes: {
      'arrivals:read': { label: 'See arrivals with their bodies' },
      'arrivals:admit': { label: 'Admit and discard arrivals' },
    },
  },
  {
    title: 'Spinners and jobs',
    scopes: {
      'spinners:read': { label: 'See spinners' },
      'spinners:write': { label: 'Change drafts of spinners' },
      'spinners:publish': { label: 'Publish and unpublish spinners' },
      'jobs:read': { label: 'See jobs and recipients' },
      'jobs:control': { label: 'Pause, resume, cancel and retry jobs' },
    },
  },
  {
    title: 'People and messages',
    scopes: {
      'people:read': { label: 'See timelines of people and suppressions' },
      'people:suppress': { label: 'Add and lift suppressions' },
      'messages:read': { label: 'See messages' },
      'senders:read': { label: 'See senders' },
    },
  },
  {
    title: 'Events and usage',
    scopes: {
      'events:read': { label: 'See events' },
      'events:manage': { label: 'Manage destinations of events' },
      'usage:read': { label: 'See the usage of the plan' },
    },
  },
]

const allScopes = scopeGroups.flatMap(({ scopes }) => Object.keys(scopes) as Scope[])

/** The sets of scopes that people choose with one click. */
export const presets: readonly { readonly label: string; readonly scopes: readonly Scope[] }[] = [
  { label: 'Add records and start jobs', scopes: ['ingest', 'trigger'] },
  { label: 'Read only', scopes: allScopes.filter((scope) => scope.endsWith(':read')) },
  {
    label: 'CRM',
    scopes: [
      'ingest',
      'trigger',
      'tables:read',
      'spinners:read',
      'jobs:read',
      'jobs:control',
      'people:read',
      'people:suppress',
      'events:read',
      'events:manage',
    ],
  },
  { label: 'Everything a key may do', scopes: allScopes },
]

/** Returns the preset with exactly these scopes; null if there is none. */
export function presetOf(scopes: readonly Scope[]): string | null {
  const same = presets.find(
    (preset) =>
      preset.scopes.length === scopes.length && preset.scopes.every((scope) => scopes.includes(scope)),
  )
  return same?.label ?? null
}
