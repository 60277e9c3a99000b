import { SearchX } from 'lucide-react'
import { t } from '../../languages/text.ts'
import { BackLink } from '../back-link.tsx'
import { ButtonLink } from '../links.tsx'
import { EmptyState } from '../loading/empty-state.tsx'
import { PageHeader } from '../page-header.tsx'

const kinds = {
  'data table': { title: t('Data table'), to: '/data-tables', all: t('Data tables') },
  spinner: { title: t('Spinner'), to: '/spinners', all: t('Spinners') },
  job: { title: t('Job'), to: '/jobs', all: t('Jobs') },
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
        title={t('{title} not found', { title })}
        action={<ButtonLink to={to}>{t('See all {all}', { all: all.toLowerCase() })}</ButtonLink>}
      >
        {t('The address of this page may be mistyped, or the {kind} has been deleted.', { kind })}
      </EmptyState>
    </>
  )
}
