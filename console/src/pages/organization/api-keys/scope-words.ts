import type { ApiKey } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'

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
    title: t('Public API'),
    scopes: {
      ingest: { label: t('Add records (ingest)'), description: t('The key may add records to data tables') },
      trigger: {
        label: t('Start jobs (trigger)'),
        description: t('The key may start jobs and see their progress'),
      },
    },
  },
  {
    title: t('Data tables and records'),
    scopes: {
      'tables:read': { label: t('See projects, tables and mappings') },
      'tables:write': { label: t('Change projects, tables and mappings') },
      'records:read': { label: t('See and export records') },
      'records:write': { label: t('Add, change, import and delete records') },
    },
  },
  {
    title: t('Arrivals'),
    scopes: {
      'arrivals:read': { label: t('See arrivals with their bodies') },
      'arrivals:admit': { label: t('Admit and discard arrivals') },
    },
  },
  {
    title: t('Spinners and jobs'),
    scopes: {
      'spinners:read': { label: t('See spinners') },
      'spinners:write': { label: t('Change drafts of spinners') },
      'spinners:publish': { label: t('Publish and unpublish spinners') },
      'jobs:read': { label: t('See jobs and recipients') },
      'jobs:control': { label: t('Pause, resume, cancel and retry jobs') },
    },
  },
  {
    title: t('People and messages'),
    scopes: {
      'people:read': { label: t('See timelines of people and suppressions') },
      'people:suppress': { label: t('Add and lift suppressions') },
      'messages:read': { label: t('See messages') },
      'senders:read': { label: t('See senders') },
    },
  },
  {
    title: t('Events and usage'),
    scopes: {
      'events:read': { label: t('See events') },
      'events:manage': { label: t('Manage destinations of events') },
      'usage:read': { label: t('See the usage of the plan') },
    },
  },
]

const allScopes = scopeGroups.flatMap(({ scopes }) => Object.keys(scopes) as Scope[])

/** The sets of scopes that people choose with one click. */
export const presets: readonly { readonly label: string; readonly scopes: readonly Scope[] }[] = [
  { label: t('Add records and start jobs'), scopes: ['ingest', 'trigger'] },
  { label: t('Read only'), scopes: allScopes.filter((scope) => scope.endsWith(':read')) },
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
  { label: t('Everything a key may do'), scopes: allScopes },
]

/** Returns the preset with exactly these scopes; null if there is none. */
export function presetOf(scopes: readonly Scope[]): string | null {
  const same = presets.find(
    (preset) =>
      preset.scopes.length === scopes.length && preset.scopes.every((scope) => scopes.includes(scope)),
  )
  return same?.label ?? null
}
