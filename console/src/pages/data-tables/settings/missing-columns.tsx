import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { unlessChanged } from '../../../components/settings/unless-changed.ts'
import { useSeenRevision } from '../../../components/settings/use-seen-revision.ts'
import { t } from '../../../languages/text.ts'
import { Setting } from './setting.tsx'

type Rule = DataTable['missingColumns']

/** Selects what a data table does with a record that lacks a column. */
export function MissingColumns({ table }: { table: DataTable }) {
  const change = useChangeDataTable(table.id)
  const [chosen, setChosen] = useState<Rule | null>(null)
  const revision = useSeenRevision(table, {
    value: table.missingColumns,
    isEdited: chosen !== null,
    answer: change.data,
  })
  const rule = chosen ?? table.missingColumns
  return (
    <Setting
      title={t('Missing columns')}
      description={t(
        'What happens when a record, or the header of a CSV, lacks one of this table’s columns. A column that the table does not have is not accepted either way.',
      )}
      verb={t('Save rule')}
      isChanged={rule !== table.missingColumns}
      isPending={change.isPending}
      isSaved={change.isSuccess}
      error={change.error}
      revision={revision}
      onSave={(seen) =>
        change.mutate(
          { changes: { missingColumns: rule }, revision: seen },
          { onSuccess: () => setChosen(unlessChanged(chosen, null)) },
        )
      }
    >
      <Radio.Group value={rule} onChange={setChosen} aria-label={t('Missing columns')}>
        <Stack gap="sm">
          <Radio
            value="reject"
            label={t('Refuse arrivals that lack columns')}
            description={t('A strict table refuses the arrival with an error; an open table holds it.')}
          />
          <Radio
            value="fill"
            label={t('Fill missing columns with null')}
            description={t('Sources may leave out columns for which they have no value.')}
          />
        </Stack>
      </Radio.Group>
    </Setting>
  )
}
