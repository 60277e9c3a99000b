import { Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Inbox, Plug, Rows3, Settings, Upload, Users } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/account/session.ts'
import { isGone } from '../../api/problem.ts'
import type { DataTable } from '../../api/schema.ts'
import { dataTableQuery } from '../../api/table/data-tables.ts'
import { BackLink } from '../../components/back-link.tsx'
import { ForEditors } from '../../components/for-editors.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { NotThere } from '../../components/problem/not-there.tsx'
import { language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'
import { ArrivalsTab } from './arrivals/arrivals-tab.tsx'
import { ConnectTab } from './connect/connect-tab.tsx'
import classes from './data-table-page.module.css'
import { ImportTab } from './import/import-tab.tsx'
import { RecordsTab } from './records/records-tab.tsx'
import { SegmentsTab } from './segments/segments-tab.tsx'
import { SettingsTab } from './settings/settings-tab.tsx'
import { type Tab, useTab } from './tabs.ts'

const labels = {
  records: { label: t('Records'), icon: Rows3 },
  segments: { label: t('Segments'), icon: Users },
  arrivals: { label: t('Arrivals'), icon: Inbox },
  import: { label: t('Import'), icon: Upload },
  connect: { label: t('Connect'), icon: Plug },
  settings: { label: t('Settings'), icon: Settings },
} as const

/** The page of one data table, with tabs for its records and for adding more records. */
export function DataTablePage() {
  const { dataTableId } = useParams({ from: '/signed-in/data-tables/$dataTableId' })
  const table = useQuery({
    ...dataTableQuery(dataTableId),
    // Polls the data table, because a changed record count means that the list of records must be reloaded.
    refetchInterval: ({ state: { error } }) => (error === null ? 1_000 : !isGone(error) && 5_000),
  })
  if (isGone(table.error)) return <NotThere kind="data table" />
  return (
    <>
      <PageHeader
        title={table.data?.name ?? t('Data table')}
        above={<BackLink to="/data-tables">{t('Data tables')}</BackLink>}
        description={table.data !== undefined && <Extent table={table.data} />}
      />
      <Loaded query={table}>{(data) => <DataTableTabs key={data.id} table={data} />}</Loaded>
    </>
  )
}

/**
 * Shows the tabs of a table. Tabs with forms stay mounted after they were first opened, so that choices and typed text
 * survive a change of tab.
 */
function DataTableTabs({ table }: { table: DataTable }) {
  const [tab, open] = useTab()
  const [opened, setOpened] = useState<readonly Tab[]>([tab])
  if (!opened.includes(tab)) setOpened([...opened, tab])
  const mayEdit = useMay('editor')
  return (
    <Tabs
      value={tab}
      onChange={(value) => open(value as Tab)}
      keepMounted={false}
      // Lets a hidden import still warn a user who leaves the page. React's Activity would end its effects.
      keepMountedMode="display-none"
    >
      <Tabs.List mb="lg">
        {tabsFor(mayEdit).map(([value, { label, icon: Icon }]) => (
          <Tabs.Tab
            key={value}
            value={value}
            className={classes.tab ?? ''}
            leftSection={<Icon size={16} aria-hidden />}
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="records">
        <RecordsTab table={table} />
      </Tabs.Panel>
      <Tabs.Panel value="segments">
        <SegmentsTab table={table} />
      </Tabs.Panel>
      <Tabs.Panel value="arrivals">
        <ArrivalsTab table={table} />
      </Tabs.Panel>
      <Tabs.Panel value="import" keepMounted={opened.includes('import')}>
        <ForEditors>
          <ImportTab table={table} />
        </ForEditors>
      </Tabs.Panel>
      <Tabs.Panel value="connect" keepMounted={opened.includes('connect')}>
        <ConnectTab table={table} />
      </Tabs.Panel>
      <Tabs.Panel value="settings" keepMounted={opened.includes('settings')}>
        <ForEditors>
          <SettingsTab table={table} />
        </ForEditors>
      </Tabs.Panel>
    </Tabs>
  )
}

/** Returns the tabs that a user may use: viewers neither import records nor change settings. */
function tabsFor(mayEdit: boolean) {
  const all = Object.entries(labels)
  return mayEdit ? all : all.filter(([value]) => value !== 'import' && value !== 'settings')
}

function Extent({ table: { recordCount, columns } }: { table: DataTable }) {
  return (
    <Text span inherit className="numbers">
      {recordCount.toLocaleString(language)} {recordCount === 1 ? t('record') : t('records')} ·{' '}
      {columns.length === 0
        ? t('no columns yet')
        : t('{count} {count, plural, =1 {column} other {columns}}', { count: columns.length })}
    </Text>
  )
}
