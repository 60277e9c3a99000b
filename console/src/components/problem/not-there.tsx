import { SearchX } from 'lucide-react'
import { BackLink } from '../back-link.tsx'
import { ButtonLink } from '../links.tsx'
import { EmptyState } from '../loading/empty-state.tsx'
import { PageHeader } from '../page-header.tsx'

const kinds = {
  'data table': { title: 'Data table', to: '/data-tables', all: 'Data tables' },
  spinner: { title: 'Spinner', to: '/spinners', all: 'Spinners' },
  job: { title: 'Job', to: '/jobs', all: 'Jobs' },
} as const

/**
 * The page that replaces the page of an object that does not exist, was deleted, or belongs to another
 * organization.
 */
export function NotThere({ kind }: { kind: keyof typeof kinds }) {
  const { title, to, all } = kinds[kind]
  return (
    <>
      <PageHeader title={title} above={<BackLink to={to}>{all}</BackLink>} />
      <EmptyState
        icon={SearchX}
        title={`${title} not found`}
        action={<ButtonLink to={to}>See all {all.toLowerCase()}</ButtonLink>}
      >
        The address of this page may be mistyped, or the {kind} has been deleted.
      </EmptyState>
    </>
  )
}
