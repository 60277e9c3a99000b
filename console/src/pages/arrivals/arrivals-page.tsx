import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { dataTablesQuery } from '../../api/table/data-tables.ts'
import { ButtonLink } from '../../components/links.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { ArrivalList } from './arrival-list.tsx'

/** Lists the arrivals of all tables. */
export function ArrivalsPage() {
  const tables = useQuery(dataTablesQuery)
  return (
    <>
      <PageHeader
        title={t('Arrivals')}
        description={t(
          'An arrival is one request of a source, one import, or records that a person added. It is accepted, refused, ignored, or held until you admit or discard it.',
        )}
        guide="use/arrivals"
      />
      <ArrivalList
        tables={tables.data}
        empty={
          <EmptyState
            icon={Inbox}
            title={t('No arrivals yet')}
            action={<ButtonLink to="/data-tables">{t('See the data tables')}</ButtonLink>}
          >
            {rich(
              'Each arrival from a CRM, a form or a script appears here within seconds. The <em>Connect</em> tab of a data table shows how to set up a source.',
              { em: <em /> },
            )}
          </EmptyState>
        }
      />
    </>
  )
}
