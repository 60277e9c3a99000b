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

/** The name and the icon of each page that navigation leads to, by its path. */
export const pages = {
  '/': { label: 'Home', icon: House },
  '/data-tables': { label: 'Data tables', icon: Table2 },
  '/arrivals': { label: 'Arrivals', icon: Inbox },
  '/spinners': { label: 'Spinners', icon: Workflow },
  '/jobs': { label: 'Jobs', icon: ListChecks },
  '/people': { label: 'People', icon: Users },
  '/messages': { label: 'Messages', icon: MailCheck },
  '/test-timeline': { label: 'Test timeline', icon: CalendarDays },
  '/test-rules': { label: 'Test rules', icon: SlidersHorizontal },
  '/organization': { label: 'Organization', icon: Building2 },
  '/team': { label: 'Team', icon: Users },
  '/bin': { label: 'Bin', icon: Trash2 },
  '/audit': { label: 'Audit log', icon: ScrollText },
  '/api-keys': { label: 'API keys', icon: KeyRound },
  '/events': { label: 'Events', icon: Radio },
  '/usage': { label: 'Usage and plan', icon: Gauge },
  '/senders': { label: 'Senders', icon: AtSign },
  '/suppressions': { label: 'Suppressions', icon: MailX },
  '/contact-policy': { label: 'Contact policy', icon: CalendarClock },
  '/replies': { label: 'Replies', icon: MailOpen },
  '/destinations': { label: 'Destinations', icon: Send },
  '/webhook-signing': { label: 'Webhook signing', icon: ShieldCheck },
  '/account': { label: 'Your account', icon: CircleUser },
  '/password': { label: 'Change the password', icon: RectangleEllipsis },
  '/two-factor': { label: 'Two-factor sign-in', icon: Smartphone },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly icon: LucideIcon }>>

export type PagePath = keyof typeof pages

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

/** Returns true if the path of the browser is a page of the section, or a page below it. */
export function isIn({ paths }: Pick<Section, 'paths'>, path: string): boolean {
  return paths.some((one) => path === one || (one !== '/' && path.startsWith(`${one}/`)))
}
