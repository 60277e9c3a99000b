import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { unlessChanged } from '../../../components/settings/unless-changed.ts'
import { useSeenRevision } from '../../../components/settings/use-seen-revision.ts'
import { t } from '../../../languages/text.ts'
import { Setting } from './setting.tsx'

export function TableName({ table }: { table: DataTable }) {
  const change = useChangeDataTable(table.id)
  const [typed, setTyped] = useState<string | null>(null)
  const revision = useSeenRevision(table, {
    value: table.name,
    isEdited: typed !== null,
    answer: change.data,
  })
  const name = typed ?? table.name
  const isBlank = name.trim() === ''
  return (
    <Setting
      title={t('Name')}
      description={t('The name of the data table in this console. A new name does not affect sources.')}
      verb={t('Save name')}
      isChanged={!isBlank && name.trim() !== table.name}
      isPending={change.isPending}
      isSaved={change.isSuccess}
      error={change.error}
      revision={revision}
      onSave={(seen) =>
        change.mutate(
          { changes: { name: name.trim() }, revision: seen },
          { onSuccess: () => setTyped(unlessChanged(typed, null)) },
        )
      }
    >
      <TextInput
        label={t('Name')}
        maw={420}
        maxLength={200}
        value={name}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isBlank && t('Enter a name')}
      />
    </Setting>
  )
}
