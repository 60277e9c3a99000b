import { Inbox, type LucideIcon, Plus, TriangleAlert, UserPlus } from 'lucide-react'
import type { Role } from '../../api/account/role.ts'
import { t } from '../../languages/text.ts'
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
  page('/', t('overview dashboard start')),
  page('/data-tables', t('records rows projects')),
  page('/arrivals', t('leads came in requests')),
  {
    label: t('Held arrivals'),
    to: '/arrivals',
    search: { status: 'held' },
    icon: TriangleAlert,
    also: t('waiting mapping leads'),
  },
  {
    label: t('Refused arrivals'),
    to: '/arrivals',
    search: { status: 'refused' },
    icon: TriangleAlert,
    also: t('errors leads'),
  },
  page('/spinners', t('pipelines campaigns sequences')),
  page('/jobs', 'runs'),
  {
    ...page('/jobs', t('running active')),
    label: t('Running jobs'),
    search: { status: 'running' },
  },
  page('/people', t('contacts person timeline')),
  page('/messages', t('sent e-mails log')),
  {
    label: t('Failed messages'),
    to: '/messages',
    search: { status: 'failed' },
    icon: TriangleAlert,
    also: t('errors e-mails'),
  },
  {
    label: t('Captured messages'),
    to: '/messages',
    search: { status: 'captured' },
    icon: Inbox,
    also: t('outbox unsent e-mails'),
  },
  page('/test-timeline', t('test mode clock rehearse advance')),
  page('/test-rules', t('test mode webhooks guards answers')),
  page('/organization', t('settings time zone bodies')),
  page('/team', t('settings members users roles invite invitations colleagues')),
  page('/bin', t('trash deleted restore undelete')),
  page('/audit', t('settings history who changed')),
  page('/account', t('profile name address sessions sign out')),
  page('/api-keys', t('settings secret token')),
  page('/events', t('settings log webhooks happened')),
  page('/usage', t('settings meters limits billing')),
  page('/senders', t('settings mailboxes accounts smtp google')),
  page('/suppressions', t('settings unsubscribed blocked')),
  page('/contact-policy', t('settings limits days')),
  page('/replies', t('settings mailboxes answers bounces')),
  page('/destinations', t('settings events webhooks zapier')),
  page('/webhook-signing', t('settings secret')),
  page('/password', t('settings account')),
  page('/two-factor', t('settings account 2fa totp authenticator code')),
]

interface ActionEntry extends PageEntry {
  /** The least role of users who may do this. */
  readonly least: Role
}

/** Things that a user can do from the command palette; each opens a page with the dialog for it. */
const actions: readonly ActionEntry[] = [
  {
    label: t('Invite a person to the team'),
    to: '/team',
    search: { invite: 'person' },
    icon: UserPlus,
    also: t('add user member colleague'),
    least: 'admin',
  },
  {
    label: t('New data table'),
    to: '/data-tables',
    search: { new: 'table' },
    icon: Plus,
    also: t('create add list import'),
    least: 'editor',
  },
  {
    label: t('New spinner'),
    to: '/spinners',
    search: { new: 'spinner' },
    icon: Plus,
    also: t('create add campaign'),
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
