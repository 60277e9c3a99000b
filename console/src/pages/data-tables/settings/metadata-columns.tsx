import { Text } from '@mantine/core'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { unlessChanged } from '../../../components/settings/unless-changed.ts'
import { useSeenRevision } from '../../../components/settings/use-seen-revision.ts'
import { t } from '../../../languages/text.ts'
import { Section } from '../section.tsx'
import { ColumnChecks } from './column-checks.tsx'
import type { FirstNames } from './columns/use-first-names.ts'
import { Setting } from './setting.tsx'

const title = t('Columns visible to spinners')
const description = t(
  'Templates and conditions can use only the columns that you mark here. A published spinner keeps its columns until you publish it again.',
)

/** Selects the columns of a data table that are visible to spinners. The API calls them metadata columns. */
export function MetadataColumns({ table, firstNames }: { table: DataTable; firstNames: FirstNames }) {
  const change = useChangeDataTable(table.id)
  /** The first names of the columns that the user has chosen, which a rename keeps; null before a choice. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const names = table.columns.map(({ name }) => name)
  const saved = table.columns.filter(({ isMetadata }) => isMetadata).map(({ name }) => name)
  const revision = useSeenRevision(table, {
    value: saved.map(firstNames.of),
    isEdited: chosen !== null,
    answer: change.data,
  })
  const marked = names.filter((name) => chosen?.includes(firstNames.of(name)) ?? saved.includes(name))
  if (names.length === 0)
    return (
      <Section title={title} description={description}>
        <Text size="sm">{t('This table has no columns yet.')}</Text>
      </Section>
    )
  return (
    <Setting
      title={title}
      description={description}
      verb={t('Save visible columns')}
      isChanged={marked.join('\n') !== saved.join('\n')}
      isPending={change.isPending}
      isSaved={change.isSuccess}
      error={change.error}
      revision={revision}
      onSave={(seen) =>
        change.mutate(
          { changes: { metadataColumns: marked }, revision: seen },
          { onSuccess: () => setChosen(unlessChanged(chosen, null)) },
        )
      }
    >
      <ColumnChecks names={names} marked={marked} onChange={(now) => setChosen(now.map(firstNames.of))} />
    </Setting>
  )
}
