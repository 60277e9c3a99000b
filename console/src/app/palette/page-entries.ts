import { Inbox, type LucideIcon, Plus, TriangleAlert, UserPlus } from 'lucide-react'
import type { Role } from '../../api/account/role.ts'
import { isOpenTo, type PagePath, pages } from '../pages.ts'

interface PageEntry {
  readonly label: string
  readonly to: PagePath
  readonly search?: Readonly<Record<string, string>>
  readonly icon: LucideIcon
  /** Further words by which the command palette finds the page. */
  readonly also: string
}

/** Returns the palette entry of a page. `also` holds other words that people may search for. */
const page = (to: PagePath, also: string): PageEntry => ({ ...pages[to], to, also })

const places: readonly PageEntry[] = [
  page('/', 'overview dashboard start'),
  page('/data-tables', 'records rows projects'),
  page('/arrivals', 'leads came in requests'),
  {
    label: 'Held arrivals',
    to: '/arrivals',
    search: { status: 'held' },
    icon: TriangleAlert,
    also: 'waiting mapping leads',
  },
  {
    label: 'Refused arrivals',
    to: '/arrivals',
    search: { status: 'refused' },
    icon: TriangleAlert,
    also: 'errors leads',
  },
  page('/spinners', 'pipelines campaigns sequences'),
  page('/jobs', 'runs'),
  {
    ...page('/jobs', 'running active'),
    label: 'Running jobs',
    search: { status: 'running' },
  },
  page('/people', 'contacts person timeline'),
  page('/messages', 'sent e-mails log'),
  {
    label: 'Failed messages',
    to: '/messages',
    search: { status: 'failed' },
    icon: TriangleAlert,
    also: 'errors e-mails',
  },
  {
    label: 'Captured messages',
    to: '/messages',
    search: { status: 'captured' },
    icon: Inbox,
    also: 'outbox unsent e-mails',
  },
  page('/test-timeline', 'test mode clock rehearse advance'),
  page('/test-rules', 'test mode webhooks guards answers'),
  page('/organization', 'settings time zone bodies'),
  page('/team', 'settings members users roles invite invitations colleagues'),
  page('/bin', 'trash deleted restore undelete'),
  page('/audit', 'settings history who changed'),
  page('/account', 'profile name address sessions sign out'),
  page('/api-keys', 'settings secret token'),
  page('/events', 'settings log webhooks happened'),
  page('/usage', 'settings meters limits billing'),
  page('/senders', 'settings mailboxes accounts smtp google'),
  page('/suppressions', 'settings unsubscribed blocked'),
  page('/contact-policy', 'settings limits days'),
  page('/replies', 'settings mailboxes answers bounces'),
  page('/destinations', 'settings events webhooks zapier'),
  page('/webhook-signing', 'settings secret'),
  page('/password', 'settings account'),
  page('/two-factor', 'settings account 2fa totp authenticator code'),
]

interface ActionEntry extends PageEntry {
  /** The least role of users who may do this. */
  readonly least: Role
}

/** Things that a user can do from the command palette; each opens a page with the dialog for it. */
const actions: readonly ActionEntry[] = [
  {
    label: 'Invite a person to the team',
    to: '/team',
    search: { invite: 'person' },
    icon: UserPlus,
    also: 'add user member colleague',
    least: 'admin',
  },
  {
    label: 'New data table',
    to: '/data-tables',
    search: { new: 'table' },
    icon: Plus,
    also: 'create add list import',
    least: 'editor',
  },
  {
    label: 'New spinner',
    to: '/spinners',
    search: { new: 'spinner' },
    icon: Plus,
    also: 'create add campaign',
    least: 'editor',
  },
]

/**
 * Returns the pages that are open to a user and match a search: each search word begins a word of the page's label or of its further
 * words.
 */
export function pageEntriesFor(words: string, may: (least: Role) => boolean): readonly PageEntry[] {
  return matching(places, words).filter(({ to }) => isOpenTo(to, may))
}

/** Returns the actions that match a search, by the same rule as pages. */
export function actionEntriesFor(words: string): readonly ActionEntry[] {
  return matching(actions, words)
}

function matching<E extends PageEntry>(entries: readonly E[], words: string): readonly E[] {
  const sought = words.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ label, also }) => {
    const known = `${label} ${also}`.toLowerCase().split(/[\s-]+/)
    return sought.every((word) => known.some((one) => one.startsWith(word)))
  })
}
