import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate, Plus, Table2, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/account/session.ts'
import type { DataTable } from '../../api/schema.ts'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { dataTablesQuery } from '../../api/table/data-tables.ts'
import { ForEditors } from '../../components/for-editors.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { t } from '../../languages/text.ts'
import { NewSpinner } from './list/new-spinner.tsx'
import { SpinnerList } from './list/spinner-list.tsx'
import { TemplatesDialog } from './templates/templates-dialog.tsx'

export function SpinnersPage() {
  const spinners = useQuery(spinnersQuery)
  const tables = useQuery(dataTablesQuery)
  const [, setDialog] = useSearchParam('new')
  const create = (
    <ForEditors>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setDialog('spinner')}>
        {t('New spinner')}
      </Button>
    </ForEditors>
  )
  return (
    <>
      <PageHeader
        title={t('Spinners')}
        description={t('A spinner sends a sequence of messages to the people in a data table.')}
        actions={
          (tables.data?.length ?? 0) > 0 && (
            <>
              <Button
                variant="default"
                leftSection={<LayoutTemplate size={16} aria-hidden />}
                onClick={() => setDialog('template')}
              >
                {t('Templates')}
              </Button>
              {(spinners.data?.length ?? 0) > 0 && create}
            </>
          )
        }
      />
      <Loaded query={spinners}>
        {(items) => (
          <Loaded query={tables}>
            {(allTables) =>
              items.length > 0 ? (
                <SpinnerList spinners={items} tables={allTables} />
              ) : allTables.length > 0 ? (
                <EmptyState icon={Workflow} title={t('Set up the first spinner')} action={create}>
                  {t(
                    'A spinner is a sequence of messages that Spindle sends to the people in a data table. Its steps send e-mails, call webhooks, wait or check conditions. Publish it, then run it here or let a CRM trigger it.',
                  )}
                </EmptyState>
              ) : (
                <EmptyState
                  icon={Table2}
                  title={t('A spinner needs a data table')}
                  action={<ButtonLink to="/data-tables">{t('Go to data tables')}</ButtonLink>}
                >
                  {t(
                    'A spinner is a sequence of messages that Spindle sends to the people in a data table. Create a data table first, and import a CSV into it.',
                  )}
                </EmptyState>
              )
            }
          </Loaded>
        )}
      </Loaded>
      <Dialogs tables={tables.data ?? []} />
    </>
  )
}

/** The dialogs of the page, which its URL names: a new spinner, or the saved templates. */
function Dialogs({ tables }: { tables: readonly DataTable[] }) {
  const [dialog, setDialog] = useSearchParam('new')
  const [template, setTemplate] = useState<string>()
  const mayEdit = useMay('editor')
  const close = () => {
    setDialog(undefined)
    setTemplate(undefined)
  }
  if (dialog === 'template')
    return (
      <TemplatesDialog
        onUse={(id) => {
          setTemplate(id)
          setDialog('spinner')
        }}
        onClose={close}
      />
    )
  return mayEdit && dialog === 'spinner' && tables.length > 0 ? (
    <NewSpinner tables={tables} template={template} onClose={close} />
  ) : null
}
