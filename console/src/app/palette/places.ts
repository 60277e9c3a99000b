import {
  AtSign,
  Building2,
  CalendarClock,
  CalendarDays,
  Gauge,
  House,
  Inbox,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Mail,
  MailCheck,
  MailOpen,
  MailX,
  RectangleEllipsis,
  ShieldCheck,
  SlidersHorizontal,
  Table2,
  TriangleAlert,
  Users,
  Workflow,
} from 'lucide-react'

interface Place {
  readonly label: string
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly icon: LucideIcon
  /** What people may call it instead. */
  readonly also: string
}

/** Where one may go, and what one may do there. */
const places: readonly Place[] = [
  { label: 'Home', to: '/', icon: House, also: 'overview dashboard start' },
  { label: 'Data tables', to: '/data-tables', icon: Table2, also: 'records rows projects' },
  { label: 'Arrivals', to: '/arrivals', icon: Inbox, also: 'leads came in requests' },
  {
    label: 'Arrivals that are held',
    to: '/arrivals',
    search: { state: 'held' },
    icon: TriangleAlert,
    also: 'waiting mapping leads',
  },
  {
    label: 'Arrivals that were refused',
    to: '/arrivals',
    search: { state: 'refused' },
    icon: TriangleAlert,
    also: 'errors leads',
  },
  { label: 'Spinners', to: '/spinners', icon: Workflow, also: 'pipelines campaigns sequences' },
  { label: 'Jobs', to: '/jobs', icon: ListChecks, also: 'runs' },
  {
    label: 'Jobs that run',
    to: '/jobs',
    search: { status: 'running' },
    icon: ListChecks,
    also: 'running on the way',
  },
  { label: 'People', to: '/people', icon: Users, also: 'contacts person timeline' },
  { label: 'Messages', to: '/messages', icon: MailCheck, also: 'sent e-mails log' },
  {
    label: 'Messages that failed',
    to: '/messages',
    search: { state: 'failed' },
    icon: TriangleAlert,
    also: 'errors e-mails',
  },
  { label: 'Outbox', to: '/outbox', icon: Mail, also: 'captured e-mails' },
  {
    label: 'Test timeline',
    to: '/test-timeline',
    icon: CalendarDays,
    also: 'test mode clock rehearse advance',
  },
  {
    label: 'Test rules',
    to: '/test-rules',
    icon: SlidersHorizontal,
    also: 'test mode webhooks guards answers',
  },
  { label: 'Organization', to: '/organization', icon: Building2, also: 'settings time zone bodies' },
  { label: 'API keys', to: '/api-keys', icon: KeyRound, also: 'settings secret token' },
  { label: 'Usage and plan', to: '/usage', icon: Gauge, also: 'settings meters limits billing' },
  { label: 'Senders', to: '/senders', icon: AtSign, also: 'settings mailboxes accounts smtp google' },
  { label: 'Suppressions', to: '/suppressions', icon: MailX, also: 'settings unsubscribed blocked' },
  { label: 'Contact policy', to: '/contact-policy', icon: CalendarClock, also: 'settings limits days' },
  { label: 'Replies', to: '/replies', icon: MailOpen, also: 'settings mailboxes answers bounces' },
  { label: 'Webhook signing', to: '/webhook-signing', icon: ShieldCheck, also: 'settings secret' },
  { label: 'Change the password', to: '/password', icon: RectangleEllipsis, also: 'settings account' },
]

/** Each word has to begin one of theirs. */
export function placesFor(words: string): readonly Place[] {
  const sought = words.toLowerCase().split(/\s+/).filter(Boolean)
  return places.filter(({ label, also }) => {
    const known = `${label} ${also}`.toLowerCase().split(/[\s-]+/)
    return sought.every((word) => known.some((one) => one.startsWith(word)))
  })
}
