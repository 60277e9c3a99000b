import {
  AtSign,
  Building2,
  CalendarClock,
  CalendarDays,
  CircleUser,
  Gauge,
  House,
  Inbox,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MailCheck,
  MailOpen,
  MailX,
  Radio,
  RectangleEllipsis,
  ScrollText,
  Send,
  ShieldCheck,
  SlidersHorizontal,
  Smartphone,
  Table2,
  Trash2,
  Users,
  Workflow,
} from 'lucide-react'
import type { Role } from '../api/account/role.ts'
import { t } from '../languages/text.ts'

/**
 * The name and the icon of each page that navigation leads to, by its path. The letter of `key` opens the page after
 * "g". Users below the role `least` see nothing on the page, so no link leads them to it.
 */
export const pages = {
  '/': { label: t('Home'), icon: House, key: 'h' },
  '/data-tables': { label: t('Data tables'), icon: Table2, key: 'd' },
  '/arrivals': { label: t('Arrivals'), icon: Inbox, key: 'a' },
  '/spinners': { label: t('Spinners'), icon: Workflow, key: 's' },
  '/jobs': { label: t('Jobs'), icon: ListChecks, key: 'j' },
  '/people': { label: t('People'), icon: Users, key: 'p' },
  '/messages': { label: t('Messages'), icon: MailCheck, key: 'm' },
  '/test-timeline': { label: t('Test timeline'), icon: CalendarDays },
  '/test-rules': { label: t('Test rules'), icon: SlidersHorizontal },
  '/organization': { label: t('Organization'), icon: Building2, key: 'o' },
  '/team': { label: t('Team'), icon: Users, key: 't' },
  '/bin': { label: t('Bin'), icon: Trash2, key: 'b' },
  '/audit': { label: t('Audit log'), icon: ScrollText, key: 'l', least: 'admin' },
  '/api-keys': { label: t('API keys'), icon: KeyRound, key: 'k', least: 'editor' },
  '/events': { label: t('Events'), icon: Radio, key: 'v' },
  '/usage': { label: t('Usage and plan'), icon: Gauge, key: 'u' },
  '/senders': { label: t('Senders'), icon: AtSign, key: 'e' },
  '/suppressions': { label: t('Suppressions'), icon: MailX, key: 'x' },
  '/contact-policy': { label: t('Contact policy'), icon: CalendarClock },
  '/replies': { label: t('Replies'), icon: MailOpen, key: 'r' },
  '/destinations': { label: t('Destinations'), icon: Send, least: 'admin' },
  '/webhook-signing': { label: t('Webhook signing'), icon: ShieldCheck, least: 'editor' },
  '/account': { label: t('Your account'), icon: CircleUser },
  '/password': { label: t('Change the password'), icon: RectangleEllipsis },
  '/two-factor': { label: t('Two-factor sign-in'), icon: Smartphone },
} as const satisfies Readonly<
  Record<
    string,
    { readonly label: string; readonly icon: LucideIcon; readonly key?: string; readonly least?: Role }
  >
>

export type PagePath = keyof typeof pages

/** Returns whether a page shows something to a user; `may` tells whether the user has at least a role. */
export function isOpenTo(path: PagePath, may: (least: Role) => boolean): boolean {
  const page: { readonly label: string; readonly least?: Role } = pages[path]
  return page.least === undefined || may(page.least)
}

/** The pages that have a letter, in the order of `pages`. */
export const pagesWithKeys = (Object.keys(pages) as PagePath[]).flatMap((path) => {
  const page: { readonly label: string; readonly key?: string } = pages[path]
  return page.key === undefined ? [] : [{ path, label: page.label, key: page.key }]
})

/** Returns the path of the page that a letter opens after "g"; undefined for other keys. */
export function pageOfKey(pressed: string): PagePath | undefined {
  return pagesWithKeys.find(({ key }) => key === pressed)?.path
}

/** One link of the navigation: a page, or several pages that show links to each other above their titles. */
export interface Section {
  readonly label: string
  readonly icon: LucideIcon
  /** The pages of the section. The link of the navigation leads to the first. */
  readonly paths: readonly [PagePath, ...PagePath[]]
}

/** Returns the section of one page or of several pages; the first page names it unless a label is given. */
function section(paths: Section['paths'], label: string = pages[paths[0]].label): Section {
  return { label, icon: pages[paths[0]].icon, paths }
}

/** The navigation of the console: its groups with their sections. */
export const navigation: readonly { readonly label: string; readonly sections: readonly Section[] }[] = [
  {
    label: t('Work'),
    sections: [
      section(['/']),
      section(['/data-tables']),
      section(['/arrivals']),
      section(['/spinners']),
      section(['/jobs']),
      section(['/people']),
    ],
  },
  {
    label: t('Sending'),
    sections: [section(['/senders', '/replies']), section(['/messages']), section(['/suppressions'])],
  },
  {
    label: t('Organization'),
    sections: [
      section(['/team']),
      section(['/api-keys', '/events', '/destinations', '/webhook-signing'], t('Keys and events')),
      section(['/usage']),
      section(['/audit']),
      section(['/bin']),
      section(['/organization', '/contact-policy'], t('Settings')),
    ],
  },
]

/**
 * The navigation of test mode. It has the pages of test mode, and no page for usage, because test mode uses up
 * no meter of the plan.
 */
export const testNavigation: typeof navigation = [
  { label: t('Test mode'), sections: [section(['/test-timeline']), section(['/test-rules'])] },
  ...navigation.map(({ label, sections }) => ({
    label,
    sections: sections.filter(({ paths: [first] }) => first !== '/usage'),
  })),
]

/** Returns a navigation without the pages that show nothing to a user. */
export function openNavigation(groups: typeof navigation, may: (least: Role) => boolean): typeof navigation {
  return groups.map(({ label, sections }) => ({
    label,
    sections: sections.flatMap((one) => {
      const [first, ...others] = one.paths.filter((path) => isOpenTo(path, may))
      if (first === undefined) return []
      return others.length + 1 === one.paths.length ? [one] : [{ ...one, paths: [first, ...others] as const }]
    }),
  }))
}

/** Returns true if the path of the browser is a page of the section, or a page below it. */
export function isIn({ paths }: Pick<Section, 'paths'>, path: string): boolean {
  return paths.some((one) => path === one || (one !== '/' && path.startsWith(`${one}/`)))
}
