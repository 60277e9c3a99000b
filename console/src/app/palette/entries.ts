import { AtSign, ListChecks, type LucideIcon, Search, Table2, User, Workflow } from 'lucide-react'
import type { Found } from '../../api/schema.ts'
import { timeToTheMinute } from '../../components/time/exact-time.ts'
import { pageEntriesFor } from './page-entries.ts'

/** An entry of the command palette: a link to a page, or to an object such as a spinner or a person. */
export interface Entry {
  readonly key: string
  readonly group: string
  readonly icon: LucideIcon
  readonly label: string
  readonly note: string | null
  readonly to: string
  readonly params?: Readonly<Record<string, string>>
  readonly search?: Readonly<Record<string, string>>
}

const icons: Readonly<Record<Found['kind'], LucideIcon>> = {
  person: User,
  dataTable: Table2,
  spinner: Workflow,
  job: ListChecks,
  sender: AtSign,
}

const groups: Readonly<Record<Found['kind'], string>> = {
  person: 'People',
  dataTable: 'Data tables',
  spinner: 'Spinners',
  job: 'Jobs',
  sender: 'Senders',
}

function whereOf({ kind, id }: Found): Pick<Entry, 'to' | 'params' | 'search'> {
  switch (kind) {
    case 'person':
      return { to: '/people', search: { email: id } }
    case 'dataTable':
      return { to: '/data-tables/$dataTableId', params: { dataTableId: id } }
    case 'spinner':
      return { to: '/spinners/$spinnerId', params: { spinnerId: id } }
    case 'job':
      return { to: '/jobs/$jobId', params: { jobId: id } }
    case 'sender':
      return { to: '/senders' }
  }
}

function noteOf({ kind, id, note, at }: Found): string | null {
  return kind === 'job'
    ? [note, at && timeToTheMinute(at), id.slice(0, 13)].filter(Boolean).join(' · ')
    : note
}

const most = 8

/**
 * Returns the palette entries for a search text: found objects, a lookup of the person if the text is a whole
 * e-mail address, and pages.
 */
export function entriesFor(words: string, found: readonly Found[]): readonly Entry[] {
  const sought = words.trim()
  const things = found.map(
    (one): Entry => ({
      key: `${one.kind} ${one.id}`,
      group: groups[one.kind],
      icon: icons[one.kind],
      label: one.name,
      note: noteOf(one),
      ...whereOf(one),
    }),
  )
  const isKnown = found.some(({ kind, id }) => kind === 'person' && id === sought.toLowerCase())
  const anybody: readonly Entry[] =
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(sought) && !isKnown
      ? [
          {
            key: 'anybody',
            group: 'People',
            icon: Search,
            label: `Find the person ${sought} in all records`,
            note: null,
            to: '/people',
            search: { email: sought },
          },
        ]
      : []
  const pages = pageEntriesFor(sought)
    .slice(0, sought === '' ? undefined : most)
    .map(
      ({ label, to, icon, search }): Entry => ({
        key: `page ${label}`,
        group: 'Go to',
        icon,
        label,
        note: null,
        to,
        ...(search && { search }),
      }),
    )
  const people = things.filter(({ group }) => group === 'People')
  return [...people, ...anybody, ...things.filter(({ group }) => group !== 'People'), ...pages]
}
