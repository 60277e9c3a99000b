import {
  ArrowLeftRight,
  AtSign,
  CirclePause,
  CirclePlay,
  Filter,
  ListChecks,
  type LucideIcon,
  Play,
  Search,
  Table2,
  User,
  Workflow,
} from 'lucide-react'
import type { Role } from '../../api/account/role.ts'
import type { ListedPerson, Profile, SearchResult, Spinner } from '../../api/schema.ts'
import { timeToTheMinute } from '../../components/time/exact-time.ts'
import { t } from '../../languages/text.ts'
import { actionEntriesFor, pageEntriesFor } from './page-entries.ts'

/** An action of the command palette on a spinner. */
type SpinnerAction = 'run' | 'pause' | 'resume'

/** An entry of the command palette: a link to a page, or to an object such as a spinner or a person. */
export interface Entry {
  readonly key: string
  readonly group: string
  readonly icon: LucideIcon
  readonly label: string
  readonly note: string | null
  readonly to: string
  readonly params?: Readonly<Record<string, string>>
  readonly search?: Readonly<Record<string, string | object>>
  /** The id of the organization that is switched to before the page opens. */
  readonly switchesTo?: string
  /** The action on a spinner that replaces opening its page. A run first opens its dialog. */
  readonly acts?: { readonly does: SpinnerAction; readonly spinner: Spinner }
}

const icons: Readonly<Record<SearchResult['kind'], LucideIcon>> = {
  person: User,
  dataTable: Table2,
  segment: Filter,
  spinner: Workflow,
  job: ListChecks,
  sender: AtSign,
}

const groups: Readonly<Record<SearchResult['kind'], string>> = {
  person: t('People'),
  dataTable: t('Data tables'),
  segment: t('Segments'),
  spinner: t('Spinners'),
  job: t('Jobs'),
  sender: t('Senders'),
}

function whereOf({ kind, id, dataTableId }: SearchResult): Pick<Entry, 'to' | 'params' | 'search'> {
  switch (kind) {
    case 'person':
      return { to: '/people', search: { email: id } }
    case 'dataTable':
      return { to: '/data-tables/$dataTableId', params: { dataTableId: id } }
    case 'segment':
      return {
        to: '/data-tables/$dataTableId',
        params: { dataTableId: dataTableId ?? '' },
        search: { where: { segmentId: id } },
      }
    case 'spinner':
      return { to: '/spinners/$spinnerId', params: { spinnerId: id } }
    case 'job':
      return { to: '/jobs/$jobId', params: { jobId: id } }
    case 'sender':
      return { to: '/senders' }
  }
}

function noteOf({ kind, id, description, at }: SearchResult): string | null {
  return kind === 'job'
    ? [description, at && timeToTheMinute(at), id.slice(0, 13)].filter(Boolean).join(' · ')
    : description
}

const most = 8
/** The largest number of spinners for which each action is listed. */
const maxActions = 3

/** The answers to a search in the command palette, as far as they have arrived. */
export interface Searched {
  readonly words: string
  readonly found: readonly SearchResult[]
  /** People whose records match, in any table. */
  readonly people: readonly ListedPerson[]
  readonly spinners: readonly Spinner[]
  /** The organizations of the signed-in person. */
  readonly organizations: Profile['organizations']
  /** Returns whether the signed-in user has at least a role. Actions that need a higher role are left out. */
  readonly may: (least: Role) => boolean
}

/** The parts of a search text: the searched words, and the spinner in "explain ada for welcome". */
interface Sought {
  readonly does: 'find' | 'explain' | SpinnerAction
  readonly words: string
  readonly spinner: string | null
}

/** Reads a search text that may begin with an action: "explain ada for welcome", "pause welcome". */
export function soughtIn(text: string): Sought {
  const [, verb, named] = /^(run|pause|resume)\s+(\S.*)$/i.exec(text.trim()) ?? []
  const does = spinnerActions.find((action) => action === verb?.toLowerCase())
  if (does !== undefined && named !== undefined) return { does, words: named, spinner: null }
  const [, person, spinner = null] = /^explain\s+(\S.*?)(?:\s+for\s+(\S.*))?$/i.exec(text.trim()) ?? []
  if (person !== undefined) return { does: 'explain', words: person, spinner }
  return { does: 'find', words: text.trim(), spinner: null }
}

/**
 * Returns the palette entries for a search text: found objects, people by their records, actions, a lookup of the
 * person if the text is a whole e-mail address, and pages.
 */
export function entriesFor({
  words: text,
  found,
  people,
  spinners,
  organizations,
  may,
}: Searched): readonly Entry[] {
  const { does, words, spinner } = soughtIn(text)
  const actedOn = may('editor') ? spinners : []
  if (isSpinnerAction(does)) return spinnerEntriesFor(words, actedOn, [does])
  const explained = spinner === null ? undefined : spinners.find(({ name }) => isIn(name, spinner))
  const persons = personEntriesFor(words, found, people).map((entry) =>
    does === 'explain' ? explaining(entry, explained) : entry,
  )
  if (does === 'explain') return persons
  const things = found.filter(({ kind }) => kind !== 'person').map(thingEntry)
  const places = pageEntriesFor(words, may).slice(0, words === '' ? undefined : most)
  return [
    ...persons,
    ...things,
    ...spinnerEntriesFor(words, actedOn, spinnerActions),
    ...organizations
      .filter(({ isCurrent }) => !isCurrent)
      .flatMap((organization) => switchEntry(organization, words)),
    ...actionEntriesFor(words)
      .filter(({ least }) => may(least))
      .map((action) => pageEntry(t('Actions'), action)),
    ...places.map((page) => pageEntry(t('Go to'), page)),
  ]
}

/** Returns the entry that switches to an organization, if the words name it or begin with "switch". */
function switchEntry({ id, name, role }: Profile['organizations'][number], words: string): readonly Entry[] {
  const label = t('Switch to {name}', { name })
  if (words === '' || !isIn(label, words)) return []
  return [
    {
      key: `switch ${id}`,
      group: t('Actions'),
      icon: ArrowLeftRight,
      label,
      note: role,
      to: '/',
      switchesTo: id,
    },
  ]
}

function isIn(name: string, words: string): boolean {
  return name.toLowerCase().includes(words.toLowerCase())
}

function thingEntry(one: SearchResult): Entry {
  return {
    key: `${one.kind} ${one.id}`,
    group: groups[one.kind],
    icon: icons[one.kind],
    label: one.name,
    note: noteOf(one),
    ...whereOf(one),
  }
}

function pageEntry(
  group: string,
  { label, to, icon, search }: ReturnType<typeof pageEntriesFor>[number],
): Entry {
  return { key: `page ${label}`, group, icon, label, note: null, to, ...(search && { search }) }
}

const spinnerActions: readonly SpinnerAction[] = ['run', 'pause', 'resume']

function isSpinnerAction(does: Sought['does']): does is SpinnerAction {
  return does !== 'find' && does !== 'explain'
}

const actionWords: Readonly<
  Record<SpinnerAction, { readonly verb: string; readonly note: string; readonly icon: LucideIcon }>
> = {
  run: { verb: t('Run'), note: t('Shows a forecast before anything is sent'), icon: Play },
  pause: { verb: t('Pause'), note: t('Its jobs too'), icon: CirclePause },
  resume: { verb: t('Resume'), note: t('Its jobs too'), icon: CirclePlay },
}

/** Returns true if the state of a spinner allows an action. */
function allows({ status, pause }: Spinner, does: SpinnerAction): boolean {
  if (status !== 'published') return false
  return does === 'run' || (does === 'pause') === (pause === null)
}

/** Returns the entries that act on the spinners whose names match, the actions of one spinner together. */
function spinnerEntriesFor(
  words: string,
  spinners: readonly Spinner[],
  actions: readonly SpinnerAction[],
): readonly Entry[] {
  if (words === '') return []
  return spinners
    .filter(({ name, status }) => status === 'published' && isIn(name, words))
    .slice(0, maxActions)
    .flatMap((spinner) =>
      actions
        .filter((does) => allows(spinner, does))
        .map((does): Entry => {
          const { verb, note, icon } = actionWords[does]
          return {
            key: `${does} ${spinner.id}`,
            group: t('Actions'),
            icon,
            label: `${verb} ${spinner.name}`,
            note,
            to: '/spinners/$spinnerId',
            params: { spinnerId: spinner.id },
            acts: { does, spinner },
          }
        }),
    )
}

/**
 * Returns the entries of people: first those with an address that begins with the search text, then the others
 * whose records match. The order does not change when the second answer arrives.
 */
function personEntriesFor(
  words: string,
  found: readonly SearchResult[],
  people: readonly ListedPerson[],
): readonly Entry[] {
  const known = found.filter(({ kind }) => kind === 'person')
  const hasAddress = (address: string) =>
    known.some(({ id }) => id === address) || people.some(({ email }) => email === address)
  const others = people.filter(({ email }) => email === null || !known.some(({ id }) => id === email))
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(words)
  return [
    ...known.map((one) => {
      const person = people.find(({ email }) => email === one.id)
      const note = [person?.name, person?.company, person?.dataTables[0]?.name].filter(Boolean).join(' · ')
      return { ...thingEntry(one), ...(person !== undefined && pageOf(person)), note: note || null }
    }),
    ...others.map(personEntry),
    ...(isAddress && !hasAddress(words.toLowerCase())
      ? [
          {
            key: 'anybody',
            group: groups.person,
            icon: Search,
            label: t('Find the person {words} in all records', { words }),
            note: null,
            to: '/people',
            search: { email: words },
          },
        ]
      : []),
  ]
}

/** Returns the entry of a person of the list of people. */
function personEntry(person: ListedPerson): Entry {
  const { id, email, match, name, company, dataTables } = person
  const label = name ?? email ?? match?.value ?? id
  return {
    key: `listed ${id}`,
    group: groups.person,
    icon: User,
    label,
    note: [email === label ? null : email, company, dataTables[0]?.name].filter(Boolean).join(' · '),
    ...pageOf(person),
  }
}

function pageOf({ id }: ListedPerson): Pick<Entry, 'to' | 'params' | 'search'> {
  return { to: '/people/$personId', params: { personId: id }, search: {} }
}

/** Returns the entry of a person as the action that explains whether a spinner would write to the person. */
function explaining(entry: Entry, spinner: Spinner | undefined): Entry {
  if (!entry.to.startsWith('/people')) return entry
  return {
    ...entry,
    group: t('Actions'),
    label:
      spinner === undefined
        ? t('Explain {label}', { label: entry.label })
        : t('Explain {label} for {name}', { label: entry.label, name: spinner.name }),
    search: { ...entry.search, ...(spinner !== undefined && { spinner: spinner.id }) },
  }
}
