import { SearchX } from 'lucide-react'
import { t } from '../../languages/text.ts'
import { BackLink } from '../back-link.tsx'
import { ButtonLink } from '../links.tsx'
import { EmptyState } from '../loading/empty-state.tsx'
import { PageHeader } from '../page-header.tsx'

const kinds = {
  'data table': {
    title: t('Data table'),
    heading: t('Data table not found'),
    cause: t('The address of this page may be mistyped, or the data table has been deleted.'),
    to: '/data-tables',
    all: t('Data tables'),
    seeAll: t('See all data tables'),
  },
  spinner: {
    title: t('Spinner'),
    heading: t('Spinner not found'),
    cause: t('The address of this page may be mistyped, or the spinner has been deleted.'),
    to: '/spinners',
    all: t('Spinners'),
    seeAll: t('See all spinners'),
  },
  job: {
    title: t('Job'),
    heading: t('Job not found'),
    cause: t('The address of this page may be mistyped, or the job has been deleted.'),
    to: '/jobs',
    all: t('Jobs'),
    seeAll: t('See all jobs'),
  },
} as const

/**
 * The page that replaces the page of an object that does not exist, was deleted, or belongs to another
 * organization.
 */
export function NotThere({ kind }: { kind: keyof typeof kinds }) {
  const { title, heading, cause, to, all, seeAll } = kinds[kind]
  return (
    <>
      <PageHeader title={title} above={<BackLink to={to}>{all}</BackLink>} />
      <EmptyState icon={SearchX} title={heading} action={<ButtonLink to={to}>{seeAll}</ButtonLink>}>
        {cause}
      </EmptyState>
    </>
  )
}
