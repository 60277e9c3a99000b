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

/**
 * The name and the icon of each page that navigation leads to, by its path. The letter of `key` opens the page after
 * "g". Users below the role `least` see nothing on the page, so no link leads them to it.
 */
export const pages = {
  '/': { label: 'Home', icon: House, key: 'h' },
  '/data-tables': { label: 'Data tables', icon: Table2, key: 'd' },
  '/arrivals': { label: 'Arrivals', icon: Inbox, key: 'a' },
  '/spinners': { label: 'Spinners', icon: Workflow, key: 's' },
  '/jobs': { label: 'Jobs', icon: ListChecks, key: 'j' },
  '/people': { label: 'People', icon: Users, key: 'p' },
  '/messages': { label: 'Messages', icon: MailCheck, key: 'm' },
  '/test-timeline': { label: 'Test timeline', icon: CalendarDays },
  '/test-rules': { label: 'Test rules', icon: SlidersHorizontal },
  '/organization': { label: 'Organization', icon: Building2, key: 'o' },
  '/team': { label: 'Team', icon: Users, key: 't' },
  '/bin': { label: 'Bin', icon: Trash2, key: 'b' },
  '/audit': { label: 'Audit log', icon: ScrollText, key: 'l', least: 'admin' },
  '/api-keys': { label: 'API keys', icon: KeyRound, key: 'k', least: 'editor' },
  '/events': { label: 'Events', icon: Radio, key: 'v' },
  '/usage': { label: 'Usage and plan', icon: Gauge, key: 'u' },
  '/senders': { label: 'Senders', icon: AtSign, key: 'e' },
  '/suppressions': { label: 'Suppressions', icon: MailX, key: 'x' },
  '/contact-policy': { label: 'Contact policy', icon: CalendarClock },
  '/replies': { label: 'Replies', icon: MailOpen, key: 'r' },
  '/destinations': { label: 'Destinations', icon: Send, least: 'admin' },
  '/webhook-signing': { label: 'Webhook signing', icon: ShieldCheck, least: 'editor' },
  '/account': { label: 'Your account', icon: CircleUser },
  '/password': { label: 'Change the password', icon: RectangleEllipsis },
  '/two-factor': { label: 'Two-factor sign-in', icon: Smartphone },
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
    label: 'Work',
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
    label: 'Sending',
    sections: [section(['/senders', '/replies']), section(['/messages']), section(['/suppressions'])],
  },
  {
    label: 'Organization',
    sections: [
      section(['/team']),
      section(['/api-keys', '/events', '/destinations', '/webhook-signing'], 'Keys and events'),
      section(['/usage']),
      section(['/audit']),
      section(['/bin']),
      section(['/organization', '/contact-policy'], 'Settings'),
    ],
  },
]

/**
 * The navigation of test mode. It has the pages of test mode, and no page for usage, because test mode uses up
 * no meter of the plan.
 */
export const testNavigation: typeof navigation = [
  { label: 'Test mode', sections: [section(['/test-timeline']), section(['/test-rules'])] },
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
